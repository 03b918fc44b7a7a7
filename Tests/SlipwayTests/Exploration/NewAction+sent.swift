@testable import Slipway

extension NewAction {
    /// An action of process 7 of root.
    static func sent(_ id: String, kind: String = "open", keys: ActionKeys? = nil) -> NewAction {
        NewAction(id: ActionID(id), kind: kind, payload: "{}", key: nil, uid: 0, pid: 7, keys: keys)
    }
}

extension ActionChange {
    /// The acceptance of an action that does not expire.
    static func accept(
        _ id: ActionID,
        in durability: ActionPolicy.Durability = .disk,
        superseding: [ActionID] = []
    ) -> ActionChange {
        .accept(.sent(id.description), in: durability, superseding: superseding)
    }
}

extension KeepingAnswer {
    /// There is no room.
    static let full = KeepingAnswer.refused(StoreError("the disk is full"))
}
