@testable import Slipway

extension LaunchMachine {
    /// The store keeps all that it was given, and all that follows from it.
    mutating func keepEverything(at now: Instant) {
        self.now = now
        while case let effects = outbox.takeEffects(), !effects.isEmpty {
            for case .store(let change, _) in effects { stored(change, .stored) }
        }
    }

    /// What a stored action of a kind has come to, by the name of the kind, which is its own.
    func action(ofKind kind: String) -> ActionStatus? { action(ActionID(kind)) }

    /// An action of each kind is sent, and stored.
    mutating func sendOneOfEachKind(at now: Instant) throws {
        self.now = now
        for kind in book.kinds.keys.sorted() {
            let name = name(of: kind)
            try submit(.stored(.sent(name, kind: name)), of: kind)
        }
        keepEverything(at: now)
    }
}
