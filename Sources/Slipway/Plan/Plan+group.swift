extension Plan {
    /// Declares a group: operations that begin together, and that stand for one operation outside.
    ///
    /// ```swift
    /// let session = plan.group("login", requires: [sdk], timeout: .seconds(10)) { plan in
    ///     let token = plan.add("authenticate") { _ in try await authenticate() }
    ///     let user = plan.add("fetch", reading: token) { token, _ in try await fetch(token) }
    ///     return plan.add("save", reading: user) { user, _ in try await save(user) }
    /// }
    /// plan.add("home", reading: session, on: .main) { session, _ in show(session) }
    /// ```
    ///
    /// No child starts before the group's own dependencies allow it, and the group has ended when
    /// all its children have. It has failed when a required child has, with every root cause, and
    /// is degraded when a child is or when an optional one did not succeed. It holds no place in a
    /// queue. Groups nest. Children are in the stage of their group, and at least at its priority;
    /// their names are unique in the plan, as those of all operations.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - requires: What must have succeeded (or be degraded) before a child starts.
    ///   - after: What must have ended, however, before a child starts.
    ///   - optional: Whether the launch goes on, degraded, if the group fails. A child is optional
    ///     or not within its group: a required one fails its group, whether or not that matters to
    ///     the launch.
    ///   - stage: Whether it gates readiness, or begins once the launch is ready.
    ///   - priority: The least priority of its children.
    ///   - locks: What the group holds from its beginning to its end. A child that names one of
    ///     these again has it already.
    ///   - condition: Decides, when everything is there that the group requires, whether it begins.
    ///     If not, it and all its children are skipped, which counts as success.
    ///   - timeout: How long the group may take, from its beginning; longer than zero. Past it the
    ///     group has failed, and its children are cancelled.
    ///   - failsFast: Whether the failure of a required child cancels the others.
    ///   - origin: Where it was declared, if not in the source that calls this.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - declare: Adds the children to the plan that it is given. If it throws, the plan is as it
    ///     was before.
    /// - Precondition: `declare` only adds to the plan: it does not put another one in its place.
    /// - Returns: The group, with the value of the operation that `declare` returns: one in the
    ///   group that is required, or has a fallback.
    @discardableResult
    public mutating func group<Value: Sendable>(
        _ name: String,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        stage: Stage = .launch,
        priority: Priority = .normal,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        failsFast: Bool = true,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        _ declare: (inout Plan) throws -> Handle<Value>
    ) rethrows -> Handle<Value> {
        let before = PlanMark(self)
        do {
            let note = addPolicies(timeout: timeout, condition: condition, locks: locks)
            return try declareGroup(
                name,
                requires: requires,
                after: after,
                optional: optional,
                stage: stage,
                priority: priority,
                policies: note,
                failsFast: failsFast,
                origin ?? Origin(file: file, line: line)
            ) { plan in
                try declare(&plan).operation
            }
        } catch {
            before.restore(&self)
            throw error
        }
    }

    /// Declares a group without a value.
    ///
    /// The parameters are those of the form with a value.
    @discardableResult
    public mutating func group(
        _ name: String,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        stage: Stage = .launch,
        priority: Priority = .normal,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        failsFast: Bool = true,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        _ declare: (inout Plan) throws -> Void
    ) rethrows -> Handle<Void> {
        let before = PlanMark(self)
        do {
            let note = addPolicies(timeout: timeout, condition: condition, locks: locks)
            return try declareGroup(
                name,
                requires: requires,
                after: after,
                optional: optional,
                stage: stage,
                priority: priority,
                policies: note,
                failsFast: failsFast,
                origin ?? Origin(file: file, line: line)
            ) { plan in
                try declare(&plan)
                return nil
            }
        } catch {
            before.restore(&self)
            throw error
        }
    }

    private mutating func declareGroup<Value>(
        _ name: String,
        requires: [any Dependency],
        after: [any Dependency],
        optional: Bool,
        stage: Stage,
        priority: Priority,
        policies: Int32,
        failsFast: Bool,
        _ origin: Origin,
        _ declareChildren: (inout Plan) throws -> OperationID?
    ) rethrows -> Handle<Value> {
        let start = addEdges(requires: requires, after: after)
        let entry = declare(
            name,
            .groupEntry,
            nil,
            on: .userInitiated,
            optional: optional,
            stage: stage,
            priority: priority,
            edgeStart: start,
            policies: policies,
            origin,
            origin.file,
            origin.line
        )
        let number = open(name, at: entry, failsFast: failsFast)
        let result = try declareChildren(&self)
        return close(number, result: result)
    }

    private mutating func open(_ name: String, at entry: Int, failsFast: Bool) -> Int {
        groups.append(
            GroupDeclaration(
                name: name,
                entry: entry,
                exit: entry,
                parent: currentGroup,
                failsFast: failsFast
            )
        )
        currentGroup = Int32(truncatingIfNeeded: groups.count - 1)
        return groups.count - 1
    }

    /// Ends a group: declares what comes after everything in it.
    private mutating func close<Value>(_ number: Int, result: OperationID?) -> Handle<Value> {
        let group = groups[number]
        let entry = declarations[group.entry]
        let start = edges.count
        edges.add(group.entry, .after)
        for child in children(of: number) { edges.add(child, .after) }
        currentGroup = group.parent
        let exit = declarations.count
        declarations.append(
            Declaration(
                name: group.name,
                body: nil,
                edgeStart: UInt32(truncatingIfNeeded: start),
                edgeCount: UInt32(truncatingIfNeeded: edges.count - start),
                file: entry.file,
                line: entry.line,
                group: group.parent,
                policies: -1,
                queue: entry.queue,
                column: entry.column,
                priority: entry.priority,
                kind: .groupExit,
                flags: entry.flags
            )
        )
        groups[number].exit = exit
        if let result {
            let index = declarations.index(of: result) ?? exit
            let isInside = index > group.entry && index < exit
            groups[number].result =
                isInside ? Int32(truncatingIfNeeded: index) : GroupDeclaration.resultOutside
        }
        return handle(exit)
    }

    /// The operations that are directly in a group; for groups among them, where they end.
    ///
    /// The group must be closed, or the last one that is not.
    func children(of number: Int) -> [Int] {
        let group = groups[number]
        let end = group.exit > group.entry ? group.exit : declarations.count
        var children: [Int] = []
        var nested = number + 1
        var next = group.entry + 1
        while next < end {
            if declarations[next].kind == .groupEntry {
                while groups[nested].entry < next { nested += 1 }
                next = groups[nested].exit
            }
            children.append(next)
            next += 1
        }
        return children
    }

    /// The group that ends at a declaration.
    ///
    /// Groups are in the order in which they begin, and one that begins inside another ends there.
    func group(endingAt exit: Int) -> Int {
        var (low, high) = (0, groups.count)
        while low < high {
            let middle = (low + high) / 2
            if groups[middle].entry < exit { low = middle + 1 } else { high = middle }
        }
        var number = low - 1
        while number > 0, groups[number].exit != exit { number = Int(groups[number].parent) }
        return number
    }
}

extension GroupDeclaration {
    /// Stands for a result that is not in the group: a fault.
    static let resultOutside: Int32 = -2
}
