import Slipway
import SlipwayInterface
import SlipwayJSON

@testable import SlipwayStore

extension NewAction {
    /// An action of process 7.
    static func sent(
        _ id: String,
        kind: String = "open",
        _ payload: JSONObject = [:],
        key: String? = nil,
        uid: UInt32 = 0
    ) -> NewAction {
        NewAction(
            id: ActionID(id),
            kind: kind,
            payload: JSON.object(payload).compact,
            key: key,
            uid: uid,
            pid: 7
        )
    }
}

extension ActionWritten {
    static let stored = ActionWritten.answer(.stored)
    static let expired = ActionWritten.answer(.rejected(.expired))

    static func duplicate(_ id: ActionID) -> ActionWritten { .answer(.duplicate(id, .disk)) }

    static func conflict(_ id: ActionID) -> ActionWritten { .answer(.conflict(id)) }
}
