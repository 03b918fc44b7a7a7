extension Plan {
    /// Makes room for so many further operations and dependencies, so that declaring them moves
    /// nothing.
    ///
    /// Worth it for plans of a hundred thousand and more that a program makes.
    public mutating func reserveCapacity(operations: Int, dependencies: Int = 0) {
        declarations.reserveCapacity(declarations.count + operations)
        edges.reserveCapacity(edges.count + dependencies)
    }

    /// Where an operation was declared.
    func origin(of declaration: Declaration) -> Origin {
        Origin(
            file: files[Int(declaration.file)],
            line: Int(declaration.line),
            column: Int(declaration.column)
        )
    }

    /// Where an operation's body runs; for a group, the concurrent queue.
    func queue(of declaration: Declaration) -> Queue { queueTable[Int(declaration.queue)] }

    /// What only some operations have; `nil` for the others.
    func policies(of declaration: Declaration) -> Policies? {
        declaration.policies < 0 ? nil : policies[Int(declaration.policies)]
    }

    /// Adds the dependencies of the operation that is to be declared next, of which the first is
    /// the group that it is in.
    ///
    /// - Returns: Where they begin.
    mutating func addEdges(requires: [any Dependency], after: [any Dependency]) -> Int {
        let start = edges.count
        if currentGroup >= 0 { edges.add(groups[Int(currentGroup)].entry, .requires) }
        edges.add(requires, .requires, among: declarations)
        edges.add(after, .after, among: declarations)
        return start
    }

    /// Notes what only some operations have, if there is any of it.
    ///
    /// - Returns: The number of the note, -1 for none.
    mutating func addPolicies(
        timeout: Duration?,
        budget: Duration? = nil,
        retry: Retry? = nil,
        fallback: AnyFallback? = nil,
        condition: Condition?,
        locks: [Lock],
        stop: Stop? = nil
    ) -> Int32 {
        if timeout == nil, budget == nil, retry == nil, fallback == nil, condition == nil,
            locks.isEmpty, stop == nil
        {
            return -1
        }
        var mentioned: Set<Lock> = []
        policies.append(
            Policies(
                timeout: timeout,
                budget: budget,
                retry: retry,
                fallback: fallback,
                condition: condition,
                locks: locks.filter { mentioned.insert($0).inserted },
                stop: stop
            )
        )
        return Int32(truncatingIfNeeded: policies.count - 1)
    }

    /// Declares an operation whose dependencies are those from `edgeStart` on.
    ///
    /// - Returns: Its number.
    mutating func declare(
        _ name: String,
        _ kind: BodyKind,
        _ body: Body?,
        on queue: Queue,
        optional: Bool,
        stage: Stage,
        priority: Priority,
        edgeStart: Int,
        policies: Int32,
        _ origin: Origin?,
        _ file: String,
        _ line: Int
    ) -> Int {
        var flags: Declaration.Flags = optional ? .optional : []
        if stage == .background { flags.insert(.background) }
        var priority = priority
        if currentGroup >= 0 {
            let group = declarations[groups[Int(currentGroup)].entry]
            priority = max(priority, group.priority)
            if group.isBackground { flags.insert(.background) }
        }
        declarations.append(
            Declaration(
                name: name,
                body: body,
                edgeStart: UInt32(truncatingIfNeeded: edgeStart),
                edgeCount: UInt32(truncatingIfNeeded: edges.count - edgeStart),
                file: number(ofFile: origin?.file ?? file),
                line: UInt32(clamping: origin?.line ?? line),
                group: currentGroup,
                policies: policies,
                queue: number(of: queue),
                column: UInt16(clamping: origin?.column ?? 0),
                priority: priority,
                kind: kind,
                flags: flags
            )
        )
        return declarations.count - 1
    }

    func handle<Value>(_ operation: Int, as type: Value.Type = Value.self) -> Handle<Value> {
        Handle(
            operation: OperationID(number: declarations[operation].number, index: operation)
        )
    }

    /// Operations that are declared one after another are mostly in one file.
    private mutating func number(ofFile file: String) -> UInt32 {
        if let last = declarations.last, files[Int(last.file)] == file { return last.file }
        let known = files.firstIndex(of: file)
        if known == nil { files.append(file) }
        return UInt32(truncatingIfNeeded: known ?? files.count - 1)
    }

    private mutating func number(of queue: Queue) -> UInt16 {
        if queue == .userInitiated { return 1 }
        if queue == .main { return 0 }
        let known = queueTable.dropFirst(2).firstIndex(of: queue)
        if known == nil { queueTable.append(queue) }
        return UInt16(clamping: known ?? queueTable.count - 1)
    }
}
