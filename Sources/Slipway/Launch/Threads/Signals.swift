internal import CSlipway
internal import Glibc

/// SIGTERM, SIGINT and SIGQUIT, noticed by a launch's ``Clock`` instead of ending the process.
struct Signals: Sendable {
    private static let caught = [SIGTERM, SIGINT, SIGQUIT]

    init() {
        // Not after: a signal that was blocked until now arrives in the next line.
        _ = Self.take()
        for signal in Self.caught { _ = slipway_catch_signal(signal) }
    }

    /// The signal that came last, if one came since the last call.
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

    /// Has the signals do again what they did before.
    func close() {
        for signal in Self.caught { _ = slipway_release_signal(signal) }
    }
}
