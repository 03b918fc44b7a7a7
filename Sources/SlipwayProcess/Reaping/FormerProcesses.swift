internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// The processes that are left of a daemon that was killed together with its reapers: the next
/// daemon ends them before it begins.
///
/// No parent tells of these processes any more, but their marks do: the daemon has written the
/// first of its numbers for marks into the file that it locks.
enum FormerProcesses {
    /// The interval between two looks, in microseconds.
    private static let interval: UInt32 = 5_000

    /// Leaves the next daemon a note about this one's processes, and has those of the last one
    /// ended.
    static func prepare() {
        LockNote.prepare(String(TreeMark.own.lowerBound, radix: 16)) { end(markedFrom: $0) }
    }

    /// Kills the processes with the marks that begin with a number, and blocks until they are gone, or
    /// cannot be ended.
    private static func end(markedFrom text: String) {
        guard let first = UInt64(text, radix: 16), let marks = TreeMark.range(of: first) else {
            return
        }
        let limit = Instant.now.advanced(by: TreeEnding.patience)
        while case let living = living(marks), !living.isEmpty, Instant.now < limit {
            for pid in living { kill(pid, SIGKILL) }
            usleep(interval)
        }
    }

    private static func living(_ marks: Range<UInt64>) -> [pid_t] {
        do throws(ErrorNumber) {
            let table = try ProcessTableReader().read(upTo: .max)
            return table?.all.filter { process in
                guard !process.isZombie, case .child(let mark) = TreeMark.owner(of: process.pid)
                else {
                    return false
                }
                return mark.isIn(marks)
            }.map(\.pid) ?? []
        } catch {
            // Without /proc nothing is known of them.
            return []
        }
    }
}
