internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON

/// The functions that undo an operation, and do it again.
extension OperationSpecification {
    /// Those of a step with a `stop`.
    ///
    /// - Parameters:
    ///   - value: Its value, which gets what its `stop` is filled in from.
    ///   - values: The values with which it ran, or would run.
    ///   - surroundings: Those of its plan.
    /// - Returns: Its functions.
    func undoing(
        _ value: inout ConfiguredValue,
        _ values: TemplateValues,
        _ surroundings: PlanSurroundings
    ) -> Undoings.Undoing {
        let before = values
        var values = values
        values.operations[name] = value.json
        value.stop = values
        let isFlags = if case .flags = body { true } else { false }
        return Undoings.Undoing { [value] grace in
            // Its `stop` takes no longer than a grace.
            guard let stop, let values = value.stop else { return }
            let owner = BodyOwner(name: name)
            try await surroundings.runner.undo(stop, owner, values, within: grace)
        } redo: {
            // Flags are there as before.
            guard !isFlags else { return }
            try await within(timeout ?? surroundings.deadline, surroundings.runner) { _ in
                _ = try await surroundings.runner.run(
                    body,
                    BodyOwner(name: name),
                    before,
                    surroundings.grace
                )
            }
        }
    }

    /// Those of a program.
    func undoing(
        of program: ProgramSpecification,
        _ exec: ExecSpecification,
        _ values: TemplateValues,
        _ surroundings: PlanSurroundings
    ) -> Undoings.Undoing {
        Undoings.Undoing(endsProgram: true) { _ in
            // It knows its grace itself.
            try await surroundings.runner.stop(program: name)
        } redo: {
            // A start for its operation has no limit of its own, and the launch has none for this one.
            try await within(
                timeout ?? surroundings.deadline,
                upTo: surroundings.deadline,
                surroundings.runner
            ) {
                try await surroundings.runner.start(
                    program,
                    exec,
                    BodyOwner(name: name),
                    values,
                    stop: stop,
                    terms(surroundings, isRestored: true, executed: {}, extendTimeout: $0)
                )
            }
        }
    }

    /// Has what an earlier generation did watched, ended and undone as this one says, once this one is in service.
    ///
    /// - Parameters:
    ///   - value: Its value there.
    ///   - keys: What has changed; nothing is done if nothing has.
    ///   - context: That of the operation, which does not run again.
    ///   - surroundings: Those of its plan.
    /// - Throws: A text cannot be filled in, or what it needs is not there.
    func renew(
        _ value: inout ConfiguredValue,
        _ keys: Set<String>,
        _ context: OperationContext,
        _ surroundings: PlanSurroundings
    ) async throws {
        guard !keys.isEmpty else { return }
        var values = try surroundings.values(references, without: name, context)
        guard let program, case .exec(let exec) = body else {
            let undoing = stop == nil ? nil : undoing(&value, values, surroundings)
            return surroundings.undoings.renew(name, undoing)
        }
        values.operations[name] = .null
        try await surroundings.runner.renew(
            keys,
            of: program,
            exec,
            BodyOwner(name: name),
            values,
            stop: stop,
            terms(surroundings, executed: {}, extendTimeout: { _ in })
        )
        surroundings.undoings.renew(name, undoing(of: program, exec, values, surroundings))
    }
}
