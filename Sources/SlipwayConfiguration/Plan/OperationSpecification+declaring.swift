internal import Slipway
internal import SlipwayJSON

extension OperationSpecification {
    /// Adds the operation, with everything in it, to a plan.
    ///
    /// - Returns: `nil` for a group without a value.
    @discardableResult
    func declare(
        in plan: inout Plan,
        _ surroundings: PlanSurroundings
    ) -> Handle<ConfiguredValue>? {
        if case .group(let group) = body { return declare(group, in: &plan, surroundings) }
        guard program == nil else { return declareProgram(in: &plan, surroundings) }
        let flags = FlagsInUse(self, surroundings)
        return plan.add(
            name,
            on: queue,
            requires: requires.map(\.dependency),
            after: after.map(\.dependency),
            optional: isOptional,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition?.condition(surroundings),
            timeout: timeout,
            retry: retry?.retry,
            budget: retry?.budget,
            fallback: valueFallback(surroundings, flags),
            teardown: teardown(surroundings),
            origin: origin
        ) { (context) async throws -> ConfiguredValue in
            try await value(context, surroundings, flags)
        }
    }

    private func declareProgram(
        in plan: inout Plan,
        _ surroundings: PlanSurroundings
    ) -> Handle<ConfiguredValue> {
        plan.addProgram(
            name,
            on: queue,
            requires: requires.map(\.dependency),
            after: after.map(\.dependency),
            optional: isOptional,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition?.condition(surroundings),
            timeout: timeout,
            retry: retry?.retry,
            budget: retry?.budget,
            fallback: fallback.map { .value(ConfiguredValue(json: $0)) },
            // Its `stop` and its end each have a grace of their own.
            teardown: ProgramTeardown(graces: stop == nil ? 1 : 2) { _ in
                try await surroundings.runner.stop(program: name)
            },
            origin: origin
        ) { (context) async throws -> ConfiguredValue in
            try await value(context, surroundings, nil)
        }
    }

    private func value(
        _ context: OperationContext,
        _ surroundings: PlanSurroundings,
        _ flags: FlagsInUse?
    ) async throws -> ConfiguredValue {
        var values = try surroundings.values(references, without: name, context)
        let owner = BodyOwner(name: name)
        if let program, case .exec(let exec) = body {
            // Its `stop` may refer to the value of the operation itself.
            values.operations[name] = .null
            try await surroundings.runner.start(
                program,
                exec,
                owner,
                values,
                stop: stop,
                StartTerms(
                    isOptional: isOptional,
                    isTriedAgain: retry != nil,
                    timeout: timeout,
                    deadline: surroundings.deadline,
                    grace: surroundings.grace,
                    executed: { context.waitOutsideQueue() },
                    extendTimeout: { context.extendTimeout(by: $0) }
                )
            )
            return ConfiguredValue(json: .null)
        }
        var value =
            if let flags { try await flags.value(values, context) } else {
                ConfiguredValue(
                    json: try await surroundings.run(body, owner, values),
                    identity: cached == nil ? nil : try? body.identity(values)
                )
            }
        guard stop != nil else { return value }
        values.operations[name] = value.json
        value.stop = values
        return value
    }

    /// The last good value, if it is to stand in, and then the one of the file.
    private func valueFallback(
        _ surroundings: PlanSurroundings,
        _ flags: FlagsInUse?
    ) -> Fallback<ConfiguredValue>? {
        let fixed = fallback.map { Fallback.value(ConfiguredValue(json: $0, flags: flags)) }
        guard let cached else { return fixed }
        let last = Fallback<ConfiguredValue>.cached(maximumAge: cached) { error in
            FlagsInUse.decline(error)
        } identity: { context in
            try body.identity(surroundings.values(body.references, context))
        } keeping: { value in
            value.identity.map { (KeptAnswer(value: value.json, etag: value.etag), $0) }
        } making: { kept, age in
            flags?.useKept(kept, age) ?? ConfiguredValue(json: kept.value, age: age)
        }
        return fixed.map { last.or($0) } ?? last
    }

    private func teardown(
        _ surroundings: PlanSurroundings
    ) -> (@Sendable (ConfiguredValue) async throws -> Void)? {
        guard stop != nil else { return nil }
        return { value in try await undo(value, surroundings) }
    }

    /// Runs its `stop`, which takes no longer than a grace.
    private func undo(_ value: ConfiguredValue?, _ surroundings: PlanSurroundings) async throws {
        guard let stop, let values = value?.stop else { return }
        let owner = BodyOwner(name: name)
        try await surroundings.runner.undo(stop, owner, values, within: surroundings.grace)
    }
}

extension OperationSpecification {
    /// The plan has a typed value for it; a group without one has none.
    private var hasValue: Bool {
        guard case .group(let group) = body else { return true }
        return group.operations.first { $0.name == group.value }?.hasValue ?? false
    }

    private func declare(
        _ group: GroupSpecification,
        in plan: inout Plan,
        _ surroundings: PlanSurroundings
    ) -> Handle<ConfiguredValue>? {
        guard hasValue else {
            declareWithoutValue(group, in: &plan, surroundings)
            return nil
        }
        return try? plan.group(
            name,
            requires: requires.map(\.dependency),
            after: after.map(\.dependency),
            optional: isOptional,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition?.condition(surroundings),
            timeout: timeout,
            retry: retry?.retry,
            budget: retry?.budget,
            fallback: fallback.map { .value(ConfiguredValue(json: $0)) },
            failsFast: group.failsFast,
            origin: origin
        ) { plan in
            var value: Handle<ConfiguredValue>?
            for operation in group.operations {
                let handle = operation.declare(in: &plan, surroundings)
                if operation.name == group.value { value = handle }
            }
            // `hasValue` has found it already.
            guard let value else { throw NoValue() }
            return value
        }
    }

    private func declareWithoutValue(
        _ group: GroupSpecification,
        in plan: inout Plan,
        _ surroundings: PlanSurroundings
    ) {
        plan.group(
            name,
            requires: requires.map(\.dependency),
            after: after.map(\.dependency),
            optional: isOptional,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition?.condition(surroundings),
            timeout: timeout,
            retry: retry?.retry,
            budget: retry?.budget,
            fallback: fallback == nil ? nil : .value(()),
            failsFast: group.failsFast,
            origin: origin
        ) { plan in
            for operation in group.operations { operation.declare(in: &plan, surroundings) }
        }
    }
}

/// A group's value is that of no operation in it.
private struct NoValue: Error {}

extension RetrySpecification {
    /// The retry of the plan; its budget is apart.
    var retry: Retry {
        .exponential(
            attempts: attempts,
            initial: initial,
            factor: factor,
            maximum: maximum,
            jitter: jitter
        )
    }
}
