internal import CSlipway
internal import Glibc

/// SIGTERM, SIGINT and SIGQUIT, handled by a launch's ``Clock`` instead of ending the process.
///
/// In a terminal SIGHUP too, if it would end the process: a terminal that is gone stops the launch.
/// nohup(1) has it ignored, and it stays so.
struct Signals: Sendable {
    private static let stopping = [SIGTERM, SIGINT, SIGQUIT]
    /// The terminal is gone.
    static let hangUp = SIGHUP
    private let caught: [Int32]

    init() {
        let hangsUp = slipway_has_default_action(SIGHUP) && Terminal.isThere
        caught = Self.stopping + (hangsUp ? [SIGHUP] : [])
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
        switch signal {
        case SIGINT: "SIGINT"
        case SIGHUP: "SIGHUP: the terminal is gone"
        case SIGQUIT: "SIGQUIT"
        default: "SIGTERM"
        }
    }

    /// Restores the former actions of the signals.
    func close() {
        for signal in caught { _ = slipway_release_signal(signal) }
    }
}
