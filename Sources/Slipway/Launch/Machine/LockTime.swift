extension LaunchMachine {
    /// How long a node has waited for locks before its first attempt.
    struct LockTime: Sendable {
        /// The last lock that it waited for; -1 for none.
        private(set) var lock: Int32 = -1
        /// Who gave that lock back; -1 for nobody.
        private(set) var holder: Int32 = -1
        /// The waits that are over.
        private(set) var total = Duration.zero
        /// When the last one was over.
        private(set) var endedAt: Instant?
        private var since: Instant?

        mutating func begin(_ lock: Int32, at now: Instant) {
            self.lock = lock
            if since == nil { since = now }
        }

        mutating func end(givenBackBy holder: Int32, at now: Instant) {
            guard let start = since else { return }
            since = nil
            self.holder = holder
            total += start.duration(to: now)
            endedAt = now
        }
    }

    /// Whether a node had waited for its locks, if it had to, before an instant: from then on it was
    /// its queue that it waited for.
    ///
    /// Changes nothing; it is `mutating` for the same reason as ``startable(_:)``.
    @inline(__always)
    mutating func hadItsLocks(_ node: Int, before instant: Instant) -> Bool {
        guard nodes[node].flags.contains(.special), let end = details[node]?.lockWait.endedAt else {
            return true
        }
        return end < instant
    }
}
