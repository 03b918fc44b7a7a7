internal import Glibc
internal import SlipwayLoop
internal import SlipwayProcess

/// The signals by which a daemon is operated, taken on the loop.
enum OperatorSignals {
    private static let stopping = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT")]

    /// Keeps the signals for the loop: until it looks, they wait.
    ///
    /// To be called before there is another thread: each must have them blocked. SIGPIPE and
    /// SIGXFSZ are ignored: neither a reader that goes away nor a file that is full may end the
    /// daemon. Children get all of this back as it is for a new process.
    static func reserve() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in stopping.map(\.0) + [SIGHUP, SIGCHLD] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        // Who ignored it before would have the kernel reap children, and how they ended lost.
        _ = signal(SIGCHLD, SIG_DFL)
    }

    /// Begins to take them.
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
