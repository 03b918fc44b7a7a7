internal import Slipway

/// The beginning of a page of a list of actions: first come those in the file, then those in
/// memory, and last those that the launch alone knows, the values of this process.
///
/// A cursor names a position instead of an action, whose record may be gone by the next page.
enum ActionCursor: Hashable {
    /// After this position in the table of a durability.
    case kept(ActionPolicy.Durability, Int64)
    /// After this position among the actions that have no record.
    case own(Position)

    /// An action's position in the order of acceptance; of two at one instant, the identity
    /// decides.
    struct Position: Hashable, Comparable {
        let acceptedAt: Int64
        let id: String

        static func < (left: Position, right: Position) -> Bool {
            (left.acceptedAt, left.id) < (right.acceptedAt, right.id)
        }
    }

    /// Reads a token; `nil` if it is none that ``token`` makes.
    init?(_ token: String) {
        let parts = token.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, let number = Int64(parts[1]) else { return nil }
        switch (parts[0], parts.count) {
        case ("d", 2): self = .kept(.disk, number)
        case ("m", 2): self = .kept(.memory, number)
        case ("o", 3): self = .own(Position(acceptedAt: number, id: String(parts[2])))
        default: return nil
        }
    }

    /// The cursor as text, which only the service reads.
    var token: String {
        switch self {
        case .kept(let durability, let position): "\(durability == .disk ? "d" : "m"):\(position)"
        case .own(let position): "o:\(position.acceptedAt):\(position.id)"
        }
    }
}

extension ActionStatus {
    /// The position of the action among those that have no record.
    var position: ActionCursor.Position {
        ActionCursor.Position(acceptedAt: acceptedAt.nanoseconds, id: id.description)
    }
}
