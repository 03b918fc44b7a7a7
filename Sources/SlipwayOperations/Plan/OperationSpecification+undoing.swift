internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON

/// The functions that undo an operation, and do it again.
///
/// The functions last as long as the operation can be undone: they hold nothing of the plan but
/// what they call.
extension OperationSpecification {
    /// The functions of a step with a `stop`.
    ///
    /// - Parameters:
    ///   - value: The value of the step, which gets what its `stop` is filled in from.
    ///   - values: The values with which the step ran, or would run.
    ///   - surroundings: The surroundings of its plan.
    /// - Returns: The functions.
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
            // The `stop` takes no longer than a grace.
            guard let stop, let values = value.stop else { return }
            try await runner.undo(stop, BodyOwner(name: name), values, within: limit)
        } redo: {
            // The `stop` does not undo the flags themselves.
            guard !isFlags else { return }
            try await within(timeout ?? deadline, runner) { _ in
                _ = try await runner.run(body, BodyOwner(name: name), before, grace)
            }
        }
    }

    /// The functions of a program, which does not yet call anything of the launch that starts it.
    func undoing(of program: ProgramStart, _ runner: any BodyRunning) -> Undoings.Undoing {
        Undoings.Undoing(endsProgram: true) { _ in
            // A program has its own grace.
            try await runner.stop(program: name)
        } redo: {
            // The launch bounds a start for its operation; nothing else bounds this one.
            let times = program.times
            try await within(times.startLimit, upTo: times.longestStart, runner) {
                var program = program
                program.isRestored = true
                program.extendTimeout = $0
                try await runner.start(program)
            }
        }
    }

    /// Changes how an operation that is taken over is watched, ended and undone, once this
    /// generation is in service.
    ///
    /// - Parameters:
    ///   - value: The value of the operation in the earlier generation.
    ///   - keys: The changed keys; nothing is done if there are none.
    ///   - context: The context of the operation, which does not run again.
    ///   - surroundings: The surroundings of its plan.
    /// - Throws: A text cannot be filled in, or something that the program needs is not there.
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
