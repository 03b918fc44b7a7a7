/// The launch that takes this one's place, as far as it was told.
enum ActionSuccessor: Sendable {
    /// It gets what waits. It may have yet to be told that it is known what earlier launches left in the store.
    case comes(owesRestored: Bool)
    /// All that waited has gone over, and it was told that these are in use.
    case knows(used: Set<ActionResource>, owesRestored: Bool)
    /// The launch before this one tells it by itself: nothing comes here any more.
    case isToldEarlier

    var owesRestored: Bool {
        switch self {
        case .comes(let owes), .knows(_, let owes): owes
        case .isToldEarlier: false
        }
    }

    /// It was told last that these are in use.
    func knows(_ used: Set<ActionResource>) -> Bool {
        switch self {
        case .comes: false
        case .knows(let told, _): told == used
        case .isToldEarlier: true
        }
    }

    /// It is told, if that is news, that it is known what earlier launches left, and that these are in use.
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
