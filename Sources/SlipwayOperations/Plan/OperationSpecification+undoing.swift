internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON

/// The functions that undo an operation, and do it again.
///
/// They stay for as long as it is there: they keep nothing of the plan but what they call.
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
        let (runner, deadline, grace) = (
            surroundings.runner, surroundings.deadline, surroundings.grace
        )
        let isFlags = if case .flags = body { true } else { false }
        return Undoings.Undoing { [value] limit in
            // Its `stop` takes no longer than a grace.
            guard let stop, let values = value.stop else { return }
            try await runner.undo(stop, BodyOwner(name: name), values, within: limit)
        } redo: {
            // Flags are there as before.
            guard !isFlags else { return }
            try await within(timeout ?? deadline, runner) { _ in
                _ = try await runner.run(body, BodyOwner(name: name), before, grace)
            }
        }
    }

    /// Those of a program, which calls nothing of the launch yet that starts it.
    func undoing(of program: ProgramStart, _ runner: any BodyRunning) -> Undoings.Undoing {
        Undoings.Undoing(endsProgram: true) { _ in
            // It knows its grace itself.
            try await runner.stop(program: name)
        } redo: {
            // A start for its operation has no limit of its own, and the launch has none for this one.
            let times = program.times
            try await within(times.startLimit, upTo: times.longestStart, runner) {
                var program = program
                program.isRestored = true
                program.extendTimeout = $0
                try await runner.start(program)
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
        let values = try surroundings.values(references, without: name, context)
        guard let program = programStart(values, surroundings) else {
            let undoing = stop == nil ? nil : undoing(&value, values, surroundings)
            return surroundings.undoings.renew(name, undoing)
        }
        try await surroundings.runner.renew(keys, of: program)
        surroundings.undoings.renew(name, undoing(of: program, surroundings.runner))
    }
}
