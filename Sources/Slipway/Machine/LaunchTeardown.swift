/// The teardown of what succeeded: each is undone once, by this launch or by the one that takes it over.
struct LaunchTeardown: Sendable {
    /// Operations that succeeded and have a `teardown`, in order of ending; from the beginning of the
    /// teardown on also those whose programs run although they did not succeed.
    var due: [Int] = []
    /// The operations that another launch has taken over: they are not torn down here.
    var handedOn: Set<Int> = []
    /// The operations that this launch has taken over from another one.
    var takenOver: Set<Int> = []
    /// The order of the teardown; `nil` before it.
    var schedule: TeardownSchedule?
    /// When each teardown that runs began.
    private(set) var begun: [Int: Instant] = [:]
    /// The teardowns that were left behind, since they did not return in time, and when they began.
    private(set) var left: [(index: Int, begun: Instant)] = []
    /// The last teardowns that failed.
    var failed: [FailedTeardown] = []

    /// Nothing is left to be torn down.
    var isOver: Bool { schedule?.isOver ?? true }

    mutating func begin(_ index: Int, at now: Instant) { begun[index] = now }

    mutating func end(_ index: Int) { begun[index] = nil }

    /// Goes on without a teardown that does not return.
    mutating func leave(_ index: Int) {
        if let begun = begun[index] { left.append((index, begun)) }
    }

    /// Goes on without any teardown that runs.
    mutating func leaveAll() {
        for index in begun.keys.sorted() { leave(index) }
        begun = [:]
    }
}
