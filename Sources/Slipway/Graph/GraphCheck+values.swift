/// Values and outcomes: what an operation may end without, and which others need it.
extension GraphCheck {
    /// A required operation behind an optional one would turn an optional failure into the end of
    /// the launch, or of the group that both are in.
    mutating func checkOptional() {
        for index in indices where !isAction(index) && !declaration(index).options.isOptional {
            guard !declaration(index).options.hasCertainFallback else { continue }
            for link in dependencies(index) where link.kind == .requires {
                guard mayFail(link.index, inside: nil), matters(index, without: link.index),
                    !isToldOfGroup(around: index, link.index)
                else { continue }
                faults.append(
                    .requiresOptional(
                        name(index),
                        optional: name(link.index),
                        isRead: isRead(link.index, by: index),
                        origin: origin(of: index)
                    )
                )
            }
        }
    }

    /// Tells whether the body of an operation is given the value of another one.
    private func isRead(_ target: Int, by index: Int) -> Bool {
        !isGroup(index)
            && declaration(index).dependencies.contains { edge in
                guard edge.isRead, case .operation(let id) = edge.target else { return false }
                return self.index(of: id) == target
            }
    }

    /// Tells whether a group around an operation requires another one as well: then the group has
    /// to be mended; the operation may be a part of it that the library has added.
    func isToldOfGroup(around index: Int, _ target: Int) -> Bool {
        groups(around: index).contains { group in
            group >= base
                && dependencies(group).contains { $0.index == target && $0.kind == .requires }
        }
    }

    /// Tells whether an operation, by not running because a required one did not succeed, would end
    /// the launch or the innermost group that both are in.
    private func matters(_ index: Int, without target: Int) -> Bool {
        let common = commonGroup(index, target)
        guard mayFail(target, inside: common), !hasEnded(target) else { return false }
        if common == nil, options(index).stage == .background { return false }
        return !groups(around: index).prefix { $0 != common }.contains { goesOn($0) }
    }

    /// Tells whether an operation may fail while a group around it, or the launch, goes on.
    private func mayFail(_ index: Int, inside outer: Int?) -> Bool {
        options(index).isOptional && !options(index).hasCertainFallback
            || groups(around: index).prefix { $0 != outer }.contains { goesOn($0) }
    }

    /// Tells whether what is around a group goes on when something in the group has failed: the
    /// fallback of a group stands in for the group's value, and not for the values of the
    /// operations in it.
    private func goesOn(_ group: Int) -> Bool {
        options(group).isOptional || options(group).hasFallback
    }

    /// An operation that is given a value must be able to count on it.
    mutating func checkReads() {
        for index in indices {
            let operation = checked[index - base].declaration
            for edge in operation.dependencies where edge.isRead {
                guard case .operation(let id) = edge.target, let target = self.index(of: id),
                    !isReadByGroup(around: index, edge.target)
                else { continue }
                check(operation.name, index, reads: target, operation.origin)
                guard case .group(_, nil) = declaration(target).kind else { continue }
                faults.append(
                    .readsGroupWithoutValue(
                        operation.name,
                        group: name(target),
                        origin: operation.origin
                    )
                )
            }
            for edge in operation.options.conditionReads { check(edge, inConditionOf: index) }
        }
        for read in plan.namedReads {
            // An operation that reads its own value does so after it has run.
            guard let target = names[read.target], read.isAction || read.reader != read.target
            else { continue }
            let index = read.isAction ? nil : names[read.reader]
            check(read.reader, index, reads: target, read.origin)
        }
    }

    /// Tells whether a group around an operation reads the same value, as the group of a map does.
    func isReadByGroup(around index: Int, _ target: Reference) -> Bool {
        groups(around: index).contains { group in
            declaration(group).dependencies.contains { $0.isRead && $0.target == target }
        }
    }

    /// A condition may read only the values of operations that its own operation requires, or at
    /// least runs after.
    private mutating func check(_ edge: Operation.Edge, inConditionOf index: Int) {
        let operation = checked[index - base].declaration
        guard case .operation(let id) = edge.target else { return }
        let target = self.index(of: id)
        if let target {
            let found = [target] + groups(around: target)
            let isThere = dependencies(index).contains { link in
                (edge.kind == .after || link.kind == .requires) && found.contains(link.index)
            }
            if isThere, edge.isRead {
                check(operation.name, index, reads: target, operation.origin)
            }
            if isThere { return }
        }
        faults.append(
            .conditionReads(
                target.map { name($0) },
                in: operation.name,
                condition: operation.options.condition ?? "",
                mayBeAbsent: edge.kind == .after,
                origin: operation.origin
            )
        )
    }

    private mutating func check(
        _ reader: String,
        _ index: Int?,
        reads target: Int,
        _ origin: Origin
    ) {
        let around = index.flatMap { commonGroup($0, target) }
        guard let absent = absent(target, inside: around) else { return }
        faults.append(
            .readsAbsent(
                reader,
                read: name(target),
                condition: absent.condition,
                of: name(absent.index),
                origin: origin
            )
        )
    }

    private func index(of id: OperationID) -> Int? {
        if id.index < checked.count, checked[id.index].declaration.number == id.number {
            return base + id.index
        }
        return existing.index(of: id)
    }

