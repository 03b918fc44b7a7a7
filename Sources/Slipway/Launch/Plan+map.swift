extension Plan {
    /// Declares an operation for each item of a list that is known at run time only.
    ///
    /// ```swift
    /// plan.queues["downloads"] = 4
    /// let urls = plan.add("index") { try await fetchIndex() }
    /// let images = plan.map("images", over: urls, on: "downloads") { url in
    ///     try await fetchImage(url)
    /// }
    /// plan.add("gallery", reading: images, on: .main) { images in show(images) }
    /// ```
    ///
    /// The operation is a group. When it begins, the items are added to it, `images.1`, `images.2`
    /// and so on, with `images.list`, which reads the list and waits for the items outside of its
    /// queue, and `images.all`, which gathers their values. The first item that fails without a
    /// fallback cancels the others and fails the group. To have some of the values, give the items
    /// a fallback, or let the body return a `Result`. An empty list gives an empty one. For a list
    /// that is known when the plan is made, declare the operations in a loop and gather them with
    /// ``all(_:of:optional:origin:file:line:)``.
    ///
    /// - Parameters:
    ///   - name: Unique in the plan; the names of the items begin with it.
    ///   - items: The operation whose value is the list.
    ///   - queue: Where the bodies run: at most as many at a time as the queue is wide.
    ///   - requires: The operations that the group requires besides.
    ///   - after: The operations that must have ended, with any outcome, before it begins.
    ///   - optional: Whether the launch continues, degraded, if the group fails.
    ///   - stage: Whether it gates readiness, or starts once the launch is ready.
    ///   - priority: As of an operation.
    ///   - locks: The locks that each item holds while it runs.
    ///   - condition: Decides whether the group begins. If not, all of it is skipped.
    ///   - timeout: How long an attempt of each item may take. To limit the whole, put a group
    ///     around it; the same holds for the next four parameters.
    ///   - retry: When a failed attempt of an item is repeated.
    ///   - budget: How long all attempts of an item may take.
    ///   - fallback: Replaces the value of an item that fails.
    ///   - teardown: Undoes an item, as that of an operation does.
    ///   - blocking: Whether the body may block its thread.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    ///   - body: The work for one item.
    /// - Returns: The group, whose value is the values of the items in their order.
    @discardableResult
    public mutating func map<Item: Sendable, Value: Sendable>(
        _ name: String,
        over items: Handle<[Item]>,
        on queue: Queue = .userInitiated,
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
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body:
            nonisolated(nonsending) @escaping @Sendable (
                Item, OperationContext
            ) async throws -> Value
    ) -> Handle<[Value]> {
        let origin = origin ?? Origin(file: file, line: line)
        let options = OperationOptions(
            false,
            .launch,
            nil,
            locks,
            timeout,
            retry,
            budget,
            blocking
        )
        // The group reads the list itself, so that a fault in that reading is told of the group.
        return declareGroup(
            name,
            Self.edges(reading: [items], requires: requires, after: after),
            OperationOptions(optional: optional, stage: stage, priority: priority),
            origin,
            OperationCalls(condition, nil, nil as Fallback<[Value]>?)
        ) { plan in
            let list: Handle<[Value]> = plan.add(name + ".list", reading: items, origin: origin) {
                items,
                context in
                let all = try context.add { plan in
                    let handles: [Handle<Value>] = items.enumerated().map { number, item in
                        plan.addOperation(
                            "\(name).\(number + 1)",
                            on: queue,
                            [],
                            options,
                            origin,
                            OperationCalls(nil, retry, fallback, teardown) { context in
                                AnyOutput.of(try await body(item, context))
                            }
                        )
                    }
                    return plan.all(name + ".all", of: handles, origin: origin)
                }
                context.waitOutsideQueue()
                do {
                    return try await context.launch.value(of: all)
                } catch is ValueFault {
                    // The failure of an item is told by the item.
                    throw CancellationError()
                }
            }
            return list.operation
        }
    }

    /// Declares an operation, whose body does not need the context, for each item of a list.
    ///
    /// The parameters are those of the form with the context.
    @discardableResult
    public mutating func map<Item: Sendable, Value: Sendable>(
        _ name: String,
        over items: Handle<[Item]>,
        on queue: Queue = .userInitiated,
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
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        blocking: Bool = false,
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line,
        body: nonisolated(nonsending) @escaping @Sendable (Item) async throws -> Value
    ) -> Handle<[Value]> {
        map(
            name,
            over: items,
            on: queue,
            requires: requires,
            after: after,
            optional: optional,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition,
            timeout: timeout,
            retry: retry,
            budget: budget,
            fallback: fallback,
            teardown: teardown,
            blocking: blocking,
            origin: origin,
            file: file,
            line: line
        ) { (item: Item, _: OperationContext) in try await body(item) }
    }
}
