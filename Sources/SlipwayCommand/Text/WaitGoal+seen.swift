internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport
internal import SlipwayVarlink

extension WaitGoal {
    /// The state of the launch as it was seen: for readiness its status is enough.
    enum Seen {
        case status(LaunchStatus)
        case report(Report)
        /// An action that ended so long ago that the launch has forgotten it, and its record.
        case action(ActionStatus, JSON)
    }

    /// Finds an action that the launch does not show under the name: by the beginning of its identity,
    /// which the goal then has whole, or among those that ended long ago.
    ///
    /// - Returns: What is known of such an action; `nil` if the launch shows what is meant.
    /// - Throws: Nothing has the name, or several have.
    mutating func find(in seen: Seen, _ search: NameSearch) throws -> Seen? {
        guard case .named(let name) = self, case .report(let report) = seen, !Self.has(name, report)
        else { return nil }
        guard let reply = try search.action(name) else {
            if let failure = search.failure(name, "wait for") { throw failure }
            throw Self.unknown(name)
        }
        let action = try ActionReply(reply: reply).action
        let id = action.id.description
        self = .named(id)
        return Self.has(id, report) ? nil : .action(action, reply["action"] ?? .null)
    }

    private static func has(_ name: String, _ report: Report) -> Bool {
        report[name] != nil || report.actions.contains { $0.id.description == name }
    }

    /// Asks for the state of the launch; blocks, not longer than `timeout`.
    func ask(_ client: ControlClient, timeout: Duration) throws -> Seen {
        switch self {
        case .launch:
            .status(try client.call(Method.GetStatus(), timeout: timeout).status)
        case .named:
            .report(try client.call(Method.GetReport(), timeout: timeout).launch)
        }
    }

    /// The record of the goal, for machines: the status of the launch, an operation or an action.
    func record(in seen: Seen) -> JSON {
        switch (self, seen) {
        case (_, .action(_, let record)): return record
        case (_, .status(let status)): return status.json
        case (.launch, .report(let report)): return LaunchStatus(report, at: .now).json
        case (.named(let name), .report(let report)):
            let offsets = Offsets(processStart: report.processStart)
            let operation = report.operations.first { $0.name == name }?.json(offsets)
            let action = report.actions.first { $0.id.description == name }?.json(offsets)
            return operation ?? action ?? .null
        }
    }

    /// The progress towards the goal, for a line that changes; `nil` if that is not known.
    func progress(in report: Report, at now: Instant) -> String? {
        switch self {
        case .launch:
            return ProgressText.words(for: LaunchStatus(report, at: now), asOf: now, at: now)
        case .named(let name):
            guard let explanation = report.explanation(of: name, at: now) else { return nil }
            return "\(name): \(ProgressText.words(for: explanation, asOf: now, at: now))"
        }
    }

    /// The last step of what blocks the goal; `nil` if it is not known.
    func blocker(in seen: Seen) -> Explanation.Step? {
        switch seen {
        case .action: return nil
        case .status(let status): return status.waitsFor.last
        case .report(let report):
            var subject: String?
            if case .named(let name) = self { subject = name }
            return report.explanation(of: subject, at: .now)?.steps
                .last(where: \.isOnChain)
        }
    }
}
