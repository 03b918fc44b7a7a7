internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON
internal import SlipwayRecords

extension WaitGoal {
    /// What is known of the launch: for readiness its status is enough.
    enum Seen {
        case status(LaunchStatus)
        case report(Report)
    }

    /// Asks where the launch is; blocks, not longer than `timeout`.
    func ask(_ client: ControlClient, timeout: Duration) throws -> Seen {
        switch self {
        case .launch:
            .status(try LaunchReply.status(in: client.call(.getStatus, timeout: timeout)))
        case .named:
            .report(try LaunchReply.launch(in: client.call(.getReport, timeout: timeout)))
        }
    }

    /// What was waited for, for machines: the status of the launch, an operation or an action.
    func record(in seen: Seen) -> JSON {
        switch (self, seen) {
        case (_, .status(let status)): return status.json
        case (.launch, .report(let report)): return LaunchStatus(report, at: .now).json
        case (.named(let name), .report(let report)):
            let offsets = Offsets(processStart: report.processStart)
            let operation = report.operations.first { $0.name == name }?.json(offsets)
            let action = report.actions.first { $0.id.description == name }?.json(offsets)
            return operation ?? action ?? .null
        }
    }

    /// The last step of what blocks the goal; `nil` if it is not known.
    func blocker(in seen: Seen) -> Explanation.Step? {
        switch seen {
        case .status(let status): return status.waitsFor.last
        case .report(let report):
            var subject: String?
            if case .named(let name) = self { subject = name }
            return report.explanation(of: subject, at: .now)?.steps
                .last(where: \.isOnChain)
        }
    }
}
