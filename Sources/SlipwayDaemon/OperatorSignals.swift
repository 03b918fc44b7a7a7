internal import Glibc
internal import SlipwayLoop
internal import SlipwayProcess

/// The signals for operating a daemon, handled on the loop.
enum OperatorSignals {
    private static let stopping = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT")]

    /// Blocks the signals, so that they stay pending for the loop.
    ///
    /// Call it before other threads exist: each must have them blocked. SIGPIPE and SIGXFSZ are
    /// ignored: neither a closed pipe nor a full file may end the daemon. Children start with the
    /// default signal handling.
    static func reserve() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in stopping.map(\.0) + [SIGHUP, SIGCHLD] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        // If it was ignored, the kernel would reap the children, and their exit statuses would be
        // lost.
        _ = signal(SIGCHLD, SIG_DFL)
    }

    /// Starts to handle the signals.
    ///
    /// - Parameters:
    ///   - stop: Called on the loop with the name of the first signal that asks to stop.
    ///   - endGrace: Called on the loop with every further one.
    ///   - reload: Called on the loop with every SIGHUP.
    /// - Throws: A signal cannot be watched for.
    @Loop static func watch(
        stop: @escaping @Loop (String) -> Void,
        endGrace: @escaping @Loop () -> Void,
        reload: @escaping @Loop () -> Void
    ) throws(LoopError) {
        var hasStopped = false
        for (signal, name) in stopping {
            _ = try SignalWatch(signal) {
                guard hasStopped else {
                    hasStopped = true
                    return stop(name)
                }
                endGrace()
            }
        }
        _ = try SignalWatch(SIGHUP, handler: reload)
    }
}
