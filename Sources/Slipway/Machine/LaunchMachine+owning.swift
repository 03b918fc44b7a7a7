/// Additions by the handler of a launch action belong to its attempt, as long as that lasts: a stop leaves them alone
/// as it does the handler, and they end with an attempt that is not done.
extension LaunchMachine {
    /// The consumer whose attempt is to have what an operation, or a handler, adds; `nil` for none.
    ///
    /// - Throws: The attempt is over, though its handler has not returned.
    func owner(ofWhatIsAddedBy adder: Int?) throws(AddingRefusal) -> Int? {
        guard let adder else { return nil }
        guard records[adder].isAction else { return additionsOfAttempts.owner(of: adder) }
        guard records[adder].isRunning else { throw .attemptEnded(name(of: adder)) }
        return adder
    }

    /// Something may begin: in a launch that stops, only what is left alone.
    var mayBegin: Bool { isOpen || drainEnd != nil }

    /// An operation, or a group, may begin.
    func mayBegin(_ index: Int) -> Bool { isOpen || isLeftAlone(index) }

    /// The attempt of a consumer's action is over.
    mutating func endOwning(_ consumer: Int, _ outcome: Outcome, at now: Instant) {
        let added = additionsOfAttempts.take(of: consumer)
        guard !added.isEmpty else { return }
        let reason: String
        if !isOpen {
            reason = stopReason
        } else if outcome == .succeeded {
            guard isSuperseded else { return }
            reason = Self.supersededWords
        } else {
            reason = "the attempt of '\(name(of: consumer))' that added it has ended"
        }
        for index in added where !records[index].hasEnded {
            cancelNow(index, reason: reason, at: now)
        }
    }
}
