import Glibc
import Slipway
import SlipwayProcess
import Synchronization

/// Splits like the daemon, and lets the first thread and others of the last process contend for a
/// mutex; prints `done`.
@main
enum ForkedLock {
    static func main() throws {
        let before = Mutex(0)
        // The number of this thread is known by now to whatever locks.
        before.withLock { $0 += 1 }
        try Reaper.precede()
        alarm(20)
        let count = Mutex(0)
        let ends = try (0..<2).map { _ in
            let end = Promise<Void>()
            try Thread("contender", blocking: .full) {
                for _ in 0..<200_000 { count.withLock { $0 += 1 } }
                end.resolve(())
            }
            return end
        }
        for _ in 0..<200_000 { count.withLock { $0 += 1 } }
        for end in ends { end.wait() }
        print(count.withLock(\.self) == 600_000 ? "done" : "lost")
    }
}
