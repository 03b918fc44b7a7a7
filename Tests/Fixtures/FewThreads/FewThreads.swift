import Glibc
import Slipway

/// Runs a launch that cannot get further threads, or, with an argument, not even its first ones,
/// and prints the result, which a test reads.
///
/// Not in the test process, which the limit would affect too.
@main
enum FewThreads {
    static func main() throws {
        switch CommandLine.arguments.dropFirst().first {
        case "no-threads": try beginWithoutThreads()
        case "stopped": try runStoppedLaunchAgain()
        case "no-descriptors": try beginWithoutDescriptors()
        case "busy-tasks": try sleepBesideBusyTasks()
        default: try runOutOfThreads()
        }
    }

    private static func beginWithoutThreads() throws {
        var plan = Plan("no-threads")
        plan.add("never") { _ in print("ran") }
        let launch = Launch(try Graph(plan))
        allowNoMoreThreads()
        begin(launch)
        // A refused start can be repeated.
        setLimit(hardLimit)
        begin(launch)
    }

    /// A launch that was stopped before it could begin ends when it is run again.
    private static func runStoppedLaunchAgain() throws {
        var plan = Plan("stopped")
        plan.add("never") { _ in print("ran") }
        let launch = Launch(try Graph(plan))
        launch.stop()
        allowNoMoreThreads()
        begin(launch)
        setLimit(hardLimit)
        Task.detached {
            do { try await launch.run() } catch { print(error) }
            print("ended")
            exit(0)
        }
        while true { pause() }
    }

    private static func beginWithoutDescriptors() throws {
        var plan = Plan("no-descriptors")
        plan.add("never", on: .main) { _ in print("ran") }
        var limit = rlimit(rlim_cur: 3, rlim_max: 3)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        begin(Launch(try Graph(plan)))
    }

    /// A body sleeps while all threads that tasks share are kept busy.
    private static func sleepBesideBusyTasks() throws {
        var plan = Plan("busy-tasks", deadline: .seconds(60))
        let blocks = plan.add("blocks") {
            for _ in 0..<1000 { Task.detached { while true { pause() } } }
        }
        plan.add("sleeps", requires: [blocks]) { context in
            let begin = context.now
            try await context.sleep(for: .milliseconds(50))
            print(begin.duration(to: context.now) < .seconds(5) ? "woken in time" : "woken late")
        }
        try Launch(Graph(plan)).runOnMainThread(until: .ready)
    }

    private static func begin(_ launch: Launch) {
        do {
            try launch.runOnMainThread(until: .ready)
        } catch {
            print(error)
        }
    }

    private static func runOutOfThreads() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { exit(1) }
        let (receiver, sender) = (ends[0], ends[1])
        var plan = Plan("few-threads")
        // When the main queue runs this, all threads but the pool's exist; the pool's runs the next
        // operation.
        let all = plan.add("all-threads", on: .main) { _ in }
        let first = plan.add("no-more-threads", requires: [all]) { _ in allowNoMoreThreads() }
        let blocking = plan.add(
            "blocking",
            requires: [first],
            optional: true,
            blocking: true
        ) { _ in print("a thread after all") }
        // Keeps the only thread until a second one exists, which is refused at first.
        plan.add("first-of-two", requires: [first]) { _ in
            var byte: UInt8 = 0
            _ = read(receiver, &byte, 1)
        }
        plan.add("second-of-two", requires: [first]) { _ in
            _ = write(sender, "!", 1)
        }
        // By then the pool was nearly always refused a second thread too: it asks before a body
        // begins.
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

    /// Even the first further thread is one too many; but the limit does not apply to root.
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
