/// What a body, handler, condition or fallback can ask while it runs.
public struct OperationContext: Sendable {
    /// The launch that runs the body: to pause a queue, cancel an operation or submit an action.
    public let launch: Launch
    let node: Int

    /// The operation's name, or the kind of the launch action.
    public var name: String { launch.name(of: node) }

    /// The identity of the launch, unique over all launches.
    public var launchID: String { launch.id }

    /// The identity of the launch action; `nil` for an operation.
    ///
    /// To be asked for by the handler while it runs.
    public var actionID: ActionID? { launch.currentAction(of: node) }

    /// Which attempt this is, from 1.
    public var attempt: Int { launch.attempt(of: node) }

    /// Whether the body was asked to give up: its time has passed, or the launch stops.
    ///
    /// For synchronous bodies; `async` ones also see `Task.isCancelled`.
    public var isCancelled: Bool { launch.isCancelled(node) }

    /// The value of an operation that this one requires.
    ///
    /// Never blocks: a required operation has its value before this one starts.
    ///
    /// - Throws: ``OutputFault`` when this operation does not require that one: whether the value
    ///   is there would be a matter of luck; or when that one was skipped by its condition.
    public func output<Value>(of handle: Handle<Value>) throws(OutputFault) -> Value {
        let index = try required(handle)
        guard let value = try outputIfPresent(of: handle) else {
            throw OutputFault(reader: name, read: launch.name(of: index), .noValue)
        }
        return value
    }

    /// The value of an operation that this one requires or runs after; `nil` when there is none,
    /// because that one did not succeed or was skipped.
    ///
    /// - Throws: ``OutputFault`` when this operation does not depend on that one.
    public func outputIfPresent<Value>(of handle: Handle<Value>) throws(OutputFault) -> Value? {
        let index = try dependency(handle)
        guard launch.hasValue(index) else { return nil }
        return Output<Value>.value(of: launch.output(of: index))
    }

    /// The value of a required operation by name, for plans that come from a file; `nil` when
    /// its type is another one, or it was skipped by its condition.
    ///
    /// - Throws: ``OutputFault`` when this operation does not require one of that name.
    public func output<Value: Sendable>(
        named name: String,
        as type: Value.Type = Value.self
    ) throws(OutputFault) -> Value? {
        guard let index = launch.node(named: name), launch.depends(node, on: index, .requires)
        else { throw OutputFault(reader: self.name, read: name, .notRequired) }
        guard launch.hasValue(index) else { return nil }
        guard let output = launch.output(of: index) else { return () as? Value }
        return (output as? Output<Value>)?.value
    }

    /// How an operation ended that this one requires or runs after.
    ///
    /// - Throws: ``OutputFault`` when this operation does not depend on that one.
    public func outcome(of dependency: any Dependency) throws(OutputFault) -> Outcome {
        launch.outcome(of: try self.dependency(dependency))
    }

    /// ``outcome(of:)``, with the operation's name.
    func end(of dependency: any Dependency) throws(OutputFault) -> OperationEnd {
        let index = try self.dependency(dependency)
        return OperationEnd(name: launch.name(of: index), outcome: launch.outcome(of: index))
    }

    private func dependency(_ dependency: any Dependency) throws(OutputFault) -> Int {
        let index: Int? =
            switch dependency.reference {
            case .operation(let id): launch.node(of: id)
            case .name(let name, _): launch.node(named: name)
            }
        guard let index, launch.depends(node, on: index, nil) else {
            let read = index.map { launch.name(of: $0) } ?? dependency.reference.words
            throw OutputFault(reader: name, read: read, .noDependency)
        }
        return index
    }

    private func required<Value>(_ handle: Handle<Value>) throws(OutputFault) -> Int {
        guard let index = launch.node(of: handle.operation) else {
            throw OutputFault(reader: name, read: "an operation of another plan", .notRequired)
        }
        guard launch.depends(node, on: index, .requires) else {
            throw OutputFault(reader: name, read: launch.name(of: index), .notRequired)
        }
        return index
    }

    func payload<Payload: Sendable>(as type: Payload.Type) throws -> Payload {
        // Without one its action ended before its place in the queue was taken.
        guard let payload = launch.payload(of: node),
            let value = Output<Payload>.value(of: payload)
        else { throw CancellationError() }
        return value
    }
}

/// An operation read the value, or the outcome, of one that it may not read it of.
public struct OutputFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why it may not.
    public enum Reason: Hashable, Sendable {
        /// It does not require that operation.
        case notRequired
        /// It neither requires that operation nor runs after it.
        case noDependency
        /// That operation was skipped by its condition.
        case noValue
    }

    /// The operation that read.
    public let reader: String
    /// The operation whose value it wanted.
    public let read: String
    /// Why it may not.
    public let reason: Reason

    init(reader: String, read: String, _ reason: Reason) {
        self.reader = reader
        self.read = read
        self.reason = reason
    }

    /// What is wrong and what to do, in one line.
    public var description: String {
        switch reason {
        case .notRequired:
            "'\(reader)' reads the value of '\(read)', which it does not require; add it to requires"
        case .noDependency:
            "'\(reader)' reads the outcome of '\(read)', on which it does not depend; add it to "
                + "requires or after"
        case .noValue:
            "'\(reader)' reads the value of '\(read)', which was skipped by its condition; use "
                + "outputIfPresent"
        }
    }
}

extension Reference {
    fileprivate var words: String {
        switch self {
        case .operation: "an operation of another plan"
        case .name(let name, _): name
        }
    }
}
