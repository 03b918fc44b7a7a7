extension LaunchMachine {
    /// What changes about an operation, or a kind of launch action, while the launch runs.
    ///
    /// 40 bytes, so that a million of them stay close together; what few of them need is in
    /// ``Detail``.
    struct Node: Sendable {
        enum State: UInt8, Sendable {
            /// Waits for what it depends on.
            case pending
            /// Its condition is being evaluated.
            case evaluating
            /// Waits for its queue.
            case ready
            /// Waits for a lock.
            case lockWaiting
            /// Its body runs.
            case running
            /// Waits for its next attempt.
            case backingOff
            /// Its fallback is being looked for.
            case fallingBack
            case ended
        }

        struct Flags: OptionSet, Sendable {
            let rawValue: UInt8
            /// Has policies or a ``Detail``: starting and ending it takes a closer look.
            static let special = Flags(rawValue: 1)
            static let action = Flags(rawValue: 2)
            static let groupEntry = Flags(rawValue: 4)
            static let groupExit = Flags(rawValue: 8)
            /// The launch goes on without it.
            static let optional = Flags(rawValue: 16)
            static let background = Flags(rawValue: 32)
            /// Operations that were added later depend on it.
            static let hasLateDependents = Flags(rawValue: 64)
            /// Has no body, and so nothing to put into a queue.
            static let group: Flags = [.groupEntry, .groupExit]
            /// What is neither an ordinary operation nor its end an ordinary end.
            static let unusual: Flags = [.special, .action, .groupEntry, .groupExit]
        }

        /// How many dependencies have not ended.
        var waiting: Int32
        /// Its place in the order of starting; -1 when it has none, because it was added or raised
        /// while the launch ran.
        var rank: Int32
        /// The operation whose end let it start; -1 when it did not have to wait.
        var releasedBy: Int32 = -1
        var lane: UInt16
        var state = State.pending
        var flags: Flags
        private var readyNanoseconds = Self.unknown
        private var startedNanoseconds = Self.unknown
        private var endedNanoseconds = Self.unknown

        private static let unknown = Int64.min
        /// More dependencies than there can be.
        static let never: Int32 = 1 << 30

        init(waiting: Int, rank: Int32, lane: UInt16, flags: Flags) {
            self.waiting = Int32(truncatingIfNeeded: waiting)
            self.rank = rank
            self.lane = lane
            self.flags = flags
        }

        var readyAt: Instant? {
            get { Self.instant(readyNanoseconds) }
            set { readyNanoseconds = newValue?.nanoseconds ?? Self.unknown }
        }

        /// When its first attempt began.
        var startedAt: Instant? {
            get { Self.instant(startedNanoseconds) }
            set { startedNanoseconds = newValue?.nanoseconds ?? Self.unknown }
        }

        var hasStarted: Bool { startedNanoseconds != Self.unknown }

        /// Whether it had become ready before an instant.
        func wasReady(before instant: Instant) -> Bool {
            readyNanoseconds < instant.nanoseconds
        }

        var endedAt: Instant? {
            get { Self.instant(endedNanoseconds) }
            set { endedNanoseconds = newValue?.nanoseconds ?? Self.unknown }
        }

        private static func instant(_ nanoseconds: Int64) -> Instant? {
            nanoseconds == unknown ? nil : Instant(nanoseconds: nanoseconds)
        }
    }

    /// What only some nodes need.
    struct Detail: Sendable {
        /// Attempts begun.
        var attempt = 0
        var attemptStartedAt: Instant?
        var attempts: [OperationStatus.Attempt] = []
        /// When all attempts must be over.
        var budgetEnd: Instant?
        /// When the next attempt begins.
        var retryAt: Instant?
        /// When its body was asked to give up.
        var cancelRequestedAt: Instant?
        var cancelReason = ""
        /// It was asked for another reason than its own time: neither an attempt nor a fallback
        /// follows.
        var isUnwanted = false
        /// The attempt's time passed, and that is why it was asked.
        var timedOut = false
        /// Settled while its body still runs; it keeps its place in the queue and its locks until
        /// that returns.
        var abandoned = false
        /// What it would have ended with, were there no fallback.
        var beforeFallback: Outcome?
        var fallback: FallbackUse?
        var holdsLocks = false
        /// The lock it waits for; -1 for none.
        var waitsForLock: Int32 = -1
        /// How long it has waited for locks.
        var lockWait = LockTime()
        /// When it first had to wait for one, as a number of ``LaunchMachine/arrivals``.
        var lockArrival = 0
        /// Its effective priority since it was raised.
        var raisedTo: Int8?
        /// The priority at which its queue still has it since it was taken out.
        var leftOverAt: Int8?

        var cancelRequested: Bool { cancelRequestedAt != nil }
    }
}
