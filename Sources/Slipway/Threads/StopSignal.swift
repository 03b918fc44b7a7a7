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

    /// All of them.
    package static let all = [
        StopSignal(number: SIGTERM, name: "SIGTERM"), StopSignal(number: SIGINT, name: "SIGINT"),
        StopSignal(number: SIGQUIT, name: "SIGQUIT"),
    ]

    /// One of them waits to be handled, which the calling thread holds up.
    package static var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return all.contains { sigismember(&pending, $0.number) == 1 }
    }
}
