package import Slipway
package import SlipwayConfiguration
internal import SlipwayJSON

/// A program to start, and the terms that its operation sets for it.
package struct ProgramStart: Sendable {
    /// Its operation.
    package let name: String
    /// Its ways to become ready, to be watched and to end.
    package let program: ProgramSpecification
    /// Its command.
    package let exec: ExecSpecification
    /// The values that its templates are filled in from, for as long as it runs.
    package let values: TemplateValues
    /// The command that ends it in its own way, before its processes are asked to; `nil` for none.
    package let stop: ExecSpecification?
    /// The service can do without it.
    package let isOptional: Bool
    /// Its operation is tried again if its first start fails.
    package let isTriedAgain: Bool
    /// The programs that it requires, directly or through others, if any has a rule for those that depend
    /// on it.
    package let requires: Set<String>
    package let times: ProgramTimes
    /// It ran before, was ended for a reload that failed, and comes back as it was.
    package var isRestored = false
    /// Called when its process runs: from then on it only waits.
    package var executed: @Sendable () -> Void = {}
    /// Called when it asks for more time to become ready.
    package var extendTimeout: @Sendable (Duration) -> Void = { _ in }
}

extension OperationSpecification {
    /// The start of its program; `nil` if it starts none that stays.
    func programStart(_ values: TemplateValues, _ surroundings: PlanSurroundings) -> ProgramStart? {
        guard let program, case .exec(let exec) = body else { return nil }
        var values = values
        // Its `stop` may refer to the value of the operation itself.
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
