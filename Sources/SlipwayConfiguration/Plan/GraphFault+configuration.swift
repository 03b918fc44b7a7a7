internal import Slipway

extension ConfigurationFault {
    /// The most characters of a line about a graph: a wrong name can be as long as the file.
    private static let longest = 1000

    /// A fault of the graph that a configuration makes, at the key that causes it.
    ///
    /// `paths` holds the key at each position that the plan was given.
    init(
        _ fault: GraphFault,
        of configuration: Configuration,
        file: String,
        paths: [Origin: String]
    ) {
        let origin =
            configuration.edge(of: fault) ?? fault.origin ?? Origin(file: file, line: 0)
        let edges = fault.description.split(separator: "\n").dropFirst().map(String.init)
        self.init(
            file: origin.file,
            line: origin.line,
            column: origin.column,
            key: paths[origin] ?? "",
            reason: Quoting.shown(fault.configurationSummary, limit: Self.longest),
            details: edges.map { Quoting.shown($0, limit: Self.longest) }
        )
    }
}

extension GraphFault {
    /// The summary, with advice that fits a configuration, which has no fallbacks yet.
    fileprivate var configurationSummary: String {
        guard case .requiresOptional(let name, let optional, _) = self else { return summary }
        return
            "required operation '\(name)' requires '\(optional)', which is optional; make '\(name)' "
            + "optional or '\(optional)' required, or let '\(name)' run after it"
    }
}

extension Configuration {
    /// The position of the dependency that a fault is about, if the fault has only the operation.
    fileprivate func edge(of fault: GraphFault) -> Origin? {
        guard case .requiresOptional(let name, let optional, _) = fault else { return nil }
        return operations.first { $0.name == name }?
            .requires.first { $0.name == optional }?
            .origin
    }
}
