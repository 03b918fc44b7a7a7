internal import Synchronization

/// Ends a service with a status for which its manager starts it anew, if an operator asks for that.
package final class RestartingPlace: Sendable {
    private struct State: Sendable {
        var isAsked = false
        var stop: @Sendable (String) -> Void = { _ in }
    }

    private let state = Mutex(State())

    /// The status with which a process ends that is to be started anew: EX_TEMPFAIL of sysexits.h.
    package static let exitStatus: Int32 = 75

    init() {}

    /// An operator has asked for a restart.
    package var isAsked: Bool { state.withLock(\.isAsked) }

    /// Takes what stops the service, for a reason.
    package func use(_ stop: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.stop = stop }
    }

    /// Stops the service.
    func restart(reason: String) {
        let stop = state.withLock { state in
            state.isAsked = true
            return state.stop
        }
        stop(reason)
    }
}
