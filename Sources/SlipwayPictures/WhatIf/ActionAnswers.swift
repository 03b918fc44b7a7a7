internal import Slipway

/// The answers to the senders of actions that were accepted when the launch began.
struct ActionAnswers {
    private let kinds: [OperationDeclaration]
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

    private func answer(_ kind: OperationDeclaration, _ report: Report) -> WhatIf.Answer {
        let policy = policies[kind.name] ?? ActionPolicy()
        let isKept = keepsActions && policy.durability == .disk
        let mayWait = isKept && policy.unmet == .wait
        var met = report.launchedAt ?? report.processStart
        var lost: OperationStatus?
        var open: String?
        for name in kind.requires {
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
        guard lost != nil else { return .runs(after: report.processStart.duration(to: met)) }
        if let root = root(of: kind.requires, report) {
            return mayWait ? .nextLaunch : .fails(operation: root)
        }
        // An operation that was only cancelled with the launch may well succeed in the next one.
        return isKept ? .nextLaunch : .fails(operation: report.rootCauses.first?.operation)
    }

    /// The operation for which an action fails in a launch that failed: a required one that did not
    /// succeed before the launch failed, or the one that made the launch fail.
    private func root(of names: [String], _ report: Report) -> String? {
        let causes = Set(report.rootCauses.compactMap(\.operation))
        let end = causes.compactMap { report[$0]?.endedAt }.min() ?? report.endedAt
        let required = names.compactMap { report[$0] }
        let before = required.filter { operation in
            guard let ended = operation.endedAt, let end, ended < end else { return false }
            return operation.outcome?.isUsable == false
        }
        let times = before.compactMap(\.endedAt)
        if let first = before.first(where: { $0.endedAt == times.min() }) { return first.name }
        for operation in required {
            if causes.contains(operation.name) { return operation.name }
            if case .ended(.skipped(let root)) = operation.state, causes.contains(root) {
                return root
            }
        }
        return nil
    }
}
