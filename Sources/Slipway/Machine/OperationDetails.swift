/// The part of an operation's progress that few operations have.
struct OperationDetails: Sendable {
    /// The state, if there is more to it than the phase.
    var state: OperationState?
    /// Attempts that have ended, if there may be several.
    var attempts: [OperationStatus.Attempt] = []
    /// When the backoff before the next or the last attempt was over.
    var pausedUntil: Instant?
    /// When all attempts must be over.
    var budgetEnd: Instant?
    var fallback: FallbackUse?
    /// When it first had to wait for a lock, as a number of ``LockBoard/arrivals``.
    var lockArrival: Int?
    var lockTime = LockTime()
    /// The reason of its outcome without what a program wrote, if that differs.
    var quietReason: String?
    /// The name of the operation that made room for this one, if that was released.
    var releaser: String?
}

/// The progress of all operations of a launch: the records, and apart from them what few have.
struct OperationTable: Sendable {
    private var records: [OperationRecord]
    private var details: [Int: OperationDetails] = [:]

    init(_ records: [OperationRecord]) { self.records = records }

    var indices: Range<Int> { records.indices }
    var count: Int { records.count }

    subscript(index: Int) -> OperationRecord {
        @inline(__always) _read { yield records[index] }
        @inline(__always) _modify { yield &records[index] }
    }

    /// Replaces a record, or appends one.
    mutating func put(_ record: OperationRecord, at index: Int) {
        if index == records.count { return records.append(record) }
        if records[index].hasDetails { details[index] = nil }
        records[index] = record
    }

    subscript(details index: Int) -> OperationDetails {
        get {
            records[index].hasDetails ? details[index] ?? OperationDetails() : OperationDetails()
        }
        _modify {
            records[index].hasDetails = true
            yield &details[index, default: OperationDetails()]
        }
    }

    /// Sets the state of an operation to one that has no more to it than its phase.
    @inline(__always)
    mutating func enter(_ phase: OperationPhase, _ index: Int) {
        records[index].phase = phase
        if records[index].hasDetailedState { forgetDetailedState(index) }
    }

    private mutating func forgetDetailedState(_ index: Int) {
        records[index].hasDetailedState = false
        details[index]?.state = nil
    }

    subscript(state index: Int) -> OperationState {
        get {
            let record = records[index]
            if record.hasDetailedState, let state = details[index]?.state { return state }
            return OperationState(record)
        }
        set {
            if let start = newValue.call?.startedAt { records[index].calledAt = start }
            if newValue.isPlain {
                enter(newValue.phase, index)
            } else {
                records[index].phase = newValue.phase
                records[index].hasDetailedState = true
                self[details: index].state = newValue
            }
        }
    }

    /// The call of a body, a condition or a fallback that runs now; `nil` when nothing of the
    /// operation runs.
    subscript(call index: Int) -> Call? {
        get { self[state: index].call }
        set { if let newValue { self[state: index] = self[state: index].with(newValue) } }
    }

    /// The outcome with which an operation ended; `nil` while it has not.
    subscript(outcome index: Int) -> Outcome? {
        guard records[index].phase != .succeeded else { return .succeeded }
        if case .ended(let outcome) = self[state: index] { return outcome }
        return nil
    }

    /// The failures of an operation's attempts, and the one with which it ended.
    func failures(of index: Int) -> [Failure] {
        var failures = self[details: index].attempts.compactMap(\.failure)
        if case .failed(let failure)? = self[outcome: index] { failures.append(failure) }
        return failures
    }

    /// Notes the names of operations that made room for others: their numbers may be used again.
    ///
    /// - Parameters:
    ///   - names: Their names.
    ///   - first: Their numbers are not below this one.
    mutating func keepReleasers(_ names: [Int: String], from first: Int) {
        for index in records.indices {
            guard let releaser = records[index].releasedBy, releaser >= first,
                let name = names[releaser]
            else { continue }
            records[index].releasedBy = nil
            self[details: index].releaser = name
        }
    }
}

/// The states of an operation.
enum OperationState: Sendable {
    /// Waits for what it depends on.
    case pending
    /// Is about to end without having begun.
    case doomed
    case checkingCondition(Call)
    /// Waits for its queue.
    case ready
    /// Waits for a lock; `nil` for a group to which one is offered.
    case waitingForLock(Int?)
    /// The body runs.
    case running(Call)
    /// Waits for its next attempt.
    indirect case backingOff(until: Instant, after: Failure)
    /// The fallback is being looked for, in place of the outcome `insteadOf`.
    indirect case fallingBack(Call, insteadOf: Outcome)
    /// A group whose children may run, or one that waits for the last of them.
    case open
    case ended(Outcome)
}

extension OperationState {
    /// The state of an operation whose phase says it all; the other phases always have details.
    init(_ record: OperationRecord) {
        let call = Call(startedAt: record.calledAt ?? Instant(nanoseconds: 0))
        self =
            switch record.phase {
            case .pending, .backingOff, .fallingBack: .pending
            case .doomed: .doomed
            case .checkingCondition: .checkingCondition(call)
            case .ready: .ready
            case .waitingForLock: .waitingForLock(nil)
            case .running: .running(call)
            case .open: .open
            case .succeeded, .ended: .ended(.succeeded)
            }
    }