    /// The condition because of which an operation may have succeeded without a value, as seen from
    /// inside of a group; `nil` when there is none.
    private func absent(_ index: Int, inside outer: Int?) -> (index: Int, condition: String)? {
        guard !hasEnded(index) else { return nil }
        for place in chain(from: index, upTo: outer) {
            let options = options(place)
            let isMadeUpFor = options.hasCertainFallback && place == index
            if !isMadeUpFor, let condition = options.condition {
                return (place, condition)
            }
        }
        guard let child = valueChild(index), child != index else { return nil }
        return absent(child, inside: index)
    }

    /// The value of a group is that of a child that certainly has one if the group has succeeded.
    mutating func checkGroupValues() {
        for index in indices {
            guard let value = valueChild(index) else { continue }
            let (group, origin) = (name(index), origin(of: index))
            guard groups(around: value).contains(index) else {
                faults.append(.resultOutsideGroup(group, origin: origin))
                // In what follows the group has no value.
                checked[index - base].valueChild = nil
                continue
            }
            if mayFail(value, inside: index) {
                let result = name(value)
                faults.append(.optionalResult(group: group, result: result, origin: origin))
            }
        }
    }

    /// Operations of the launch stage gate readiness, and what is in the background waits for it.
    mutating func checkStages() {
        for index in indices
        where declaration(index).options.stage == .launch && !isAction(index) {
            for link in dependencies(index)
            where isBackground(link.index) && !isToldOfGroup(around: index, link.index) {
                reportStage(index, link.index)
            }
            for child in children(index) where isBackground(child) {
                reportStage(index, child)
            }
        }
        guard let group = launch?.group, !isBackground(group), launch?.isReady == false else {
            return
        }
        for index in indices where parent(of: index) == group && isBackground(index) {
            reportStage(group, index)
        }
    }

    private func isBackground(_ index: Int) -> Bool {
        guard index < base else { return declaration(index).options.stage == .background }
        guard let launch, !launch.isReady else { return false }
        return launch.isBackground(index)
    }

    private mutating func reportStage(_ index: Int, _ background: Int) {
        let origin = index < base ? origin(of: background) : origin(of: index)
        faults.append(
            .dependsOnBackground(
                name(index),
                background: name(background),
                origin: origin
            )
        )
    }

    /// Durations, limits and retries that cannot be meant.
    mutating func checkOptions() {
        check("deadline", plan.deadline, plan.name, .nowhere)
        check("grace", plan.grace, plan.name, .nowhere)
        // Zero has a meaning of its own here.
        if plan.drain != .zero { check("drain", plan.drain, plan.name, .nowhere) }
        for position in checked.indices {
            let operation = checked[position].declaration
            let (name, options) = (operation.name, operation.options)
            check("timeout", options.timeout, name, operation.origin)
            check("budget", options.budget, name, operation.origin)
            if let budget = options.budget, let timeout = options.timeout,
                Retry.isTooShort(budget: budget, timeout)
            {
                faults.append(
                    .budgetBelowTimeout(
                        in: name,
                        budget: budget,
                        timeout: timeout,
                        origin: operation.origin
                    )
                )
            }
            if let retry = options.retry { check(retry, name, operation.origin) }
            if let ended = options.ended { check(ended, options, name, operation.origin) }
            if case .action(let policy) = operation.kind {
                check("expires", policy.expires, name, operation.origin)
                check("budget", policy.retryBudget, name, operation.origin)
                if policy.limit < 1 {
                    faults.append(.invalidLimit(policy.limit, in: name, origin: operation.origin))
                }
                if !(1...ActionPolicy.maximalWidth).contains(policy.width) {
                    faults.append(
                        .invalidActionWidth(policy.width, in: name, origin: operation.origin)
                    )
                }
                if let retry = policy.retry { check(retry, name, operation.origin) }
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

    private mutating func check(
        _ ended: EndPolicy,
        _ options: OperationOptions,
        _ name: String,
        _ origin: Origin
    ) {
        switch ended {
        case .degrade, .stop: return
        case .fail: if options.isOptional { faults.append(.optionalEnds(name, origin: origin)) }
        case .restart(let limits):
            var wrong: [(RestartKey, String)] = []
            if let attempts = limits.attempts, attempts < 1 {
                wrong.append((.attempts, "\(attempts)"))
            }
            if limits.window <= .zero { wrong.append((.window, limits.window.timespan)) }
            if limits.initial < .zero { wrong.append((.initial, limits.initial.timespan)) }
            if limits.maximum < .zero { wrong.append((.maximum, limits.maximum.timespan)) }
            if let steady = limits.steady, steady <= .zero {
                wrong.append((.steady, steady.timespan))
            }
            for (key, value) in wrong {
                faults.append(.invalidRestart(key, value: value, in: name, origin: origin))
            }
        }
    }

    private mutating func check(_ retry: Retry, _ name: String, _ origin: Origin) {
        var wrong: [(RetryKey, String)] = []
        if retry.attempts < 1 { wrong.append((.attempts, "\(retry.attempts)")) }
        if !(retry.factor >= 1) { wrong.append((.factor, "\(retry.factor)")) }
        if !(0...1).contains(retry.jitter) { wrong.append((.jitter, "\(retry.jitter)")) }
        if retry.initial < .zero { wrong.append((.initial, retry.initial.timespan)) }
        if retry.maximum < .zero { wrong.append((.maximum, retry.maximum.timespan)) }
        for (key, value) in wrong {
            faults.append(.invalidRetry(key, value: value, in: name, origin: origin))
        }
    }
}
