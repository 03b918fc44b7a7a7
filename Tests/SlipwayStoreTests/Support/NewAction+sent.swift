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
            payload: payload,
            key: key,
            sender: ActionSender(uid: uid, pid: 7)
        )
    }
}