    var phase: OperationPhase {
        switch self {
        case .pending: .pending
        case .doomed: .doomed
        case .checkingCondition: .checkingCondition
        case .ready: .ready
        case .waitingForLock: .waitingForLock
        case .running: .running
        case .backingOff: .backingOff
        case .fallingBack: .fallingBack
        case .open: .open
        case .ended(.succeeded): .succeeded
        case .ended: .ended
        }
    }

    /// The phase, and the instant of the call, say it all.
    fileprivate var isPlain: Bool {
        switch self {
        case .pending, .doomed, .ready, .open, .ended(.succeeded), .waitingForLock(nil): true
        case .checkingCondition(let call), .running(let call): call.isPlain
        case .waitingForLock, .backingOff, .fallingBack, .ended: false
        }
    }

    /// The call of a body, a condition or a fallback that runs now; `nil` when nothing of the
    /// operation runs.
    fileprivate var call: Call? {
        switch self {
        case .checkingCondition(let call), .running(let call), .fallingBack(let call, _): call
        case .pending, .doomed, .ready, .waitingForLock, .backingOff, .open, .ended: nil
        }
    }

    /// The same state with another call, if there is one.
    fileprivate func with(_ call: Call) -> OperationState {
        switch self {
        case .checkingCondition: .checkingCondition(call)
        case .running: .running(call)
        case .fallingBack(_, let before): .fallingBack(call, insteadOf: before)
        case .pending, .doomed, .ready, .waitingForLock, .backingOff, .open, .ended: self
        }
    }
}

/// A call of an operation's body, condition or fallback.
struct Call: Sendable {
    let startedAt: Instant
    /// The instant until which the call may take at least, since it asked for more time.
    var extendedTo: Instant?
    /// The step that it still lacks, as it says: `waits for tcp db:5432: Connection refused`.
    var lack: String?
    var cancellation: Cancellation?

    /// When and why the call was asked to give up.
    struct Cancellation: Sendable {
        let at: Instant
        let reason: String
        let cause: Cause
        /// The call was asked to give up for another reason than its own time, perhaps after that
        /// had passed: neither an attempt nor a fallback follows.
        var isUnwanted: Bool
        /// Why the call had waited in vain until then, or for what no virtual time brings.
        var vainWait: String?

        enum Cause: Sendable {
            /// The time of the call passed.
            case timeout
            /// The call waits for what it keeps from coming, and no timeout would end that.
            case vainWait
            /// Another launch is about to do otherwise what the operation does; if that comes to
            /// nothing, the operation begins anew.
            case putBack
            /// All else: a stop, an operator, the end of what the call belongs to.
            case request
        }

        var isTimeout: Bool { cause == .timeout }
    }

    fileprivate var isPlain: Bool { extendedTo == nil && lack == nil && cancellation == nil }
    var isUnwanted: Bool { cancellation?.isUnwanted ?? false }
    var hasTimedOut: Bool { cancellation?.isTimeout ?? false }
    var waitedInVain: Bool { cancellation?.cause == .vainWait }
    var isPutBack: Bool { cancellation?.cause == .putBack }
}

/// The part that only groups have.
struct GroupProgress: Sendable {
    /// The effective priority with which the group begins.
    var beginPriority: Int8
    /// The number of children that have not ended.
    var unended: Int
    /// Required children that failed, in order of ending.
    var failed: [Int] = []
    var isDegraded = false
    /// The outcome with which the group ends, whatever its children say from now on.
    var decided: Outcome?
    /// The outcome with which the group ends because a group around it does, unless one of its
    /// children fails.
    var cutOff: Outcome?
    /// The operations in it may begin.
    var hasBegun = false
    /// Nothing in it begins any more.
    var isClosed = false
    /// The attempt that has failed, until it is undone.
    var failedAttempt: FailedAttempt?
    /// The group was cancelled when it was ending already: it is neither tried again, nor falls
    /// back.
    var isUnwanted = false
    /// The operations that an attempt added to the group, if this group, or one around it, may be
    /// tried again.
    var added: [Int] = []

    init(_ group: CheckedOperation) {
        beginPriority = group.beginPriority
        unended = group.children.count
    }
}

/// The time that an operation has waited for locks before its first attempt.
struct LockTime: Sendable {
    /// The last lock that it waited for.
    private(set) var lock: Int?
    /// The operation or group that gave that lock back.
    private(set) var holder: String?
    /// The sum of the waits that are over.
    private(set) var total = Duration.zero
    /// When the last wait was over.
    private(set) var endedAt: Instant?
    private var since: Instant?

    mutating func begin(_ lock: Int, at now: Instant) {
        self.lock = lock
        if since == nil { since = now }
    }

    mutating func end(givenBackBy holder: String?, at now: Instant) {
        guard let start = since else { return }
        since = nil
        self.holder = holder
        total += start.duration(to: now)
        endedAt = now
    }
}
