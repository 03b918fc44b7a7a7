internal import CSlipway
internal import CSlipwayProcess
internal import Glibc
internal import Slipway
internal import SlipwayLoop
package import SlipwaySystem

/// A parent of the daemon that ends what the daemon leaves behind when it is killed.
///
/// A reaper adopts every descendant that lost its parent, also one with a session of its own and
/// without the daemon's variables: once the daemon is gone, all that it started is below the
/// reaper. Until then the reaper passes signals on; then it ends with the daemon's status. It
/// starts nothing and reads nothing.
///
/// There are two reapers, the second a child of the first: one may be killed together with the
/// daemon. They and the daemon are in process groups of their own, and reapers have a name of their
/// own, so that a kill of the daemon's group, or by its name, leaves a reaper.
package struct Reaper {
    private static let count = 2
    /// Tells a reaper that its parent has ended.
    private static let parentEnded = SIGUSR1
    /// The signals that are passed on: those that operate a daemon, and those that a shell sends a
    /// job.
    private static let passed = StopSignal.all.map(\.number) + [SIGHUP, SIGTSTP, SIGCONT]

    /// The reaper before this one; `nil` for the first.
    private let parent: pid_t?
    /// The next reaper, or the daemon.
    private let child: pid_t
    /// The children that a script has started before it became this process: they are not the
    /// daemon's.
    private let spared: Set<ProcessEntry>

    /// Splits this process: returns in its last child, which is the daemon.
    ///
    /// To be called on the only thread, before anything else is begun.
    ///
    /// - Throws: There can be no process or no socket. This process goes on, with fewer reapers.
    package static func precede() throws(ErrorNumber) {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, socketKind, 0, &sockets) == 0 else { throw .current }
        let (files, queue) = (sockets[0], sockets[1])
        OutlivingFiles.begin(with: files)
        FormerProcesses.prepare()
        // If SIGCHLD were ignored, the kernel would reap the children, and their statuses would be
        // lost.
        signal(SIGCHLD, SIG_DFL)
        // The reapers and the daemon may write to their terminal, although the shell knows the
        // first process's group only.
        signal(SIGTTOU, SIG_IGN)
        let before = block()
        let first = getpid()
        defer {
            close(queue)
            if getpid() != first { becomeDaemon(after: first) }
            restore(before)
        }
        var parent: pid_t?
        var spared = LeftBehind.children()
        for _ in 1...count {
            // If the kernel does not support it, only the daemon's own children end with it.
            _ = slipway_become_subreaper()
            let own = getpid()
            let child = fork()
            guard child >= 0 else { throw .current }
            guard child == 0 else {
                close(files)
                Reaper(parent: parent, child: child, spared: spared).run(with: queue)
            }
            slipway_renew_thread_number(own)
            setpgid(0, 0)
            parent = own
            spared = []
        }
    }

    private static func becomeDaemon(after first: pid_t) {
        // The daemon stops when both reapers were killed.
        _ = slipway_signal_at_parents_end(SIGTERM)
        // LISTEN_PID means the process that was started.
        if let passed = getenv("LISTEN_PID"), pid_t(String(cString: passed)) == first {
            setenv("LISTEN_PID", "\(getpid())", 1)
            unsetenv("LISTEN_PIDFDID")
        }
    }

    /// Another daemon has started this process, as one of its programs.
    package static var isBelowAnother: Bool {
        if case .child = TreeMark.owner(of: getpid()) { true } else { false }
    }

    private static let socketKind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    /// Runs until the child has ended, and ends with its status.
    private func run(with queue: Int32) -> Never {
        // A command that kills the daemon by its name leaves this process alone.
        slipway_name_process("slipway-reaper")
        closeOthers(than: queue)
        if parent != nil { _ = slipway_signal_at_parents_end(Self.parentEnded) }
        // The parent may have ended before that.
        if hasLostParent { finish(nil) }
        while true {
            let signal = Self.nextSignal()
            switch signal.number {
            case SIGCHLD: if let status = endOfChild() { finish(status) }
            case Self.parentEnded: if hasLostParent { finish(nil) }
            // The leader of a session has no shell that would continue it.
            case SIGTSTP where parent == nil && getsid(0) == getpid(): break
            case SIGTSTP:
                kill(child, SIGTSTP)
                // SIGCONT, which is pending then, continues this process.
                raise(SIGSTOP)
            case let number: pass(number, signal.way)
            }
        }
    }

    private var hasLostParent: Bool { parent.map { $0 != getppid() } ?? false }

    /// Closes all descriptors but the queue and the standard ones.
    private func closeOthers(than queue: Int32) {
        let kept = STDERR_FILENO + 1
        if queue != kept { dup2(queue, kept) }
        slipway_close_from(kept + 1)
    }

    // MARK: Signals

    private static var waited: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in passed + [SIGCHLD, parentEnded] { sigaddset(&signals, signal) }
        return signals
    }

    /// Holds the signals back for ``nextSignal()``; returns the mask before.
    private static func block() -> sigset_t {
        var (signals, before) = (waited, sigset_t())
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        return before
    }

    private static func restore(_ mask: sigset_t) {
        var mask = mask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    private static func nextSignal() -> slipway_signal {
        var (signals, signal) = (waited, slipway_signal())
        while slipway_wait_for_signal(&signals, &signal) != 0 {}
        return signal
    }

    /// Passes a signal on.
    ///
    /// A signal that is sent to all processes comes to the daemon by several ways, and is to count
    /// once: so each way has a number.
    private func pass(_ number: Int32, _ way: SignalWay) {
        let value = if case .passed(let value) = way { value } else { child }
        // The kernel may refuse a signal with a value (RLIMIT_SIGPENDING); one without a value
        // comes in any case.
        if slipway_pass_signal(child, number, value) != 0 { kill(child, number) }
    }

    // MARK: Ends

    /// Reaps what has ended; returns the child's status if the child is among that.
    private func endOfChild() -> ChildStatus? {
        var end: ChildStatus?
        var status: Int32 = 0
        while true {
            let pid = waitpid(-1, &status, WNOHANG | __WALL)
            if pid == child { end = ChildStatus(waited: status) }
            // No other error lasts: what has ended is still to be reaped.
            if pid == 0 || (pid < 0 && errno == ECHILD) { return end }
        }
    }

    /// Ends what is left, and this process.
    ///
    /// - Parameter status: How the child has ended; `nil` if the parent has.
    private func finish(_ status: ChildStatus?) -> Never {
        let reason: String? =
            switch status {
            case .exited: nil
            case .killed(let signal): "was killed by \(signalName(signal))"
            case .outOfMemory, .unknown: "has ended, and how is not known"
            case nil: "lost its first process"
            }
        let left = LeftBehind.end(sparing: spared)
        // Said last, as the reader of the output may not read.
        if let reason { say("\(reason); all that it started was ended") }
        if !left.isEmpty { say("cannot end all processes: \(left.listed)") }
        switch status {
        case .exited(let number): _exit(number)
        // 128 more than the signal, as shells show it.
        case .killed(let signal): _exit(128 + signal)
        case .outOfMemory, .unknown, nil: _exit(128 + SIGKILL)
        }
    }

    private func say(_ words: String) {
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&output, 1, 0) == 1, output.revents & Int16(POLLOUT) != 0 else { return }
        let line = "slipwayd: \(words)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}

extension slipway_signal {
    fileprivate var way: SignalWay { SignalWay(code: code, sender: sender, value: value) }
}

extension ChildStatus {
    /// The status of a process that has ended, as wait(2) gives it.
    fileprivate init(waited status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
    }
}
