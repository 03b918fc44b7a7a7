internal import CSlipway

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A signal that asks a service to stop.
package struct StopSignal: Sendable {
    package let number: Int32
    /// `SIGTERM`.
    package let name: String

    /// All signals that ask a service to stop.
    package static let all = [
        StopSignal(number: SIGTERM, name: "SIGTERM"), StopSignal(number: SIGINT, name: "SIGINT"),
        StopSignal(number: SIGQUIT, name: "SIGQUIT"),
    ]

    /// A signal that asks to stop waits to be handled, since the calling thread blocks it.
    package static var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return all.contains { sigismember(&pending, $0.number) == 1 }
    }
}
