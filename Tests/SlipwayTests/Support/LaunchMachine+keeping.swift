@testable import Slipway

extension LaunchMachine {
    /// The store keeps all that it was given, and all that follows from it.
    mutating func keepEverything(at now: Instant) {
        while case let effects = takeEffects(), !effects.isEmpty {
            for case .store(let change, _) in effects { stored(change, .stored, at: now) }
        }
    }

    /// What a stored action of a kind has come to, by the name of the kind, which is its own.
    func action(ofKind kind: String) -> ActionStatus? { action(ActionID(kind)) }

    /// An action of each kind is sent, and stored.
    mutating func sendOneOfEachKind(at now: Instant) throws {
        for kind in book.kinds.keys.sorted() {
            let name = name(of: kind)
            try submit(.stored(.sent(name, kind: name)), of: kind, at: now)
        }
        keepEverything(at: now)
    }
}
