internal import Slipway

/// What the senders of actions are told that were accepted when the launch began.
struct ActionAnswers {
    private let kinds: [PlannedOperation]
    private let policies: [String: ActionPolicy]
    private let keepsActions: Bool

    init(_ graph: Graph, keepsActions: Bool) {
        kinds = graph.plan.actions
        policies = graph.actionPolicies
        self.keepsActions = keepsActions
    }

    /// The answers of each kind, in the order of declaration.
    func answers(_ report: Report) -> [WhatIf.Kind] {
        kinds.map { WhatIf.Kind(name: $0.name, answer: answer($0, report)) }
    }

    private func answer(_ kind: PlannedOperation, _ report: Report) -> WhatIf.Answer {
        let policy = policies[kind.name] ?? ActionPolicy()
        let isKept = keepsActions && policy.durability == .disk
        let mayWait = isKept && policy.unmet == .wait
        var met = report.launchedAt ?? report.processStart
        var lost: OperationStatus?
        var open: String?
        for name in kind.requires.map(\.name) {
            guard let operation = report[name] else { continue }
            guard let outcome = operation.outcome, let end = operation.endedAt else {
                if open == nil { open = name }
                continue
            }
            met = max(met, end)
            if !outcome.isUsable, lost.map({ end < $0.endedAt ?? end }) ?? true { lost = operation }
        }
        guard report.phase == .failed else {
            if let lost { return mayWait ? .nextLaunch : .fails(operation: lost.name) }
            if let open { return .waits(operation: open) }
            return .runs(after: report.processStart.duration(to: met))
        }
        guard let lost else { return .runs(after: report.processStart.duration(to: met)) }
        // What was only cancelled with the launch may well succeed in the next one.
        if let root = root(of: lost, report) {
            return mayWait ? .nextLaunch : .fails(operation: root)
        }
        return isKept ? .nextLaunch : .fails(operation: report.rootCauses.first?.operation)
    }

    /// The operation that made the launch fail, and with it this one.
    private func root(of operation: OperationStatus, _ report: Report) -> String? {
        let causes = report.rootCauses.compactMap(\.operation)
        if causes.contains(operation.name) { return operation.name }
        switch operation.state {
        case .ended(.skipped(let root)): return root
        // Before the launch failed, an optional one did.
        case .ended(.failed): return operation.name
        default: return nil
        }
    }
}
