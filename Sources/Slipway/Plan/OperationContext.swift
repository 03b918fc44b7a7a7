/// The facts that a body, handler, condition or fallback can ask for while it runs.
public struct OperationContext: Sendable {
    /// The launch that runs the body.
    let running: any RunningLaunch
    /// The operation, or the kind of launch action.
    let index: Int
    /// The part of the operation that runs with this context.
    let call: CallKind

    /// The operation's name, or the kind of the launch action.
    public var name: String { running.name(of: index) }

    /// The value of an operation that this one requires, or that is in a group that it requires.
    ///
    /// Never blocks: a required operation has its value before this one starts.
    ///
    /// - Throws: ``OutputFault`` when this operation does not require that one, even if the value exists,
    ///   and when that one has no value: its condition did not hold, or, for a fallback, it did not
    ///   succeed.
    public func output<Value>(of handle: Handle<Value>) throws(OutputFault) -> Value {
        let kind: DependencyKind? = handle.mayBeAbsent ? nil : .requires
        let (read, output) = try running.read(.operation(handle.operation), kind, for: index)
        return try value(of: handle, output, read)
    }

    /// The values of several operations that this one requires; reads each of them once.
    func outputs<Value>(of handles: [Handle<Value>]) throws(OutputFault) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(handles.count)
        for (handle, (end, output)) in zip(handles, try ends(of: handles)) {
            values.append(try value(of: handle, output, end.name))
        }
        return values
    }

    private func value<Value>(
        of handle: Handle<Value>,
        _ output: AnyOutput??,
        _ read: String
    ) throws(OutputFault) -> Value {
        if let output {
            if let value = Output<Value>.value(of: output) { return value }
            throw OutputFault(reader: name, read: read, .released)
        }
        if handle.mayBeAbsent, let absent = Output<Value>.absent { return absent }
        throw OutputFault(reader: name, read: read, .noValue)
    }

    /// The value of an operation that this one requires or runs after; `nil` when there is none,
    /// because that one did not succeed or was skipped.
    ///
    /// - Throws: ``OutputFault`` when this operation does not depend on that one.
    public func outputIfPresent<Value>(of handle: Handle<Value>) throws(OutputFault) -> Value? {
        let (read, output) = try running.read(.operation(handle.operation), nil, for: index)
        guard let output else { return nil }
        guard let value = Output<Value>.value(of: output) else {
            throw OutputFault(reader: name, read: read, .released)
        }
        return value
    }

    /// The value of a required operation by name, for plans that come from a file; `nil` when
    /// its type is another one, or it was skipped by its condition.
    ///
    /// - Throws: ``OutputFault`` when this operation does not require one of that name.
    public func output<Value: Sendable>(
        named name: String,
        as type: Value.Type = Value.self
    ) throws(OutputFault) -> Value? {
        let (_, output) = try running.read(.name(name, origin: nil), .requires, for: index)
        return output.flatMap { Output<Value>.value(of: $0) }
    }

    /// The outcome of an operation that this one requires or runs after.
    ///
    /// - Throws: ``OutputFault`` when this operation does not depend on that one.
    public func outcome(of dependency: any Dependency) throws(OutputFault) -> Outcome {
        try end(of: dependency).outcome
    }

    /// ``outcome(of:)``, with the operation's name.
    func end(of dependency: any Dependency) throws(OutputFault) -> OperationEnd {
        try ends(of: [dependency])[0].end
    }

    /// The ends of operations that this one requires or runs after, and their values: an optional of an optional, as
    /// ``RunningLaunch/read(_:_:for:)`` has it.
    func ends(
        of dependencies: [any Dependency]
    ) throws(OutputFault) -> [(end: OperationEnd, output: AnyOutput??)] {
        try running.readAll(dependencies.map(\.reference), for: index)
    }

    func payload<Payload: Sendable>(as type: Payload.Type) throws -> Payload {
        // There is no payload if the action ended before its handler had a slot in the queue.
        guard let payload = running.payload(of: index),
            let value = payload.value(as: Payload.self)
        else { throw CancellationError() }
        return value
    }

    /// The current instant: of the clock in a launch, of the virtual time in a launch that is
    /// simulated or tested.
    public var now: Instant { running.now }

    /// Suspends for a while, in the time that the launch runs in: real time, or, when the launch is
    /// simulated or tested, virtual time, which costs none.
    ///
    /// ```swift
    /// plan.add("cache") { context in
    ///     while !cache.isWarm { try await context.sleep(for: .milliseconds(200)) }
    /// }
    /// ```
    ///
    /// A body that waits with this instead of `Task.sleep` can be tested at exact instants; see the
    /// product `SlipwayTesting`. The body holds its slot in the queue, but no thread. The launch's
    /// own clock keeps the time, also while something blocks the threads that all tasks of the
    /// process share.
    ///
    /// - Parameter duration: At once when it is not above zero.
    /// - Throws: `CancellationError` when the body is cancelled.
    public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
        try await running.sleep(for: duration)
    }
}
