/// What the operations of a launch that has ended came to, for those who ask its reports for them.
///
/// Nothing about operations changes after the end, so nothing is copied for them: the launch is asked,
/// once for all, or, when it has gone, the machine that it left here. A report that nobody has asked
/// keeps that machine, and neither the launch nor its values.
final class FinalOperations: Sendable {
    private enum Source: ~Copyable, Sendable {
        /// A launch that calls ``launchGoes(leaving:)`` before it goes.
        case launch(Unmanaged<Launch>)
        case machine(LaunchMachine)
    }

    private struct State: ~Copyable, Sendable {
        var described: [OperationStatus]?
        /// Not asked, and not let go of, once they are described: with the last machine go the users'
        /// bodies, which may ask a report as they do.
        var source: Source
    }

    private let state: AdaptiveMutex<State>

    /// - Parameter launch: It has ended.
    init(of launch: Launch) {
        state = AdaptiveMutex(State(source: .launch(.passUnretained(launch))))
    }

    /// Blocks as long as it takes to describe them, about a microsecond each; not with the launch's
    /// lock held.
    var all: [OperationStatus] {
        state.withLock { state in
            if let described = state.described { return described }
            let operations =
                switch state.source {
                // It cannot go meanwhile: that takes this lock.
                case .launch(let launch): launch._withUnsafeGuaranteedRef { $0.statuses }
                case .machine(let machine): machine.statuses()
                }
            state.described = operations
            return operations
        }
    }

    /// The launch is about to go.
    ///
    /// - Parameter machine: Takes its machine; not called when nobody needs it.
    func launchGoes(leaving machine: () -> LaunchMachine) {
        state.withLock { state in
            if state.described == nil { state.source = .machine(machine()) }
        }
    }
}
