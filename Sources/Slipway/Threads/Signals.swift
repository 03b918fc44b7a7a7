internal import CSlipway
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// SIGTERM, SIGINT and SIGQUIT, handled by a launch's ``Clock`` instead of ending the process.
///
/// In a terminal SIGHUP too, if it would end the process: a terminal that is gone stops the launch.
/// Under nohup(1) SIGHUP is ignored, and stays so.
package struct Signals: Sendable {
    /// The terminal is gone.
    static let hangUp = SIGHUP
    /// A launch of this process catches the signals: there is one handler.
    private static let areCaught = Mutex(false)
    private let numbers: [Int32]

    /// Chooses the signals; none is caught yet.
    package init() {
        let hangsUp = slipway_has_default_action(SIGHUP) && Terminal.isThere
        numbers = StopSignal.all.map(\.number) + (hangsUp ? [SIGHUP] : [])
    }

    /// Blocks the signals in the calling thread until they are caught or released: a signal that
    /// comes before a launch runs then stops the launch.
    package func hold() -> HeldSignals {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for number in numbers { sigaddset(&blocked, number) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        return HeldSignals(before: before)
    }

    /// Catches the signals from now on, and lets those through that were blocked.
    ///
    /// - Returns: `false` if another launch of this process catches them; nothing has changed then.
    func capture() -> Bool {
        let isFirst = Self.areCaught.withLock { areCaught in
            defer { areCaught = true }
            return !areCaught
        }
        guard isFirst else { return false }
        // Before, not after: a signal that was blocked until now arrives with the next line.
        _ = Self.take()
        for number in numbers { _ = slipway_catch_signal(number) }
        return true
    }

    /// Restores the former actions of the signals, which were captured.
    func release() {
        for number in numbers { _ = slipway_release_signal(number) }
        Self.areCaught.withLock { $0 = false }
    }

    /// The last signal since the last call, if there was one.
    static func take() -> Int32? {
        let signal = slipway_take_signal()
        return signal == 0 ? nil : signal
    }

    static func name(of signal: Int32) -> String {
        signal == hangUp
            ? "SIGHUP: the terminal is gone"
            : StopSignal.all.first { $0.number == signal }?.name ?? "signal \(signal)"
    }
}

/// Signals that a thread has blocked.
package struct HeldSignals {
    fileprivate var before: sigset_t

    /// Gives the calling thread, which blocked the signals, its former mask: what has come acts
    /// now.
    package func release() {
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
