import CSlipway
import Glibc
import Slipway

/// Runs launches in a row, with everything that takes threads, descriptors or timers, and says how
/// much more of each the process has at the end: a test reads the lines.
@main
enum ManyLaunches {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2000
        // The first ones fill what stays: the allocator's arenas, the runtime's tables.
        for number in 0..<200 { try await launch(number) }
        let before = Figures.settled
        for number in 0..<count { try await launch(number) }
        let after = Figures.settled
        print("threads \(after.threads - before.threads)")
        print("descriptors \(after.descriptors - before.descriptors)")
        print("kilobytes \(after.kilobytes - before.kilobytes)")
    }

    private static func launch(_ number: Int) async throws {
        var plan = Plan("many")
        let first = plan.add("first", on: .main, teardown: { _ in }) { 1 }
        let second = plan.add("second", reading: first, blocking: true) { $0 + 1 }
        let tried = plan.add("tried", retry: .constant(attempts: 2, pause: .zero)) { context in
            if context.attempt == 1 { throw Broken() }
        }
        plan.add("late", optional: true, timeout: .microseconds(1)) {
            // Not `Task.sleep`: cancelled, it keeps its timer until that would have come.
            while true {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        plan.add("waits", requires: [second, tried], locks: ["disk"]) {
            try await Task.sleep(for: .microseconds(10))
        }
        let kind = plan.action("note", requires: [second]) { (_: Int) in }
        plan.add("adds") { context in
            try context.add { plan in _ = plan.add("added") { await Task.yield() } }
        }
        if number % 10 == 0 { plan.add("fails", after: ["waits"]) { throw Broken() } }
        let launch = Launch(try Graph(plan))
        try launch.submit(kind, number)
        do {
            try await launch.run(reportingTo: [Listener()], until: .ready)
        } catch LaunchError.failed {
            guard number % 10 == 0 else { throw Broken() }
        }
    }

    private struct Broken: Error {}

    private struct Listener: LaunchReporter {
        func report(_ event: Event) {}
    }
}

/// The parts of a process that a launch could leave behind.
private struct Figures {
    let threads: Int
    let descriptors: Int
    let kilobytes: Int

    /// A thread that was waited for may still be on its way out of the kernel: the least of some looks.
    static var settled: Figures {
        var least = now
        for _ in 0..<50 {
            usleep(2000)
            let figures = now
            least = Figures(
                threads: min(least.threads, figures.threads),
                descriptors: min(least.descriptors, figures.descriptors),
                kilobytes: min(least.kilobytes, figures.kilobytes)
            )
        }
        return least
    }

    private static var now: Figures {
        slipway_trim_heap()
        return Figures(
            threads: status("Threads:"),
            descriptors: entries("/proc/self/fd"),
            kilobytes: status("VmRSS:")
        )
    }

    private static func status(_ key: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = buffer.withUnsafeBufferPointer { text in
                text.baseAddress.map { String(cString: $0) } ?? ""
            }
            guard line.hasPrefix(key) else { continue }
            return Int(line.filter(\.isNumber)) ?? 0
        }
        return 0
    }

    private static func entries(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
