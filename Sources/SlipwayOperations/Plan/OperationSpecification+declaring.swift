internal import Slipway
internal import SlipwayConfiguration
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
        let room = declareRoom(in: &plan, surroundings)
        let flags = FlagsInUse(self, surroundings)
        return plan.add(
            name,
            on: queue,
            requires: requires.map(\.dependency) + room,
            after: after.map(\.dependency),
            options(surroundings),
            when: condition?.condition(of: name, surroundings),
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
        let room = declareRoom(in: &plan, surroundings)
        return plan.addProgram(
            name,
            on: queue,
            requires: requires.map(\.dependency) + room,
            after: after.map(\.dependency),
            options(surroundings),
            when: condition?.condition(of: name, surroundings),
            fallback: valueFallback(surroundings, nil),
            // The `stop` and the end of the processes each have a grace of their own.
            teardown: ProgramTeardown(graces: stop == nil ? 1 : 2) { _ in
                try await surroundings.undoings.undo(name, within: surroundings.grace)
            },
            origin: origin
        ) { (context) async throws -> ConfiguredValue in
            try await value(context, surroundings, nil)
        }
    }

    /// The options of the plan; an operation that is taken over is neither timed nor tried again.
    private func options(_ surroundings: PlanSurroundings) -> OperationOptions {
        // The options of a group bound what runs in it.
        let runs = children != nil || surroundings.inheritance?.adopted(name) == nil
        // If other starts may follow a program's first one, the timeout is the limit of each.
        let isTimed = runs && program?.includesFirstStart != true
        let failsFast = if case .group(let group) = body { group.failsFast } else { true }
        return OperationOptions(
            optional: isOptional,
            stage: stage,
            priority: priority,
            locks: locks,
            timeout: isTimed ? timeout : nil,
            retry: runs ? retry?.retry : nil,
            budget: runs ? retry?.budget : nil,
            failsFast: failsFast
        )
    }

    /// Declares the step that undoes what the operation did in the earlier generation, once it is
    /// about to run.
    ///
    /// The step has a time of its own, which is shown apart and is no part of the operation's
    /// `timeout`.
    ///
    /// - Parameters:
    ///   - plan: Gets the step.
    ///   - surroundings: The surroundings of the plan.
    ///   - group: The group of the background stage that the operation is in; the group requires
    ///     the step.
    /// - Returns: The step, which the operation requires; empty if there is nothing to undo.
    private func declareRoom(
        in plan: inout Plan,
        _ surroundings: PlanSurroundings,
        for group: OperationSpecification? = nil
    ) -> [any Dependency] {
        guard let inheritance = surroundings.inheritance, inheritance.needsRoom(name),
            group != nil || !surroundings.isInBackground
        else { return [] }
        // In the background the step runs before the launch is ready, while the earlier generation
        // is whole.
        let isInBackground = (group ?? self).stage == .background
        let required = isInBackground ? [] : requires.map(\.dependency)
        let followed = isInBackground ? [] : after.map(\.dependency)
        return [
            plan.add(
                "undo \(name)",
                // With a fallback the operation may require what is optional; the step has none.
                requires: fallback == nil ? required : [],
                after: fallback == nil ? followed : required + followed,
                optional: (group ?? self).isOptional,
                priority: priority,
                origin: origin
            ) { (context) async throws -> Void in
                context.waitOutsideQueue()
                try await inheritance.makeRoom(for: name)
            }
        ]
    }

    private func value(
        _ context: OperationContext,
        _ surroundings: PlanSurroundings,
        _ flags: FlagsInUse?
    ) async throws -> ConfiguredValue {
        if let inheritance = surroundings.inheritance, inheritance.adopted(name) != nil {
            context.waitOutsideQueue()
            var value = try await inheritance.value(of: name)
            // The generation that asked for the value stored it; stored again it would seem new.
            value.identity = nil
            try await renew(&value, inheritance.changedKeys(of: name), context, surroundings)
            return try inherited(value, flags, context, surroundings)
        }
        let values = try surroundings.values(references, without: name, context)
        if var program = programStart(values, surroundings) {
            // Noted before the start, which may fail: an operator may start the program later. The
            // callbacks are set after that, since the launch may be gone by then.
            surroundings.undoings.note(name, undoing(of: program, surroundings.runner))
            program.executed = { context.waitOutsideQueue() }
            program.extendTimeout = { context.extendTimeout(by: $0) }
            try await surroundings.runner.start(program)
            return ConfiguredValue(json: .null)
        }
        var value =
            if let flags { try await flags.value(values, context) } else {
                try await ask(values, context, surroundings)
            }
        guard stop != nil else { return value }
        surroundings.undoings.note(name, undoing(&value, values, surroundings))
        return value
    }

    /// A value of the earlier generation, as this one has it: with its own flags.
    private func inherited(
        _ value: ConfiguredValue,
        _ flags: FlagsInUse?,
        _ context: OperationContext,
        _ surroundings: PlanSurroundings
    ) throws -> ConfiguredValue {
        guard let flags else { return value }
        let values = try surroundings.values(references, without: name, context)
        flags.take(over: value, values, context)
        var value = value
        value.flags = flags
        return value
    }

    /// The fallback: the last good value, if that is to stand in, then the value of the file.
    private func valueFallback(
        _ surroundings: PlanSurroundings,
        _ flags: FlagsInUse?
    ) -> Fallback<ConfiguredValue>? {
        if let inheritance = surroundings.inheritance, inheritance.adopted(name) == .degraded {
            return .from { _, context in
                guard let value = try await inheritance.end(of: name).1 else { return nil }
                return FallbackValue(
                    try inherited(value, flags, context, surroundings),
                    source: "the earlier generation"
                )
            }
        }
        let fixed = fallback.map { Fallback.value(ConfiguredValue(json: $0, flags: flags)) }
        guard let cached else { return fixed }
        let last = Fallback<ConfiguredValue>.cached(upTo: cached) { error in
            AnswerFailure.declining(error)
        } identity: { context in
            try body.identity(surroundings.values(body.references, context))
        } keeping: { value in
            value.identity.map {
                (KeptAnswer(value, etag: value.etag), $0)
            }
        } matching: { kept, context in
            try kept.isAsked(by: body.request, surroundings.values(body.references, context))
        } making: { kept, age in
            flags?.useKept(kept, age) ?? ConfiguredValue(json: kept.value, age: age)
        }
        return fixed.map { last.or($0) } ?? last
    }

    private func teardown(
        _ surroundings: PlanSurroundings
    ) -> (@Sendable (ConfiguredValue?) async throws -> Void)? {
        guard stop != nil else { return nil }
        return { _ in
            try await surroundings.undoings.undo(name, within: surroundings.grace)
        }
    }
}

extension OperationSpecification {
    /// - Returns: `nil` if no operation in the group gives it a value.
    private func declare(
        _ group: GroupSpecification,
        in plan: inout Plan,
        _ surroundings: PlanSurroundings
    ) -> Handle<ConfiguredValue>? {
        var value: Handle<ConfiguredValue>?
        var surroundings = surroundings
        var room: [any Dependency] = []
        if stage == .background {
            for operation in withNested(in: "").map(\.operation) where operation.children == nil {
                room += operation.declareRoom(in: &plan, surroundings, for: self)
            }
            surroundings.isInBackground = true
        }
        let handle = plan.group(
            name,
            requires: requires.map(\.dependency) + room,
            after: after.map(\.dependency),
            options(surroundings),
            when: condition?.condition(of: name, surroundings),
            fallback: fallback.map { .value(ConfiguredValue(json: $0)) },
            origin: origin
        ) { [surroundings] plan in
            for operation in group.operations {
                let handle = operation.declare(in: &plan, surroundings)
                if operation.name == group.value { value = handle }
            }
            return value
        }
        return value == nil ? nil : handle
    }
}
