internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// What a process has below it that nothing else ends.
enum LeftBehind {
    /// How long it waits for an end before it looks again: a process may start another one meanwhile.
    private static let pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)

    /// Kills all descendants of this process, and blocks until they are gone; SIGCHLD is blocked.
    ///
    /// - Returns: Those that do not end: the kernel holds them, or they belong to another user.
    static func end(within patience: Duration = TreeEnding.patience) -> [pid_t] {
        let limit = Instant.now.advanced(by: patience)
        while hasChildren() {
            let living = descendants()
            guard Instant.now < limit else { return living }
            for pid in living { kill(pid, SIGKILL) }
            waitForEnd()
        }
        return []
    }

    /// Reaps what has ended; returns whether a child is left.
    private static func hasChildren() -> Bool {
        while true {
            switch waitpid(-1, nil, WNOHANG | __WALL) {
            case 0: return true
            case -1: return errno != ECHILD
            default: continue
            }
        }
    }

    private static func descendants() -> [pid_t] {
        do throws(ErrorNumber) {
            let reader = try ProcessTableReader()
            guard let table = try reader.read(upTo: .max) else { return [] }
            return table.trees(from: table.children(of: getpid())).map(\.pid)
        } catch {
            // Without /proc there is no list; first processes end with their parent.
            return []
        }
    }

    private static func waitForEnd() {
        var (signals, pause) = (sigset_t(), pause)
        sigemptyset(&signals)
        sigaddset(&signals, SIGCHLD)
        sigtimedwait(&signals, nil, &pause)
    }
}
