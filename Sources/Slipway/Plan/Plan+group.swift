extension Plan {
    /// Declares a group: operations that begin together, and that stand for one operation outside.
    ///
    /// ```swift
    /// let session = plan.group("login", requires: [sdk], timeout: .seconds(10)) { plan in
    ///     let token = plan.add("authenticate") { try await authenticate() }
    ///     let user = plan.add("fetch", reading: token) { token in try await fetch(token) }
    ///     return plan.add("save", reading: user) { user in try await save(user) }
    /// }
    /// plan.add("home", reading: session, on: .main) { session in show(session) }
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
    ///     these again has it already. The children of a group that holds locks wait for nothing
    ///     outside of it; the group itself may.
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
        try declareGroup(
            name,
            Self.edges(requires: requires, after: after),
            OperationOptions(
                optional: optional,
                stage: stage,
                priority: priority,
                locks: locks,
                condition: condition,
                timeout: timeout,
                failsFast: failsFast
            ),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition: condition)
        ) { plan in
            try declare(&plan).operation
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
        try declareGroup(
            name,
            Self.edges(requires: requires, after: after),
            OperationOptions(
                optional: optional,
                stage: stage,
                priority: priority,
                locks: locks,
                condition: condition,
                timeout: timeout,
                failsFast: failsFast
            ),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition: condition)
        ) { plan in
            try declare(&plan)
            return nil
        }
    }
}
