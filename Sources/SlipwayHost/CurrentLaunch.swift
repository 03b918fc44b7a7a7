package import Slipway
internal import Synchronization

/// The launch that a service is in; a reload makes another one the current one.
///
/// For a while after that, actions may still run in the earlier ones.
package final class CurrentLaunch: Sendable {
    /// One launch of the service, and the kinds of action that it takes.
    package struct Generation: Sendable {
        /// The number of the launch in its service, from 1.
        package let number: Int
        package let launch: Launch
        package let kinds: any ActionKinds

        package init(number: Int, _ launch: Launch, _ kinds: any ActionKinds) {
            self.number = number
            self.launch = launch
            self.kinds = kinds
        }
    }

    private struct State: Sendable {
        var current: Generation
        var retiring: [Launch] = []
    }

    private let state: Mutex<State>

    /// Begins with a launch.
    package init(_ launch: Launch, _ kinds: any ActionKinds) {
        state = Mutex(State(current: Generation(number: 1, launch, kinds)))
    }

    /// The generation in service.
    package var generation: Generation { state.withLock(\.current) }

    /// The launch in service.
    package var launch: Launch { generation.launch }

    /// Another generation is the current one; the launch before it ends in its own time.
    package func replace(with next: Generation) {
        state.withLock { state in
            state.retiring.append(state.current.launch)
            state.current = next
        }
    }

    /// A launch that was replaced has ended.
    package func forget(_ launch: Launch) {
        state.withLock { $0.retiring.removeAll { $0 === launch } }
    }

    /// The launches, the current one first.
    var launches: [Launch] {
        state.withLock { [$0.current.launch] + $0.retiring.reversed() }
    }

    /// A launch action, wherever it is; `nil` if no launch knows it.
    func action(_ id: ActionID) -> ActionStatus? {
        launches.lazy.compactMap { $0.action(id) }.first
    }

    /// The state of the acceptance of a launch action, wherever it is; `nil` if no launch knows it.
    func acceptance(of id: ActionID) -> ActionAcceptance? {
        launches.lazy.compactMap { $0.acceptance(of: id) }.first
    }

    /// When a launch action expires, wherever it is; `nil` for never, and once it has begun.
    func expiry(of id: ActionID) -> Instant? {
        launches.lazy.compactMap { $0.expiry(of: id) }.first
    }

    /// Cancels a launch action, wherever it is.
    ///
    /// The oldest launch is asked first, since actions go from it to the next: so an action is
    /// missed only while it is on its way, and no launch knows it.
    ///
    /// - Returns: Whether there is one that had not ended.
    func cancel(_ id: ActionID, reason: String) -> Bool {
        launches.reversed().contains { $0.cancel(id, reason: reason) }
    }

    /// Tells whether a launch knows the action.
    func knows(_ id: ActionID) -> Bool { launches.reversed().contains { $0.action(id) != nil } }
}
