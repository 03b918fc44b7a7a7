internal import Slipway
package import SlipwayConfiguration

extension OperationSpecification {
    /// The operation without the places where it is written; of a group, without what is in it.
    var definition: OperationSpecification {
        var definition = self
        definition.origin = .nowhere
        for index in definition.requires.indices { definition.requires[index].origin = .nowhere }
        for index in definition.after.indices { definition.after[index].origin = .nowhere }
        if case .group(var group) = body {
            group.operations = []
            definition.body = .group(group)
        }
        // A program that runs gets other limits.
        if program != nil, case .exec(var exec) = body {
            exec.settings.resources = ResourcesSpecification()
            definition.body = .exec(exec)
        }
        // Its wishes for a reload change nothing of what runs.
        definition.program?.reload = nil
        definition.program?.forgetEnd()
        if case .flags(var flags) = body {
            flags.changed?.origin = .nowhere
            definition.body = .flags(flags)
        }
        return definition
    }

    /// The keys about the end of its program that are not the same in another definition.
    func changedEndKeys(from earlier: OperationSpecification) -> [String] {
        guard let one = program, let other = earlier.program else { return [] }
        var keys: [String] = []
        func compare<Value: Equatable>(_ key: String, _ value: (ProgramSpecification) -> Value) {
            if value(one) != value(other) { keys.append(key) }
        }
        compare("ended", \.ended)
        compare("restart", \.restart)
        compare("success", \.success)
        compare("exitStatus", \.exitStatus)
        compare("dependents", \.dependents)
        return keys
    }

    /// The credentials that its texts refer to.
    var credentials: Set<String> {
        Set(
            references.compactMap { reference in
                if case .credential(let name) = reference { name } else { nil }
            }
        )
    }

    /// The commands that it runs.
    private var commands: [ExecSpecification] {
        var commands = stop.map { [$0] } ?? []
        if case .exec(let exec) = body { commands.append(exec) }
        for case (_, .exec(let exec)) in program?.checks ?? [] { commands.append(exec) }
        if let last = program?.beforeGivingUp { commands.append(last) }
        return commands
    }

    /// The resources that its program may take; `nil` if it starts none that stays.
    package var resources: ResourcesSpecification? {
        guard program != nil, case .exec(let exec) = body else { return nil }
        return exec.settings.resources
    }

    /// The files with variables for its commands, as far as their paths are known before it runs.
    func environmentFiles(_ values: TemplateValues) -> [String] {
        commands.flatMap(\.environmentFiles).compactMap { try? $0.path.render(values) }
    }

    /// The files that its program reads, as far as their paths are known before it runs.
    func programFiles(_ values: TemplateValues) -> [String] {
        program?.reload?.files.compactMap { try? $0.render(values) } ?? []
    }

    /// The file that it writes; `nil` if it writes none, or its path is not known before it runs.
    func writtenFile(_ values: TemplateValues) -> String? {
        guard case .write(let write) = body else { return nil }
        return try? write.path.render(values)
    }
}

extension ProgramSpecification {
    /// Drops what its end means: a program that runs learns that of a new definition.
    fileprivate mutating func forgetEnd() {
        ended = .fail
        restart = RestartSpecification()
        success = SuccessSpecification()
        exitStatus = .usual
        dependents = .kept
    }
}
