extension Plan {
    /// Declares a group: operations that begin together, and that are one operation to the outside.
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
    /// all its children have. A group fails when a required child fails, with every root cause, and
    /// is degraded when a child is degraded or an optional one did not succeed. It holds no slot in
    /// a queue. Groups nest. Children are in the stage of their group, and have at least its
    /// priority; their names are unique in the plan, as those of all operations.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan.
    ///   - requires: The operations that must have succeeded (or be degraded) before a child
    ///     starts.
    ///   - after: The operations that must have ended, with any outcome, before a child starts.
    ///   - optional: Whether the launch continues, degraded, if the group fails. A child is
    ///     optional or required within its group: a required one fails its group, whether or not
    ///     the group matters to the launch.
    ///   - stage: Whether it gates readiness, or begins once the launch is ready.
    ///   - priority: The priority of children that declare none; the others have at least this one.
    ///     `nil`: that of the group around it, or normal.
    ///   - locks: The locks that the group holds from its beginning to its end. A child that names
    ///     one of these already has it. The children of a group that holds locks wait for nothing
    ///     outside of the group; the group itself may.
    ///   - condition: Decides, when the group's dependencies are met, whether it begins. If not, it
    ///     and all its children are skipped, which counts as success.
    ///   - timeout: How long an attempt of the whole group may take, from its beginning; longer than
    ///     zero. After that the attempt has failed, and the children are cancelled. The condition and
    ///     the fallback may each take as long.
    ///   - retry: When the group is tried again as a whole; `nil` for never. What succeeded in it
    ///     is torn down first, one after the other, the last one first; then, after the backoff,
    ///     all its children begin anew. `if:` is asked about each error of the children that
    ///     failed. The group is not tried again when a child did not return, or a teardown failed.
    ///     Outside of such a group nothing depends on its children; depend on the group.
    ///   - budget: How long all attempts and the backoffs between them may take, from the first
    ///     one's beginning; longer than zero and not shorter than `timeout`. `nil` for no limit
    ///     except the launch's.
    ///   - fallback: Replaces the value when the group fails or cannot begin; the group is then
    ///     *degraded*, and its dependents run.
    ///   - failsFast: Whether the failure of a required child cancels the others.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - declare: Adds the children to the plan that it gets. If it throws, the plan stays
    ///     unchanged. If it assigns another plan, and so loses what was declared before, that is a
    ///     fault of the plan: ``GraphFault/replacedPlan(group:origin:)``.
    /// - Returns: The group, with the value of the operation that `declare` returns: one in the
    ///   group that is required, or has a fallback.
    @discardableResult
    public mutating func group<Value: Sendable>(
        _ name: String,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Value>? = nil,
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
                timeout: timeout,
                retry: retry,
                budget: budget,
                failsFast: failsFast
            ),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback)
        ) { plan in
            try declare(&plan).operation
        }
    }

    /// Declares a group without a value: its closure returns none.
    ///
    /// To read the value of such a group, because a `return` was forgotten, is a fault of the plan:
    /// ``GraphFault/readsGroupWithoutValue(_:group:origin:)``. The other parameters are those of the form
    /// with a value.
    @discardableResult
    public mutating func group(
        _ name: String,
        requires: [any Dependency] = [],
        after: [any Dependency] = [],
        optional: Bool = false,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        when condition: Condition? = nil,
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        fallback: Fallback<Void>? = nil,
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
                timeout: timeout,
                retry: retry,
                budget: budget,
                failsFast: failsFast
            ),
            origin ?? Origin(file: file, line: line),
            OperationCalls(condition, retry, fallback)
        ) { plan in
            try declare(&plan)
            return nil
        }
    }
}
