internal import Slipway

/// Where a page of a list of actions begins: first comes what is stored, then what is only in memory.
///
/// It names a position instead of an action, whose record may be gone by the next page.
enum ActionCursor: Hashable {
    /// After this position in the file.
    case stored(Int64)
    /// After this place among those in memory.
    case memory(Place)

    /// An action's place in the order of acceptance; of two at one instant, the identity decides.
    struct Place: Hashable, Comparable {
        let acceptedAt: Int64
        let id: String

        /// Before all others.
        static let first = Place(acceptedAt: .min, id: "")

        static func < (left: Place, right: Place) -> Bool {
            (left.acceptedAt, left.id) < (right.acceptedAt, right.id)
        }
    }

    /// Reads a token; `nil` if it is none that ``token`` makes.
    init?(_ token: String) {
        let parts = token.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, let number = Int64(parts[1]) else { return nil }
        switch (parts[0], parts.count) {
        case ("d", 2): self = .stored(number)
        case ("m", 3): self = .memory(Place(acceptedAt: number, id: String(parts[2])))
        default: return nil
        }
    }

    /// The cursor as text, which only the service reads.
    var token: String {
        switch self {
        case .stored(let position): "d:\(position)"
        case .memory(let place): "m:\(place.acceptedAt):\(place.id)"
        }
    }
}

extension ActionStatus {
    /// Its place among those in memory.
    var place: ActionCursor.Place {
        ActionCursor.Place(acceptedAt: acceptedAt.nanoseconds, id: id.description)
    }
}
