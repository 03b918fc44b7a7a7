internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayJSON
internal import SlipwayRecords
internal import SlipwayStore

/// The calls that change nothing.
extension LaunchService {
    func explain(_ name: String?) throws(LaunchRefusal) -> JSONObject {
        let report = launch.report
        guard let explanation = report.explanation(of: name, at: .now) else {
            throw .unknown(name ?? "", report)
        }
        return LaunchReply.explanation(explanation)
    }

    func listActions() -> JSONObject { LaunchReply.actions(launch.report.actions, offsets) }

    func action(_ text: String, for peer: Peer) throws(LaunchRefusal) -> JSONObject {
        let (status, stored) = try known(ActionID(text))
        var reply = ActionReply(action: status, sender: stored?.sender, calendar: .now)
        if let stored, authority.mayRead(actionOf: stored.sender, peer) {
            reply.action = stored.detailed(status)
            reply.key = stored.key
            reply.payload = stored.payload
        }
        return reply.parameters(offsets)
    }

    /// What the launch and the store know of an action.
    func known(
        _ id: ActionID
    ) throws(LaunchRefusal) -> (status: ActionStatus, stored: StoredAction?) {
        let stored = store.action(id)
        if let status = launch.action(id) { return (status, stored) }
        guard let status = stored?.status else { throw .noSuchAction(id.description) }
        // The launch forgets only ended actions.
        guard status.state.isEnded else { throw .lost(id) }
        return (status, stored)
    }

    private var offsets: Offsets { Offsets(processStart: launch.processStart) }
}

extension LaunchRefusal {
    /// The refusal for a name that no operation, action or kind has.
    static func unknown(_ name: String, _ report: Report) -> LaunchRefusal {
        .noSuchOperation(
            name,
            nearest: NearestName.of(name, among: report.operations.map(\.name))
        )
    }
}
