/// The changes that were to be stored and are not yet: ends of actions and of their attempts.
struct ActionStoring: Sendable {
    /// There is a store that outlives the launch.
    let isDurable: Bool
    /// The number of actions with an end that is being stored.
    var ends = 0
    /// The changes of actions with attempts that have ended, which could not be stored yet.
    var unkept: [ActionID: ActionChange] = [:]
    /// The changes of actions with attempts that have ended, which are being stored; also of
    /// actions that have been handed over since.
    private(set) var keeping: [ActionID: ActionChange] = [:]
    /// Why the start of an action could not be stored, by action.
    var refusals: [ActionID: String] = [:]

    init(isDurable: Bool) { self.isDurable = isDurable }

    /// Tells whether every end of an action is stored, and of an attempt.
    ///
    /// - Parameter awaitsAttempts: Whether ends of attempts that are being stored now count as not
    ///   stored: what becomes of them is told to another launch.
    /// - Returns: Whether it is so.
    func isSettled(awaitsAttempts: Bool) -> Bool {
        ends == 0 && unkept.isEmpty && (keeping.isEmpty || !awaitsAttempts)
    }

    /// The store is asked for a change.
    mutating func asked(_ change: ActionChange) {
        if change.isEndOfAttempt { keeping[change.action] = change }
    }

    /// The store has answered for the end of an attempt; the answer to an earlier one says nothing of a later.
    mutating func answered(_ change: ActionChange, isStored: Bool) {
        let id = change.action
        if keeping[id] == change { keeping[id] = nil }
        if isStored, unkept[id] == change { unkept[id] = nil }
    }

    /// An attempt is stored, with what could not be stored before, or the action is over.
    ///
    /// - Returns: Whether there was a change to be stored again.
    @discardableResult
    mutating func forget(_ id: ActionID) -> Bool {
        if !refusals.isEmpty { refusals[id] = nil }
        return !unkept.isEmpty && unkept.removeValue(forKey: id) != nil
    }
}
