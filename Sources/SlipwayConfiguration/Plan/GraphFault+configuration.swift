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
        isCycle = fault.isCycle
    }
}

extension GraphFault {
    /// The summary, with advice in the words of a configuration.
    fileprivate var configurationSummary: String {
        guard case .dependsOnBackground(let name, let background, _) = self else { return summary }
        return
            "'\(name)' is part of the launch but depends on '\(background)', which starts once the "
            + "launch is ready; write stage: background for '\(name)', or remove it from "
            + "'\(background)'"
    }
}

extension Configuration {
    /// The position of the dependency that a fault is about, if the fault has only the operation.
    fileprivate func edge(of fault: GraphFault) -> Origin? {
        switch fault {
        case .requiresOptional(let name, let target, _),
            .dependsOnBackground(let name, let target, _),
            .waitsOutside(let name, _, _, let target, _):
            let operation = allOperations.first { $0.operation.name == name }?.operation
            return operation.flatMap { $0.requires + $0.after }?.first { $0.name == target }?.origin
        default: return nil
        }
    }
}
