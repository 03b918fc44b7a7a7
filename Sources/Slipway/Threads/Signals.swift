internal import CSlipway
internal import Glibc

/// SIGTERM, SIGINT and SIGQUIT, handled by a launch's ``Clock`` instead of ending the process.
///
/// In a terminal SIGHUP too, if it would end the process: a terminal that is gone stops the launch.
/// nohup(1) has it ignored, and it stays so.
package struct Signals: Sendable {
    /// The terminal is gone.
    static let hangUp = SIGHUP
    private let caught: [Int32]

    /// Catches them from now on.
    package init() {
        let hangsUp = slipway_has_default_action(SIGHUP) && Terminal.isThere
        caught = StopSignal.all.map(\.number) + (hangsUp ? [SIGHUP] : [])
        // Before, not after: a signal that was blocked until now arrives with the next line.
        _ = Self.take()
        for signal in caught { _ = slipway_catch_signal(signal) }
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

    /// Restores the former actions of the signals.
    package func close() {
        for signal in caught { _ = slipway_release_signal(signal) }
    }
}
