/// The launch that replaces this one, as far as it was told.
enum ActionSuccessor: Sendable {
    /// The successor gets what waits. With `owesRestored` it has yet to be told that the actions
    /// which earlier launches left in the store are known.
    case comes(owesRestored: Bool)
    /// All that waited has been handed over, and the successor was told that these resources are in
    /// use.
    case knows(used: Set<ActionResource>, owesRestored: Bool)
    /// The launch before this one tells the successor directly: nothing comes here any more.
    case isToldEarlier

    var owesRestored: Bool {
        switch self {
        case .comes(let owes), .knows(_, let owes): owes
        case .isToldEarlier: false
        }
    }

    /// Tells whether the successor was told last that these resources are in use.
    func knows(_ used: Set<ActionResource>) -> Bool {
        switch self {
        case .comes: false
        case .knows(let told, _): told == used
        case .isToldEarlier: true
        }
    }

    /// Tells the successor, if that is news, that the actions which earlier launches left are
    /// known, and that these resources are in use.
    ///
    /// - Returns: The news.
    mutating func tell(isRestored: Bool, using used: Set<ActionResource>?) -> [HandedOver] {
        var news: [HandedOver] = []
        if owesRestored, isRestored { news.append(.restored) }
        let owes = owesRestored && !isRestored
        if let used, !knows(used) {
            news.append(.uses(used))
            self = .knows(used: used, owesRestored: owes)
        } else if case .knows(let told, _) = self {
            self = .knows(used: told, owesRestored: owes)
        } else if case .comes = self {
            self = .comes(owesRestored: owes)
        }
        return news
    }
}
