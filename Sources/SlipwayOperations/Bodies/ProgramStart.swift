package import Slipway
package import SlipwayConfiguration
internal import SlipwayJSON

/// A program to start, and the terms that its operation sets for it.
package struct ProgramStart: Sendable {
    /// The name of the operation.
    package let name: String
    /// The program's ways to become ready, to be watched and to end.
    package let program: ProgramSpecification
    /// The program's command.
    package let exec: ExecSpecification
    /// The values that the templates are filled in from, for as long as the program runs.
    package let values: TemplateValues
    /// The `stop` of the operation, run before the program's processes are asked to end; `nil` for
    /// none.
    package let stop: ExecSpecification?
    /// The service can do without the program.
    package let isOptional: Bool
    /// The operation is tried again if the first start of its program fails.
    package let isTriedAgain: Bool
    /// The programs that this one requires, directly or through others; empty if no program has a
    /// rule for those that depend on it.
    package let requires: Set<String>
    package let times: ProgramTimes
    /// The program ran before, was ended for a reload that failed, and comes back as it was.
    package var isRestored = false
    /// Called when the process runs: from then on the start only waits.
    package var executed: @Sendable () -> Void = {}
    /// Called when the program asks for more time to become ready.
    package var extendTimeout: @Sendable (Duration) -> Void = { _ in }
}

extension OperationSpecification {
    /// The start of the operation's program; `nil` if it starts none that stays.
    func programStart(_ values: TemplateValues, _ surroundings: PlanSurroundings) -> ProgramStart? {
        guard let program, case .exec(let exec) = body else { return nil }
        var values = values
        // The `stop` may refer to the value of the operation itself.
        values.operations[name] = .null
        return ProgramStart(
            name: name,
            program: program,
            exec: exec,
            values: values,
            stop: stop,
            isOptional: isOptional,
            isTriedAgain: retry != nil,
            requires: surroundings.requiredPrograms[name] ?? [],
            times: programTimes(deadline: surroundings.deadline, grace: surroundings.grace)
        )
    }
}
