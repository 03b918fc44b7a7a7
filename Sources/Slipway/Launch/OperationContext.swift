internal import Synchronization

/// What a body, handler, condition or fallback can ask while it runs.
public struct OperationContext: Sendable {
    /// The launch that runs the body: to pause a queue, cancel an operation or submit an action.
    public let launch: Launch
    /// The operation, or the kind of launch action.
    let index: Int
    /// What runs with this context.
    let call: CallKind

    /// The operation's name, or the kind of the launch action.
    public var name: String { ask { $0.name(of: index) } }

    /// The identity of the launch, unique over all launches.
    public var launchID: String { launch.id }

    /// The identity of the launch action; `nil` for an operation.
    ///
    /// To be asked for by the handler while it runs.
    public var actionID: ActionID? { ask { $0.currentAction(of: index) } }

    /// The idempotency key that the sender of the launch action gave; `nil` for none, and for an
    /// operation.
    ///
    /// To be asked for by the handler while it runs. With ``actionID``, which stays the same for all
    /// attempts, a handler recognises a repetition, and can pass it on to a service that takes such
    /// keys.
    public var actionKey: String? {
        launch.state.withLock { state in
            state.machine.currentAction(of: index).flatMap { state.payloads[$0]?.key }
        }
    }

    /// Which attempt this is, from 1; of a launch action those of earlier launches count.
    public var attempt: Int { ask { $0.attempt(of: index) } }

    /// Whether the body was asked to give up: its time has passed, or the launch stops.
    ///
    /// For bodies that do not suspend; others also see `Task.isCancelled`.
    public var isCancelled: Bool {
        launch.cancellations.load(ordering: .acquiring) > 0
            && ask { $0.isCancelled(call, of: index) }
    }

    /// The value of an operation that this one requires, or that is in a group that it requires.
    ///
    /// Never blocks: a required operation has its value before this one starts.
    ///
    /// - Throws: ``OutputFault`` when this operation does not require that one, even if the value exists,
    ///   and when that one has no value: its condition did not hold, or, for a fallback, it did not
    ///   succeed.
    public func output<Value>(of handle: Handle<Value>) throws(OutputFault) -> Value {
        let kind: DependencyKind? = handle.mayBeAbsent ? nil : .requires
        let (read, output) = try read(.operation(handle.operation), kind)
        if let output, let value = Output<Value>.value(of: output) { return value }
        if handle.mayBeAbsent, let absent = Output<Value>.absent { return absent }
        throw OutputFault(reader: name, read: read, .noValue)
    }

    /// The value of an operation that this one requires or runs after; `nil` when there is none,
    /// because that one did not succeed or was skipped.
    ///
    /// - Throws: ``OutputFault`` when this operation does not depend on that one.
    public func outputIfPresent<Value>(of handle: Handle<Value>) throws(OutputFault) -> Value? {
        let (_, output) = try read(.operation(handle.operation), nil)
        return output.flatMap { Output<Value>.value(of: $0) }
    }

    /// The value of a required operation by name, for plans that come from a file; `nil` when
    /// its type is another one, or it was skipped by its condition.
    ///
    /// - Throws: ``OutputFault`` when this operation does not require one of that name.
    public func output<Value: Sendable>(
        named name: String,
        as type: Value.Type = Value.self
    ) throws(OutputFault) -> Value? {
        let (_, output) = try read(.name(name, origin: nil), .requires)
        return output.flatMap { Output<Value>.value(of: $0) }
    }

    /// How an operation ended that this one requires or runs after.
    ///
    /// - Throws: ``OutputFault`` when this operation does not depend on that one.
    public func outcome(of dependency: any Dependency) throws(OutputFault) -> Outcome {
        try end(of: dependency).outcome
    }

    /// ``outcome(of:)``, with the operation's name.
    func end(of dependency: any Dependency) throws(OutputFault) -> OperationEnd {
        let other = try find(dependency.reference, nil)
        return ask { machine in
            OperationEnd(
                name: machine.name(of: other),
                outcome: machine.outcome(of: other) ?? .succeeded
            )
        }
    }

    private func ask<Answer: Sendable>(_ question: (borrowing LaunchMachine) -> Answer) -> Answer {
        launch.state.withLock { question($0.machine) }
    }

    /// The operation of a reference, on which this one must depend.
    private func find(_ reference: Reference, _ kind: DependencyKind?) throws(OutputFault) -> Int {
        let (other, depends) = ask { machine -> (Int?, Bool) in
            let other =
                switch reference {
                case .operation(let id): machine.index(of: id)
                case .name(let name, _): machine.index(named: name)
                }
            return (other, other.map { machine.depends(index, on: $0, kind) } ?? false)
        }
        guard let other, depends else {
            let read =
                other.map { other in ask { $0.name(of: other) } } ?? reference.words
            throw OutputFault(reader: name, read: read, kind == nil ? .noDependency : .notRequired)
        }
        return other
    }

    /// The name of an operation, and its value; an optional of an optional, since `()` is no object.
    private func read(
        _ reference: Reference,
        _ kind: DependencyKind?
    ) throws(OutputFault) -> (name: String, output: AnyOutput??) {
        let other = try find(reference, kind)
        return launch.state.withLock { state in
            let name = state.machine.name(of: other)
            guard state.machine.hasValue(other) else { return (name, nil) }
            return (name, .some(state.value(of: other)))
        }
    }

    func payload<Payload: Sendable>(as type: Payload.Type) throws -> Payload {
        // Without one its action ended before its place in the queue was taken.
        let payload = launch.state.withLock { state in
            state.machine.currentAction(of: index).flatMap { state.payloads[$0]?.output }
        }
        guard let payload, let value = payload.value(as: Payload.self) else {
            throw CancellationError()
        }
        return value
    }
}

/// An operation read a value or an outcome that it may not read, or that is not there.
public struct OutputFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why it may not.
    public enum Reason: Hashable, Sendable {
        /// It does not require that operation.
        case notRequired
        /// It neither requires that operation nor runs after it.
        case noDependency
        /// That operation has no value: its condition did not hold, or, for a fallback, it did not
        /// succeed.
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
            "'\(reader)' reads the value of '\(read)', which has none; use outputIfPresent"
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
