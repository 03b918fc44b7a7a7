/// What a body or handler can ask while it runs.
public struct OperationContext: Sendable {
    /// The operation's name, or the kind of the launch action.
    public let name: String
    /// The identity of the launch action; `nil` for an operation.
    public let actionID: ActionID?
    let launch: Launch
    let node: Int
    let cancellation: CancellationFlag

    /// The identity of the launch, unique over all launches.
    public var launchID: String { launch.id }

    /// Whether the body was asked to give up: its time has passed, or the launch stops.
    ///
    /// For synchronous bodies; `async` ones also see `Task.isCancelled`.
    public var isCancelled: Bool { cancellation.isRaised }

    /// The value of an operation that this one requires.
    ///
    /// Never blocks: a required operation has its value before this one starts.
    ///
    /// - Throws: ``OutputFault`` when this operation does not require that one: whether the value
    ///   is there would be a matter of luck.
    public func output<Value>(of handle: Handle<Value>) throws(OutputFault) -> Value {
        let graph = launch.graph
        guard handle.operation.plan == graph.plan.id else {
            throw OutputFault(reader: name, read: "an operation of another plan")
        }
        let index = Int(handle.operation.index)
        // The handle's operation made the output, so its type is Value.
        return unsafeDowncast(try required(index), to: Output<Value>.self).value
    }

    /// The value of a required operation by name, for plans that come from a file; `nil` when
    /// its type is another one.
    ///
    /// - Throws: ``OutputFault`` when this operation does not require one of that name.
    public func output<Value: Sendable>(
        named name: String,
        as type: Value.Type = Value.self
    ) throws(OutputFault) -> Value? {
        guard let index = launch.graph.operation(named: name) else {
            throw OutputFault(reader: self.name, read: name)
        }
        return (try required(index) as? Output<Value>)?.value
    }

    private func required(_ index: Int) throws(OutputFault) -> AnyOutput {
        let isRequired = launch.graph.dependencies[node]
            .contains { $0.node == index && $0.kind == .requires }
        guard isRequired, let output = launch.output(of: index) else {
            throw OutputFault(reader: name, read: launch.graph.name(of: index))
        }
        return output
    }
}

/// An operation read the value of one that it does not require.
public struct OutputFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation that read.
    public let reader: String
    /// The operation whose value it wanted.
    public let read: String

    /// What is wrong and what to do, in one line.
    public var description: String {
        "'\(reader)' reads the value of '\(read)', which it does not require; add it to requires"
    }
}
