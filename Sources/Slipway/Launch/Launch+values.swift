extension Launch {
    /// The value of an operation, or of a group.
    ///
    /// The launch holds the values of the graph's operations as long as it exists, unless they are
    /// declared with `keepsValue: false`; the values of added operations until some time after
    /// everything that depends on them has ended.
    ///
    /// - Throws: ``ValueFault`` when there is none, or not yet.
    public func output<Value>(of handle: Handle<Value>) throws(ValueFault) -> Value {
        try state.withLock { $0.read(handle.operation) }.value(of: handle)
    }

    /// Waits until an operation, or a group, has ended, and takes its value.
    ///
    /// ```swift
    /// let profile = try launch.add { plan in
    ///     let token = plan.add("login") { try await authenticate() }
    ///     return plan.add("fetch", reading: token) { token in try await fetch(token) }
    /// }
    /// show(try await launch.value(of: profile))
    /// ```
    ///
    /// The value is taken at the operation's end itself, so that it is not lost if the launch lets
    /// go of it soon after.
    ///
    /// - Throws: ``ValueFault`` when it ended without a value, or the launch ended before it;
    ///   `CancellationError` when the calling task is cancelled, which ends the wait and nothing else, or belongs
    ///   to a body that was asked to give up.
    public func value<Value>(of handle: Handle<Value>) async throws -> Value {
        let found = await wait(
            for: .operation(handle.operation),
            inState: { state -> ReadValue? in
                let read = state.read(handle.operation)
                return if case .failure(.notEnded) = read { nil } else { read }
            }
        )
        try Task.checkCancellation()
        // The cause that ended the operation may have ended this body as well: the body then gives
        // up, and does not fail.
        if case .failure? = found, isBodyCancelled { throw CancellationError() }
        return try (found ?? state.withLock { $0.read(handle.operation) }).value(of: handle)
    }
}

/// The value of an operation, without its type, or why there is none.
typealias ReadValue = Result<AnyOutput?, ValueFault>

extension ReadValue {
    /// The value with its type.
    fileprivate func value<Value>(of handle: Handle<Value>) throws(ValueFault) -> Value {
        switch self {
        case .success(let output):
            guard let value = Output<Value>.value(of: output) else { throw .released }
            return value
        case .failure(let fault):
            guard case .noValue = fault, handle.mayBeAbsent, let absent = Output<Value>.absent
            else {
                throw fault
            }
            return absent
        }
    }
}

extension Launch {
    /// Stores the value of an operation for later launches, in a virtual world.
    func keep(_ write: ValueWriter.Write) {
        guard let values else { return }
        runInTask(on: .pool, write.index, nil) { await values.perform(write) }
    }
}

extension Launch.State {
    /// The value of an operation that has ended.
    fileprivate func read(_ operation: OperationID) -> ReadValue {
        guard let index = machine.index(of: operation) else { return .failure(.released) }
        let name = machine.name(of: index)
        guard let outcome = machine.outcome(of: index) else { return .failure(.notEnded(name)) }
        guard machine.hasValue(index) else {
            return .failure(.noValue(name, outcome, because: machine.causes(of: index)))
        }
        return .success(value(of: index))
    }

    /// The value that an operation returned; of a group, the value of the child that its closure
    /// returned.
    func value(of index: Int) -> AnyOutput? { values[machine.valueHolder(of: index)] }
}
