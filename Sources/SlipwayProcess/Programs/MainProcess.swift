internal import CSlipwayProcess
internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// The process that a program has named as its main one: its daemon, which was not started by this
/// process.
@Loop
final class MainProcess {
    /// Why a process is not taken for the main one.
    enum Refusal: Error, Hashable, CustomStringConvertible {
        /// The process is none of the program's, or cannot be told from those of others.
        case stranger
        /// The process has ended.
        case ended
        case system(ErrorNumber)
        case notWatched(LoopError)

        var description: String {
            switch self {
            case .stranger: "it is not one of the program's processes"
            case .ended: "there is no such process"
            case .system(let number) where [ENOSYS, EPERM].contains(number.rawValue):
                "it cannot be watched: \(number); that takes pidfd_open(2), which Linux has from 5.3 on and a "
                    + "container's filter of system calls may forbid"
            case .system(let number): "it cannot be watched: \(number)"
            case .notWatched(let error): "\(error)"
            }
        }
    }

    let pid: pid_t
    private let watch: DescriptorWatch

    /// Begins to watch a process.
    ///
    /// - Parameters:
    ///   - pid: Its number.
    ///   - tree: The processes of which it has to be one.
    ///   - onEnd: Called once it has ended; with its status, if the process that started it had ended before.
    /// - Throws: Why it is not taken for the main one.
    init(
        _ pid: pid_t,
        of tree: ProcessTree,
        onEnd: @escaping @Loop (ChildStatus) -> Void
    ) throws(Refusal) {
        self.pid = pid
        // Opened first: from then on the number means this process, unless the last check finds
        // that it has ended.
        let pidfd = slipway_open_process(pid)
        guard pidfd >= 0 else {
            throw pidfd == -ESRCH || pidfd == -EINVAL ? .ended : .system(ErrorNumber(-pidfd))
        }
        let isOfTree = tree.contains(pid) == true
        let error = slipway_signal_process(pidfd, pid, 0)
        guard isOfTree, error == 0 || error == EPERM else {
            close(pidfd)
            throw isOfTree ? .ended : .stranger
        }
        do throws(LoopError) {
            watch = try Children.shared.follow(pid, pidfd, completion: onEnd)
        } catch {
            throw .notWatched(error)
        }
    }

    /// Ends the watch: the end of the process is not told any more.
    func leave() { Children.shared.unfollow(pid, watch) }
}
