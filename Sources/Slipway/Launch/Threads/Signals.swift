internal import CSlipway
internal import Glibc

/// SIGTERM, SIGINT and SIGQUIT, handled by a launch's ``Clock`` instead of ending the process.
struct Signals: Sendable {
    private static let caught = [SIGTERM, SIGINT, SIGQUIT]

    init() {
        // Before, not after: a signal that was blocked until now arrives with the next line.
        _ = Self.take()
        for signal in Self.caught { _ = slipway_catch_signal(signal) }
    }

    /// The last signal since the last call, if there was one.
    static func take() -> Int32? {
        let signal = slipway_take_signal()
        return signal == 0 ? nil : signal
    }

    static func name(of signal: Int32) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGQUIT: "SIGQUIT"
        default: "SIGTERM"
        }
    }

    /// Restores the former actions of the signals.
    func close() {
        for signal in Self.caught { _ = slipway_release_signal(signal) }
    }
}
