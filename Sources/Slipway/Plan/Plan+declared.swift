extension Plan {
    /// What was added, in order, whether or not it can be launched; a group comes after what is in
    /// it.
    ///
    /// Made anew at each call.
    public var operations: [PlannedOperation] {
        let late = Dictionary(grouping: edges.late) { name(of: $0.dependent) }
        return declarations.indices.compactMap { planned($0, late) }
    }

    /// The kinds of launch action, in order.
    ///
    /// Made anew at each call.
    public var actions: [PlannedAction] {
        actionDeclarations.map { declaration in
            PlannedAction(
                name: declaration.name,
                queue: declaration.queue,
                priority: declaration.priority,
                timeout: declaration.timeout,
                requires: declaration.edges.map { planned(edges[$0], declaration.origin) },
                origin: declaration.origin
            )
        }
    }

    private func planned(
        _ number: Int,
        _ late: [String: [EdgeTable.LateEdge]]
    ) -> PlannedOperation? {
        let declaration = declarations[number]
        guard declaration.kind != .groupEntry else { return nil }
        let isGroup = declaration.kind == .groupExit
        // What a group depends on, and how it is held up, is noted where it begins.
        let entry = isGroup ? declarations[groups[group(endingAt: number)].entry] : declaration
        let policies = policies(of: entry)
        let added = late[declaration.name] ?? []
        return PlannedOperation(
            name: declaration.name,
            queue: queue(of: declaration),
            isOptional: declaration.isOptional,
            stage: declaration.isBackground ? .background : .launch,
            priority: declaration.priority,
            locks: policies?.locks ?? [],
            group: declaration.group < 0 ? nil : groups[Int(declaration.group)].name,
            isGroup: isGroup,
            timeout: policies?.timeout,
            budget: policies?.budget,
            attempts: policies?.retry?.attempts ?? 1,
            hasFallback: policies?.fallback != nil,
            condition: policies?.condition?.description,
            requires: planned(entry, .requires)
                + added.filter { $0.kind == .requires }.map(planned),
            after: planned(entry, .after) + added.filter { $0.kind == .after }.map(planned),
            origin: origin(of: declaration)
        )
    }

    private func planned(
        _ declaration: Declaration,
        _ kind: DependencyKind
    ) -> [PlannedOperation.Edge] {
        let origin = origin(of: declaration)
        return declaration.edges.lazy.map { edges[$0] }
            .filter { $0.kind == kind && !isEntry($0) }
            .map { planned($0, origin) }
    }

    private func isEntry(_ edge: EdgeTable.Edge) -> Bool {
        !edge.isExternal && edge.number < declarations.count
            && declarations[edge.number].kind == .groupEntry
    }

    private func planned(_ edge: EdgeTable.Edge, _ declared: Origin) -> PlannedOperation.Edge {
        PlannedOperation.Edge(name: name(of: edge), origin: edges.origin(of: edge) ?? declared)
    }

    private func planned(_ edge: EdgeTable.LateEdge) -> PlannedOperation.Edge {
        PlannedOperation.Edge(name: name(of: edge.dependency), origin: edge.origin)
    }

    private func name(of edge: EdgeTable.Edge) -> String {
        if edge.isExternal {
            switch edges.externals[edge.number] {
            case .name(let name, _): return name
            case .operation: return "(another plan)"
            }
        }
        return edge.number < declarations.count ? declarations[edge.number].name : "(another plan)"
    }
}
