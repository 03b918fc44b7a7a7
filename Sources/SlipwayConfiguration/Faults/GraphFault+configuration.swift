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
        _ root: ConfigurationNode,
        paths: [Origin: String]
    ) {
        let told = FaultPlaces(configuration: configuration, root: root, paths: paths).place(
            of: fault
        )
        let edges = fault.description.split(separator: "\n").dropFirst().map(String.init)
        self.init(
            file: told.origin.file,
            line: told.origin.line,
            column: told.origin.column,
            key: told.path,
            reason: Quoting.shown(told.reason, limit: Self.longest),
            details: edges.map { Quoting.shown($0, limit: Self.longest) }
        )
        isCycle = fault.isCycle
    }
}

/// The words for a fault of the graph in a configuration, and its place.
private struct FaultPlaces {
    let configuration: Configuration
    let root: ConfigurationNode
    let paths: [Origin: String]

    func place(of fault: GraphFault) -> (origin: Origin, path: String, reason: String) {
        switch fault {
        case .budgetBelowTimeout(_, let budget, let timeout, let origin):
            return self.budget(budget, timeout, origin)
        case .dependsOnBackground(let name, let background, _):
            let reason =
                "'\(name)' is part of the launch but depends on '\(background)', which starts once "
                + "the launch is ready; write stage: background for '\(name)', or remove it from "
                + "'\(background)'"
            return at(edge(name, background) ?? fault.origin, reason)
        case .readsAbsent(_, let read, _, let owner, let origin):
            return at(origin, absence(of: read, owner))
        case .requiresOptional(let name, let target, _, _),
            .dependsInsideRepeated(let name, let target, _, _),
            .waitsOutside(let name, _, _, let target, _):
            return at(edge(name, target) ?? fault.origin, fault.summary)
        case .cycle, .selfDependency, .duplicateName, .unknownName, .unknownQueue, .invalidWidth,
            .duplicateAction, .foreignHandle, .emptyName, .invalidDuration, .invalidLimit,
            .invalidActionWidth,
            .invalidRetry, .resultOutsideGroup, .optionalResult, .readsGroupWithoutValue,
            .conditionReads, .lockOrder, .optionalEnds, .invalidRestart, .addedAction,
            .addedQueue, .replacedPlan:
            return at(fault.origin, fault.summary)
        }
    }

    private func at(_ origin: Origin?, _ reason: String) -> (Origin, String, String) {
        let origin = origin ?? Origin(file: root.origin.file, line: 0)
        return (origin, paths[origin] ?? "", reason)
    }

    private func operation(_ name: String) -> OperationSpecification? {
        configuration.allOperations.first { $0.operation.name == name }?.operation
    }

    /// The position of the dependency that a fault is about, if the fault has only the operation.
    private func edge(_ name: String, _ target: String) -> Origin? {
        operation(name).flatMap { $0.requires + $0.after }?.first { $0.name == target }?.origin
    }

    private func budget(
        _ budget: Duration,
        _ timeout: Duration,
        _ origin: Origin
    ) -> (Origin, String, String) {
        let path = paths[origin] ?? ""
        let keys = root.section(at: origin, path)
        if let own = keys?["retry"]?.section?["budget"] {
            return (own.node.origin, own.path, ConfigurationDecoder.shortBudget(timeout))
        }
        let reason =
            "one attempt may take \(timeout.timespan), but all together only \(budget.timespan), the "
            + "budget under defaults; write a shorter timeout, or a retry"
        let field = keys?["timeout"]
        return (field?.node.origin ?? origin, field?.path ?? path, reason)
    }

    /// Why the value of `read` may be missing although all that is required has succeeded: `owner`
    /// has a condition, and may not have run.
    private func absence(of read: String, _ owner: String) -> String {
        let operation = operation(owner)
        let condition = operation?.condition?.description ?? ""
        let isGroup = self.operation(read)?.children != nil
        let isInside = self.operation(read)?.valueChain.contains(owner) ?? false
        let (cause, advice) =
            if owner == read, isGroup {
                ("it", "remove the condition or the reference")
            } else if owner == read {
                ("it", "give it a fallback with a value, or remove the reference")
            } else if isInside {
                (
                    "its value is that of '\(owner)', which",
                    "give '\(owner)' a fallback with a value, or remove the reference"
                )
            } else {
                (
                    "it is in group '\(owner)', which",
                    "refer to '\(read)' only in '\(owner)', or remove the reference"
                )
            }
        return "'\(read)' may have no value: \(cause) runs only if "
            + "\(Quoting.shown(condition, limit: 200)); \(advice)"
    }
}

extension OperationSpecification {
    /// The operation whose value a group has, then the one whose value that operation has, and so
    /// on.
    fileprivate var valueChain: [String] {
        guard case .group(let group) = body,
            let child = group.operations.first(where: { $0.name == group.value })
        else { return [] }
        return [child.name] + child.valueChain
    }
}

extension ConfigurationNode {
    /// The mapping under the key at a position, whose path is given; `nil` if there is none.
    fileprivate func section(at origin: Origin, _ path: String) -> Section? {
        var pending = [self]
        while let node = pending.popLast() {
            guard case .mapping(let entries) = node.content else { continue }
            if let entry = entries.first(where: { $0.keyOrigin == origin }) {
                return Field(path: path, keyOrigin: origin, node: entry.value).section
            }
            pending += entries.map(\.value)
        }
        return nil
    }
}

extension Field {
    fileprivate var section: Section? {
        guard case .mapping(let entries) = node.content else { return nil }
        return Section(path: path, origin: keyOrigin, entries: entries)
    }
}
