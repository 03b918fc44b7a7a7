/// The course of a launch as a whole: its state, and the instants at which that changed.
///
/// A course goes one way: idle, starting, ready, ending; a launch may end from each of the others.
/// The facts that belong to a state are there only in that state: none of a stop before the stop.
struct Course: Sendable {
    enum State: Sendable {
        /// Nothing has begun; `cancelled` has the operations that are to be cancelled once it has.
        case idle(cancelled: [(index: Int, reason: String)])
        case starting
        /// `isComplete`: the background stage has ended too.
        case ready(isComplete: Bool)
        indirect case ending(Ending)
    }

    private(set) var state = State.idle(cancelled: [])
    /// When the launch began.
    private(set) var launchedAt: Instant?
    /// When the launch has to be ready.
    private(set) var deadline: Instant?
    /// When the launch was ready.
    private(set) var readyAt: Instant?

    /// Something is missing for good.
    var isLacking = false
    /// The trouble with the store of actions.
    var storage: StorageTrouble?
    /// The launch is not ready before the store is there.
    var awaitsStorage = false
    /// Another launch of the service has not ended: nothing is undone yet that it may need.
    var awaitsOthers = false
    /// Another launch has replaced this one: nothing that fails here ends the service.
    var isSuperseded = false
    /// The launch is stopped as soon as it is ready: what would start then does not.
    var endsWhenReady = false
    /// Why optional operations are left out; `nil` if they are not.
    var omission: String?

    /// The end of the launch, once that has begun.
    var ending: Ending? {
        if case .ending(let ending) = state { ending } else { nil }
    }

    var isIdle: Bool { if case .idle = state { true } else { false } }

    /// Neither ready nor ending.
    var isBeforeReady: Bool {
        switch state {
        case .idle, .starting: true
        case .ready, .ending: false
        }
    }

    /// Operations may start.
    @inline(__always)
    var isOpen: Bool {
        switch state {
        case .starting, .ready: true
        case .idle, .ending: false
        }
    }

    var isReady: Bool { if case .ready = state { true } else { false } }
    var isComplete: Bool { if case .ready(true) = state { true } else { false } }
    var isStopping: Bool { ending?.step == .stopping }
    var isTearingDown: Bool { ending?.step == .tearingDown }
    var hasEnded: Bool { ending?.step == .ended }

    /// The launch was asked to stop, and has not failed.
    var isOrdinaryStop: Bool { isStopping && rootCauses.isEmpty }

    /// The causes of its failure; none unless it failed.
    var rootCauses: [RootCause] { ending?.rootCauses ?? [] }

    /// Why the launch ends; empty before its end.
    var stopReason: String { ending?.reason ?? "" }

    /// When the actions are asked to give up that a stop leaves alone; `nil` if it leaves none alone.
    @inline(__always)
    var drainEnd: Instant? { if case .ending(let ending) = state { ending.drainEnd } else { nil } }

    /// The grace was ended before its time.
    var isGraceOver: Bool { ending?.isGraceOver ?? false }

    /// The operation is cancelled as soon as the launch begins.
    mutating func cancelEarly(_ index: Int, reason: String) {
        guard case .idle(let cancelled) = state else { return }
        state = .idle(cancelled: cancelled + [(index, reason)])
    }

    /// The launch begins.
    ///
    /// - Returns: The operations that are cancelled at once.
    mutating func begin(
        at now: Instant,
        deadline: Instant?
    ) -> [(index: Int, reason: String)] {
        guard case .idle(let cancelled) = state else { return [] }
        state = .starting
        launchedAt = now
        self.deadline = deadline
        return cancelled
    }

    mutating func becomeReady(at now: Instant) {
        state = .ready(isComplete: false)
        readyAt = now
    }

    /// Nothing of the background state is left, or something is again.
    mutating func setComplete(_ isComplete: Bool) {
        if isReady { state = .ready(isComplete: isComplete) }
    }

    mutating func stop(reason: String, at now: Instant) {
        state = .ending(Ending(reason: reason, since: now))
    }

    /// Changes the facts of the launch's end; does nothing before that has begun.
    mutating func changeEnding(_ change: (inout Ending) -> Void) {
        guard case .ending(var ending) = state else { return }
        change(&ending)
        state = .ending(ending)
    }

    mutating func tearDown() { changeEnding { $0.step = .tearingDown } }

    mutating func end(at now: Instant) {
        changeEnding { ending in
            ending.step = .ended
            ending.endedAt = now
        }
    }
}

/// The end of a launch: what runs ends, then what succeeded is torn down.
struct Ending: Sendable {
    enum Step: Hashable, Sendable {
        case stopping, tearingDown, ended
    }

    let reason: String
    let since: Instant
    var step = Step.stopping
    var rootCauses: [RootCause] = []
    /// When the actions that still run are asked to give up; `nil` unless the stop leaves them alone.
    var drainEnd: Instant?
    /// The grace was ended before its time.
    var isGraceOver = false
    var endedAt: Instant?
}
