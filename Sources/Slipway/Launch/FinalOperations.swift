/// What the operations of a launch that has ended came to, for those who ask its reports for them.
///
/// Nothing about operations changes after the end, so nothing is copied for them: the launch is asked,
/// once for all, or, when it has gone, the machine that it left here. A report that nobody has asked
/// keeps that machine, and neither the launch nor its values.
final class FinalOperations: Sendable {
    private enum State: ~Copyable, Sendable {
        /// Who knows them: a launch that calls ``launchGoes(leaving:)`` before it goes.
        case known(Unmanaged<Launch>)
        case left(LaunchMachine)
        case described([OperationStatus])
    }

    private let state: AdaptiveMutex<State>

    /// - Parameter launch: It has ended.
    init(of launch: Launch) {
        state = AdaptiveMutex(.known(.passUnretained(launch)))
    }

    /// Blocks as long as it takes to describe them, about a microsecond each; not with the launch's
    /// lock held.
    var all: [OperationStatus] {
        state.withLock { state in
            let operations =
                switch state {
                // It cannot go meanwhile: that takes this lock.
                case .known(let launch): launch._withUnsafeGuaranteedRef { $0.statuses }
                case .left(let machine): machine.statuses()
                case .described(let operations): operations
                }
            state = .described(operations)
            return operations
        }
    }

    /// The launch is about to go.
    ///
    /// - Parameter machine: Takes its machine.
    func launchGoes(leaving machine: () -> LaunchMachine) {
        state.withLock { state in
            let isKnown =
                switch state {
                case .known: true
                case .left: false
                case .described: false
                }
            if isKnown { state = .left(machine()) }
        }
    }
}
