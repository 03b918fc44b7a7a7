/// The news that the machine has for its caller: effects, and operations that have ended.
struct Outbox: Sendable {
    private var effects: [LaunchMachine.Effect] = []
    /// The operations that have ended for good since they were last asked for: only their
    /// `teardown` may yet be called.
    private var ended: [Int] = []
    /// The operations that have ended, or were let go of, since the shell last asked; `nil` while no task waits
    /// for the end of one.
    var endsToTell: [DeclarationNumber]?

    var isEmpty: Bool { effects.isEmpty }

    @inline(__always)
    mutating func emit(_ effect: LaunchMachine.Effect) { effects.append(effect) }

    @inline(__always)
    mutating func noteEnded(_ index: Int) { ended.append(index) }

    /// The effects in the order in which they are to be carried out; empty afterwards.
    mutating func takeEffects() -> [LaunchMachine.Effect] {
        defer { effects = [] }
        return effects
    }

    /// The next operation that has ended for good; `nil` when there is none.
    @inline(__always)
    mutating func takeEnded() -> Int? { ended.popLast() }
}
