/// Answers what the contexts of bodies ask.
extension Launch: RunningLaunch {
    /// The present instant: of its virtual world, if it has one.
    var now: Instant {
        @inline(__always) get {
            if let world { return world.time.now }
            return .now
        }
    }

    var valueStore: (any ValueStore)? { values?.store }

    /// Asks the machine, which the question borrows: it must not be copied for that.
    func answer<Answer: Sendable>(_ question: (borrowing LaunchMachine) -> Answer) -> Answer {
        state.withLock { question($0.machine) }
    }

    func name(of index: Int) -> String { answer { $0.name(of: index) } }

    func read(
        _ reference: Reference,
        _ kind: DependencyKind?,
        for reader: Int
    ) throws(OutputFault) -> (name: String, output: AnyOutput??) {
        let other = try find(reference, kind, for: reader)
        return state.withLock { state in
            let name = state.machine.name(of: other)
            guard state.machine.hasValue(other) else { return (name, nil) }
            return (name, .some(state.value(of: other)))
        }
    }

    func end(of reference: Reference, for reader: Int) throws(OutputFault) -> OperationEnd {
        let other = try find(reference, nil, for: reader)
        return answer { machine in
            OperationEnd(
                name: machine.name(of: other),
                outcome: machine.outcome(of: other) ?? .succeeded
            )
        }
    }

    /// The operation of a reference, on which `reader` must depend.
    private func find(
        _ reference: Reference,
        _ kind: DependencyKind?,
        for reader: Int
    ) throws(OutputFault) -> Int {
        let (other, depends) = answer { machine -> (Int?, Bool) in
            let other =
                switch reference {
                case .operation(let id): machine.index(of: id)
                case .name(let name, _): machine.index(named: name)
                }
            return (other, other.map { machine.depends(reader, on: $0, kind) } ?? false)
        }
        guard let other, depends else {
            throw OutputFault(
                reader: name(of: reader),
                read: other.map { name(of: $0) } ?? reference.words,
                kind == nil ? .noDependency : .notRequired
            )
        }
        return other
    }

    func payload(of index: Int) -> AnyOutput? {
        state.withLock { state in
            state.machine.currentAction(of: index).flatMap { state.payloads[$0]?.output }
        }
    }

    nonisolated(nonsending) func sleep(for duration: Duration) async throws {
        guard let world else {
            // Longer than any process lives, and not too long for the clock.
            let century = Duration.seconds(100 * 365 * 24 * 3600)
            let end = now.advanced(by: min(duration, century))
            return try await sleepers.sleep(until: end) { number in
                state.withLock { $0.session?.clock.arm(.sleeper(number), at: end) }
            }
        }
        try await world.time.sleep(until: world.time.now.advanced(by: duration))
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
