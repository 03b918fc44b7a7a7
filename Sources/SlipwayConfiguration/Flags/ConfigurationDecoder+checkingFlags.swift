internal import Slipway

extension ConfigurationDecoder {
    /// Reports each `changed` that names no kind of action, or one that needs more than a change of
    /// a flag has.
    func checkChanges(_ configuration: Configuration) {
        for (operation, _) in configuration.allOperations {
            guard case .flags(let flags) = operation.body, let kind = flags.changed else {
                continue
            }
            let action = configuration.actions.first { $0.name == kind.name }
            guard let reason = fault(of: kind.name, action, configuration) else { continue }
            report(reason, at: kind.origin, paths[kind.origin] ?? "")
        }
    }

    private func fault(
        of name: String,
        _ action: ActionSpecification?,
        _ configuration: Configuration
    ) -> String? {
        guard let action else {
            let advice =
                nearest.next(name, among: configuration.actions.map(\.name))
                .map { "did you mean '\($0)'?" } ?? "declare it under actions"
            return "no launch action is named \(Quoting.quoted(name)); \(advice)"
        }
        let keys = FlagsSpecification.keysOfChange
        let lacking = action.parameters.parameters
            .first { $0.isRequired && !keys.contains($0.name) }
        guard let lacking else { return nil }
        return
            "\(Quoting.quoted(name)) requires the parameter \(Quoting.quoted(lacking.name)), and a "
            + "change has only \(keys.joined(separator: ", ")); name another kind, or do not require it"
    }
}

extension ConfigurationNode {
    /// The names of the operations of a file that have the key `flags`, also in groups.
    var namesOfFlags: [String] {
        var names: [String] = []
        var files = [self]
        while let file = files.popLast() {
            for operation in file.entry("operations")?.entries ?? [] {
                if operation.value.entry("flags") != nil { names.append(operation.key) }
                if let group = operation.value.entry("group") { files.append(group) }
            }
        }
        return names
    }

    private var entries: [Entry] {
        guard case .mapping(let entries) = content else { return [] }
        return entries
    }

    private func entry(_ key: String) -> ConfigurationNode? {
        entries.first { $0.key == key }?.value
    }
}
