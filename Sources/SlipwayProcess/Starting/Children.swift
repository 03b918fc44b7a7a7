internal import CSlipwayProcess
internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// The running children by process number; only this type reaps them.
@Loop
final class Children {
    static let shared = Children()

    private struct Child {
        /// The child's pidfd; `nil` where the kernel has none.
        ///
        /// Then SIGCHLD alone tells the end: see ``Orphans``.
        let pidfd: Int32?
        let watch: DescriptorWatch?
        let completion: @Loop (ChildStatus) -> Void
        /// The process has ended, and its status is asked for again until then.
        var deadline: Instant?
        var nextTry: Timer?

        /// Ends the watch of the process.
        @Loop
        func close() {
            watch?.cancel()
            nextTry?.cancel()
            if let pidfd { Glibc.close(pidfd) }
        }
    }

    /// The longest time by which a process that is followed may end before the process that started it.
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(10)

    private var running: [pid_t: Child] = [:]
    /// Descendants that this process did not start itself, and whose end it wants to know.
    private var followed: [pid_t: Child] = [:]

    private init() {}

    /// The children that run, or are not reaped yet.
    var numbers: [pid_t] { Array(running.keys) }

    /// Starts a child and watches it.
    ///
    /// - Parameters:
    ///   - command: What to run.
    ///   - mark: What it and its processes are known by.
    ///   - group: The control group that it begins in; `nil` for this process's own.
    ///   - descriptors: Become its descriptors 0, 1, 2, ….
    ///   - completion: Called with its status, once it was reaped.
    /// - Returns: Its number.
    /// - Throws: ``ChildFailure/notStarted(_:isShortage:)`` or ``ChildFailure/noDirectory(_:)``.
    func start(
        _ command: ChildCommand,
        _ mark: TreeMark?,
        in group: ControlGroup?,
        descriptors: [Int32],
        completion: @escaping @Loop (ChildStatus) -> Void
    ) throws(ChildFailure) -> pid_t {
        let started: Spawn.Started
        do throws(Spawn.Failure) {
            started = try Spawn.start(command, mark, in: group, descriptors: descriptors)
        } catch {
            throw error.failure(of: command)
        }
        do throws(LoopError) {
            let watch = try started.pidfd.map { (pidfd) throws(LoopError) in
                try DescriptorWatch(pidfd, for: .readable) { _ in
                    Children.shared.reap(started.pid)
                }
            }
            running[started.pid] = Child(
                pidfd: started.pidfd,
                watch: watch,
                completion: completion
            )
        } catch {
            // A child that cannot be watched must not run.
            kill(-started.pid, SIGKILL)
            kill(started.pid, SIGKILL)
            if let pidfd = started.pidfd { close(pidfd) }
            while waitpid(started.pid, nil, 0) < 0, errno == EINTR {}
            throw .notStarted("\(error)", isShortage: error.reason.isShortage)
        }
        return started.pid
    }

    /// Watches a descendant that another process has started.
    ///
    /// - Parameters:
    ///   - pid: Its number.
    ///   - pidfd: Its descriptor, which this closes.
    ///   - completion: Called when it has ended: with its status if its parent has ended before it.
    /// - Returns: The watch, for ``unfollow(_:_:)``.
    /// - Throws: It cannot be watched.
    func follow(
        _ pid: pid_t,
        _ pidfd: Int32,
        completion: @escaping @Loop (ChildStatus) -> Void
    ) throws(LoopError) -> DescriptorWatch {
        if let former = followed[pid]?.watch { unfollow(pid, former) }
        do throws(LoopError) {
            let watch = try DescriptorWatch(pidfd, for: .readable) { _ in
                Children.shared.reap(pid)
            }
            followed[pid] = Child(pidfd: pidfd, watch: watch, completion: completion)
            return watch
        } catch {
            close(pidfd)
            throw error
        }
    }

    /// Ends the watch of a followed process.
    ///
    /// Nothing happens if the process has ended: another one of that number may be watched by now.
    func unfollow(_ pid: pid_t, _ watch: DescriptorWatch) {
        guard let child = followed[pid], child.watch === watch else { return }
        followed[pid] = nil
        child.close()
    }

    /// Tells whether a process was started by this one, or is followed, and has not been reaped.
    func isThere(_ pid: pid_t) -> Bool { running[pid] != nil || followed[pid] != nil }

    /// Sends a signal to a child, or to a process that is followed.
    ///
    /// - Returns: `false` if the process is none of these, or was reaped.
    func signal(_ pid: pid_t, _ number: Int32) -> Bool {
        if let pidfd = followed[pid]?.pidfd {
            return slipway_signal_process(pidfd, pid, number) == 0
        }
        return running[pid] != nil && kill(pid, number) == 0
    }

    /// Reaps a process that has ended; returns whether it is a child of this type.
    @discardableResult
    func reap(_ pid: pid_t) -> Bool {
        guard let child = running[pid] ?? followed[pid] else { return false }
        var end = slipway_end()
        let error = slipway_take_end(pid, &end)
        guard error != EAGAIN else { return true }
        if error == ECHILD, waitsForParent(pid, child) { return true }
        running[pid] = nil
        followed[pid] = nil
        child.close()
        // An error means that the parent of the process reaps it, or another part of this one: the
        // status is lost.
        let status: ChildStatus =
            error != 0 ? .unknown : end.was_killed ? .killed(end.status) : .exited(end.status)
        TreeEnder.shared.processEnded()
        // The sender of the signal that ended the process may stop this one, too: that has to be
        // known before the end is judged.
        guard SignalWatch.hasUrgent else {
            child.completion(status)
            return true
        }
        Loop.post { child.completion(status) }
        return true
    }

    /// Leaves a followed process that has ended to its parent for a while: a parent that ends, too, leaves
    /// it to this process, which then has its status.
    ///
    /// - Returns: Whether it is asked for again.
    private func waitsForParent(_ pid: pid_t, _ child: Child) -> Bool {
        let deadline = child.deadline ?? .now.advanced(by: Self.patience)
        // The number is free once the parent has reaped the process.
        guard followed[pid] != nil, .now < deadline, kill(pid, 0) == 0 || errno == EPERM else {
            return false
        }
        // The watch would fire again and again.
        child.watch?.cancel()
        followed[pid]?.deadline = deadline
        followed[pid]?.nextTry = Timer(after: Self.interval) { Children.shared.reap(pid) }
        return true
    }
}
