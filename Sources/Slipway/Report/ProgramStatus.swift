/// The status of a program, a process that an operation started and that stays, or of a part.
public struct ProgramStatus: Hashable, Sendable {
    /// The states of a program.
    public enum State: Hashable, Sendable {
        /// The process was started and is not ready yet.
        case starting
        /// The program is ready.
        case running
        /// The processes are being ended.
        case stopping
        /// The program ended, and is started again at `next`.
        case pausing(next: Instant)
        /// The program was ended because that was asked for.
        case stopped
        /// The program ended by itself, and is not started again; see ``ProgramStatus/endedWell``.
        case ended
    }

    /// The name: that of the operation that started it.
    public var name: String
    /// The state of the program.
    public var state: State
    /// When the program came into this state.
    public var since: Instant
    /// When its last start began; `nil` if unknown.
    public var startedAt: Instant?
    /// When the program was ready after that; `nil` if it was not, or if unknown.
    public var readyAt: Instant?
    /// The process; `nil` while there is none.
    public var pid: Int32?
    /// When the processes that are left will be killed, once they have been asked to end for a
    /// second; after that, when they were killed; otherwise `nil`.
    public var killedAt: Instant?
    /// The number of times that the program was started again by itself.
    public var restarts: Int
    /// The runs before the last start, the last 16 of them, in order.
    public var earlier: [ProgramRun]
    /// The step that the program still lacks to be ready, as a predicate.
    ///
    /// `has not said READY=1 (sd_notify)`; once the program is ready, that it fails its health
    /// checks. `nil` for nothing, and when that is unknown.
    public var lack: String?
    /// The message that the program last gave about itself (`STATUS=` of sd_notify(3)), in one
    /// line; `nil` if none.
    public var message: String?
    /// The memory and time that the program takes, where its control group counts that; `nil`
    /// otherwise, and in changes that are told.
    public var use: ResourceUse?
    /// Why the last process ended, or what went wrong when it was ended, in one line; `nil` if
    /// nothing did.
    public var reason: String? { didSet { quietReason = nil } }
    /// The program ended by itself as it may, so that the service lacks nothing.
    public var endedWell = false
    /// A reload has ended the program to start its replacement, so that the service lacks nothing.
    package var givesWay = false
    /// The stop by an operator that keeps the program from running; `nil` for none.
    public var stop: OperatorStop?
    /// The reason without what the program wrote; `nil` if it quotes none.
    private var quietReason: String?

    /// Creates a status.
    public init(
        name: String,
        state: State,
        since: Instant,
        startedAt: Instant? = nil,
        readyAt: Instant? = nil,
        pid: Int32? = nil,
        killedAt: Instant? = nil,
        restarts: Int = 0,
        earlier: [ProgramRun] = [],
        lack: String? = nil,
        message: String? = nil,
        reason: String? = nil
    ) {
        self.name = name
        self.state = state
        self.since = since
        self.startedAt = startedAt
        self.readyAt = readyAt
        self.pid = pid
        self.killedAt = killedAt
        self.restarts = restarts
        self.earlier = earlier
        self.lack = lack
        self.message = message
        self.reason = reason
    }
}

extension ProgramStatus {
    /// Sets the reason; `quiet` is the same without the program's output.
    package mutating func explain(_ reason: String, withoutOutput quiet: String) {
        self.reason = reason
        if quiet != reason { quietReason = quiet }
    }

    /// Adds words to the reason that the program did not write.
    package mutating func addToReason(_ words: String) {
        let quiet = reasonWithoutOutput.joined(words)
        let reason = reason.joined(words)
        explain(reason ?? words, withoutOutput: quiet ?? words)
    }

    /// The reason without what the program wrote, for what everyone may read.
    package var reasonWithoutOutput: String? { quietReason ?? reason }

    /// The time that the last start took, until the program was ready; `nil` if it was not, or if
    /// unknown.
    public var startup: Duration? {
        guard let startedAt, let readyAt else { return nil }
        return startedAt.elapsed(to: readyAt)
    }

    /// The program has processes, or will have some again by itself.
    package var isThere: Bool {
        switch state {
        case .starting, .running, .stopping, .pausing: true
        case .stopped, .ended: false
        }
    }

    /// The service lacks the program, also when an operator stopped it.
    package var isTrouble: Bool { !givesWay && isAway }

    private var isAway: Bool {
        switch state {
        case .pausing, .stopped: true
        case .ended: !endedWell
        // A start with a reason follows an end that was not asked for.
        case .starting, .stopping: reason != nil
        case .running: false
        }
    }
}

extension ProgramStatus.State {
    /// The word for the state in the protocol and the journal.
    public var word: String { kind.rawValue }

    /// The words for the states.
    package enum Word: String, CaseIterable, Hashable, Sendable {
        case starting, running, stopping, pausing, stopped, ended
    }

    /// The state as one of the words.
    package var kind: Word {
        switch self {
        case .starting: .starting
        case .running: .running
        case .stopping: .stopping
        case .pausing: .pausing
        case .stopped: .stopped
        case .ended: .ended
        }
    }
}
