internal import CSlipway
internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwayProcess
internal import Synchronization

/// The signals for operating a daemon, handled on the loop.
enum OperatorSignals {
    /// The process ends with its terminal: it has one, and nohup(1) was not used.
    private static let endsWithTerminal = Mutex(false)

    /// Blocks the signals, so that they stay pending for the loop.
    ///
    /// Call it before other threads exist: each must have them blocked. SIGPIPE and SIGXFSZ are
    /// ignored: neither a closed pipe nor a full file may end the daemon. Children start with the
    /// default signal handling.
    static func reserve() {
        endsWithTerminal.withLock {
            $0 = slipway_has_default_action(SIGHUP) && Terminal.isThere
        }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in StopSignal.all.map(\.number) + [SIGHUP, SIGCHLD] {
            sigaddset(&signals, signal)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        // If SIGCHLD was ignored, the kernel would reap the children, and their exit statuses would
        // be lost.
        _ = signal(SIGCHLD, SIG_DFL)
    }

    /// Starts to handle the signals.
    ///
    /// - Parameters:
    ///   - stop: Called on the loop with the name of the first signal that asks to stop.
    ///   - endGrace: Called on the loop with every further one.
    ///   - reload: Called on the loop with every SIGHUP that does not mean that the terminal is gone.
    /// - Throws: A signal cannot be watched for.
    @Loop static func watch(
        stop: @escaping @Loop (String) -> Void,
        endGrace: @escaping @Loop () -> Void,
        reload: @escaping @Loop () -> Void
    ) throws(LoopError) {
        var requests = SignalCount()
        var hasStopped = false
        var isHungUp = false
        let stopOnce: @Loop (String) -> Void = { reason in
            guard !hasStopped else { return }
            hasStopped = true
            stop(reason)
        }
        for signal in StopSignal.all {
            _ = try SignalWatch(signal.number, isUrgent: true) { way in
                let isFirst = requests.add(way, at: .now) == 1 && !isHungUp
                if isFirst { stopOnce(signal.name) } else { endGrace() }
            }
        }
        _ = try SignalWatch(SIGHUP, isUrgent: true) { _ in
            guard endsWithTerminal.withLock(\.self), Terminal.isGone else { return reload() }
            // The loss of the terminal may be told more than once.
            isHungUp = true
            stopOnce("SIGHUP: the terminal is gone")
        }
    }
}
