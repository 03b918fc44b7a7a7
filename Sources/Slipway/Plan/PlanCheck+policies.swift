extension PlanCheck {
    /// A required operation behind an optional one would turn an optional failure into the end of
    /// the launch, or of the group that both are in.
    mutating func checkOptional() {
        guard flags.contains(.optional) || existing != nil else { return }
        for node in plan.declarations.indices where !plan.declarations[node].isOptional {
            for position in dependencies.range(of: node) {
                let link = dependencies.links[position]
                guard link.kind == .requires, matters(node, without: link) else { continue }
                let declaration = plan.declarations[node]
                faults.append(
                    .requiresOptional(
                        declaration.name,
                        optional: name(of: link),
                        origin: plan.origin(of: declaration)
                    )
                )
            }
        }
    }

    /// Operations of the launch stage gate readiness, and what is in the background waits for it.
    mutating func checkStages() {
        guard flags.contains(.background) || existing != nil else { return }
        for node in plan.declarations.indices where !plan.declarations[node].isBackground {
            for position in dependencies.range(of: node) {
                let link = dependencies.links[position]
                guard isBackground(link) else { continue }
                let declaration = plan.declarations[node]
                faults.append(
                    .dependsOnBackground(
                        declaration.name,
                        background: name(of: link),
                        origin: plan.origin(of: declaration)
                    )
                )
            }
        }
    }

    /// The value of a group is that of an operation in it, and there when the group has succeeded.
    mutating func checkGroups() {
        for (number, group) in plan.groups.enumerated() {
            let origin = plan.origin(of: plan.declarations[group.entry])
            if group.result == GroupDeclaration.resultOutside {
                faults.append(.resultOutsideGroup(group.name, origin: origin))
            } else if group.result >= 0, isOptional(Int(group.result), within: Int32(number)) {
                let result = plan.declarations[Int(group.result)].name
                faults.append(.optionalResult(group: group.name, result: result, origin: origin))
            }
        }
    }

    /// Durations and retries that cannot be meant.
    mutating func checkPolicies() {
        let nowhere = Origin(file: "", line: 0)
        check("deadline", plan.deadline, plan.name, nowhere)
        check("grace", plan.grace, plan.name, nowhere)
        for node in plan.declarations.indices where plan.declarations[node].policies >= 0 {
            let declaration = plan.declarations[node]
            let policies = plan.policies[Int(declaration.policies)]
            let origin = plan.origin(of: declaration)
            check("timeout", policies.timeout, declaration.name, origin)
            check("budget", policies.budget, declaration.name, origin)
            if let budget = policies.budget, let timeout = policies.timeout,
                .zero < budget, budget < timeout
            {
                faults.append(
                    .budgetBelowTimeout(
                        in: declaration.name,
                        budget: budget,
                        timeout: timeout,
                        origin: origin
                    )
                )
            }
            if let retry = policies.retry { check(retry, declaration.name, origin) }
        }
        for action in plan.actionDeclarations {
            check("timeout", action.timeout, action.name, action.origin)
            check("expires", action.expires, action.name, action.origin)
            if action.limit < 1 {
                let name = action.name
                faults.append(.invalidLimit(action.limit, in: name, origin: action.origin))
            }
        }
    }

    private mutating func check(
        _ key: String,
        _ duration: Duration?,
        _ name: String,
        _ origin: Origin
    ) {
        guard let duration, duration <= .zero else { return }
        faults.append(.invalidDuration(key: key, in: name, duration: duration, origin: origin))
    }

    private mutating func check(_ retry: Retry, _ name: String, _ origin: Origin) {
        var wrong: [(RetryKey, String)] = []
        if retry.attempts < 1 { wrong.append((.attempts, "\(retry.attempts)")) }
        if !(retry.factor >= 1) { wrong.append((.factor, "\(retry.factor)")) }
        if !(0...1).contains(retry.jitter) { wrong.append((.jitter, "\(retry.jitter)")) }
        if retry.initial < .zero { wrong.append((.initial, "\(retry.initial)")) }
        if retry.maximum < .zero { wrong.append((.maximum, "\(retry.maximum)")) }
        for (key, value) in wrong {
            faults.append(.invalidRetry(key, value: value, in: name, origin: origin))
        }
    }

    private func isBackground(_ link: Adjacency.Link) -> Bool {
        if link.isExisting { return existing?.stage(of: link.node) == .background }
        return plan.declarations[link.node].isBackground
    }

    private func name(of link: Adjacency.Link) -> String {
        if link.isExisting { return existing?.name(of: link.node) ?? "" }
        return plan.declarations[link.node].name
    }

    /// Whether a required operation would end the launch, or the innermost group that it shares
    /// with what it requires, by not running because that has no value.
    private func matters(_ node: Int, without link: Adjacency.Link) -> Bool {
        guard !hasFallback(node) else { return false }
        let group = plan.declarations[node].group
        let common: Int32
        if link.isExisting {
            common = -1
            guard existing?.isOptional(link.node) == true else { return false }
        } else {
            common = commonGroup(group, plan.declarations[link.node].group)
            guard isOptional(link.node, within: common) else { return false }
        }
        if common < 0, plan.declarations[node].isBackground { return false }
        return !isOptional(group, upTo: common)
    }

    private func hasFallback(_ node: Int) -> Bool {
        plan.policies(of: plan.declarations[node])?.fallback != nil
    }

    /// Whether an operation may end without a value while the group goes on.
    private func isOptional(_ node: Int, within group: Int32) -> Bool {
        let declaration = plan.declarations[node]
        if declaration.isOptional, !hasFallback(node) { return true }
        return isOptional(declaration.group, upTo: group)
    }

    /// Whether a group, or one that it is in, is optional, of those inside of `outer`.
    private func isOptional(_ group: Int32, upTo outer: Int32) -> Bool {
        var group = group
        while group != outer, group >= 0 {
            if plan.declarations[plan.groups[Int(group)].entry].isOptional { return true }
            group = plan.groups[Int(group)].parent
        }
        return false
    }

    /// The innermost group around both, -1 for none: a group's number is above its parent's.
    private func commonGroup(_ first: Int32, _ second: Int32) -> Int32 {
        var (first, second) = (first, second)
        while first != second {
            if first > second {
                first = plan.groups[Int(first)].parent
            } else {
                second = plan.groups[Int(second)].parent
            }
        }
        return first
    }
}
