internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// The processes below this one that nothing else ends.
enum LeftBehind {
    /// The longest wait for an end before the next look: a process may start another one meanwhile.
    private static let interval = timespec(tv_sec: 0, tv_nsec: 10_000_000)

    /// The children that this process has now, by number and start.
    ///
    /// Usually there is none, which costs one system call.
    static func children() -> Set<ProcessEntry> {
        guard hasChildren(), let table = processTable() else { return [] }
        return Set(table.children(of: getpid()).compactMap(table.process))
    }

    /// Kills all descendants of this process but some children and theirs, and blocks until they are
    /// gone; SIGCHLD is blocked.
    ///
    /// Processes that a spared child has started and left are not told from those that the daemon
    /// has left, and are killed.
    ///
    /// - Returns: The processes that do not end: the kernel holds them, or they belong to another
    ///   user.
    static func end(
        sparing spared: Set<ProcessEntry>,
        within patience: Duration = TreeEnding.patience
    ) -> [pid_t] {
        let limit = Instant.now.advanced(by: patience)
        var wasEmpty = false
        while hasChildren() {
            let living = descendants(sparing: spared)
            guard Instant.now < limit else { return living }
            // A process may have started another one, and ended, while the processes were read.
            if living.isEmpty, wasEmpty, !spared.isEmpty { return [] }
            wasEmpty = living.isEmpty
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

    private static func descendants(sparing spared: Set<ProcessEntry>) -> [pid_t] {
        guard let table = processTable() else { return [] }
        let isSpared = { (pid: pid_t) in
            spared.contains { $0.pid == pid && $0.startTime == table.process(pid)?.startTime }
        }
        let roots = table.children(of: getpid()).filter { !isSpared($0) }
        return table.trees(from: roots).map(\.pid)
    }

    private static func processTable() -> ProcessTable? {
        do throws(ErrorNumber) {
            return try ProcessTableReader().read(upTo: .max)
        } catch {
            // Without /proc there is no list; the daemon's own children end with it all the same.
            return nil
        }
    }

    private static func waitForEnd() {
        var (signals, interval) = (sigset_t(), interval)
        sigemptyset(&signals)
        sigaddset(&signals, SIGCHLD)
        sigtimedwait(&signals, nil, &interval)
    }
}
