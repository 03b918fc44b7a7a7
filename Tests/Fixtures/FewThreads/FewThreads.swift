import Glibc
import Slipway

/// Says what becomes of a launch that may have no further thread: a test reads the lines.
///
/// Not in the test process, which the limit would hit as well.
@main
enum FewThreads {
    static func main() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { exit(1) }
        let (receiver, sender) = (ends[0], ends[1])
        var plan = Plan("few-threads")
        // When the main queue's thread comes to this, all threads but the pool's are there; that one
        // runs the next.
        let all = plan.add("all-threads", on: .main) { _ in }
        let first = plan.add("no-more-threads", requires: [all]) { _ in allowNoMoreThreads() }
        let blocking = plan.add(
            "blocking",
            requires: [first],
            optional: true,
            blocking: true
        ) { _ in print("a thread after all") }
        // Keeps the only thread until another one has come, though none could be had at first.
        plan.add("first-of-two", requires: [first]) { _ in
            var byte: UInt8 = 0
            _ = read(receiver, &byte, 1)
        }
        plan.add("second-of-two", requires: [first]) { _ in
            _ = write(sender, "!", 1)
        }
        // By then the pool was nearly always refused a second one, too: it asks before a body begins.
        let last = plan.add("threads-again", on: .main, after: [blocking]) { _ in
            setLimit(hardLimit)
        }
        plan.add("blocking-again", requires: [last], blocking: true) { _ in
            print("a thread")
        }
        let launch = Launch(try Graph(plan))
        try launch.runOnMainThread(until: .ready)
        for operation in launch.report.operations where operation.outcome != .succeeded {
            print(operation.name, operation.outcome?.message ?? "nothing")
        }
    }

    /// Already the first thread is one too many; but the limit is not root's.
    private static func allowNoMoreThreads() {
        if getuid() == 0 { setuid(65_534) }
        setLimit(1)
    }

    private static func setLimit(_ threads: rlim_t) {
        var limit = rlimit(rlim_cur: threads, rlim_max: hardLimit)
        setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
    }

    private static let hardLimit: rlim_t = {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
        return limit.rlim_max
    }()
}
