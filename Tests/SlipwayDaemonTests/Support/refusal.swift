import SlipwayClient
import SlipwayInterface
import SlipwayVarlink

/// The refusal with which a daemon answers a call; `nil` if it does not refuse it.
func refusal(_ call: () throws -> Void) -> LaunchRefusal? {
    do {
        try call()
        return nil
    } catch {
        guard case .refused(let refusal)? = error as? ControlClientError else { return nil }
        return LaunchRefusal(refusal)
    }
}
