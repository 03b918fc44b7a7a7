package import SlipwayConfiguration

extension OperationSpecification {
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
