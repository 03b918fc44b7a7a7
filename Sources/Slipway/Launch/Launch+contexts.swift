/// Answers what the contexts of bodies ask.
extension Launch: RunningLaunch {
    /// The present instant: that of the launch's virtual world, if it has one.
    package var now: Instant {
        @inline(__always) get {
            if let world { return world.time.now }
            return .now
        }
    }

    var valueStore: (any ValueStore)? { values?.store }

    /// Asks the machine.
    ///
    /// The question borrows it: with a copy, the next change would copy its arrays.
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

    func readAll(
        _ references: [Reference],
        for reader: Int
    ) throws(OutputFault) -> [(end: OperationEnd, output: AnyOutput??)] {
        let found = answer { machine -> [(Int?, Bool)] in
            // Once for all references: there may be thousands.
            let targets = machine.dependencies(of: reader)
            return references.map { reference in
                let other = machine.index(of: reference)
                return (other, other.map { machine.isOne(of: targets, $0) } ?? false)
            }
        }
        var others: [Int] = []
        others.reserveCapacity(found.count)
        for (reference, (other, depends)) in zip(references, found) {
            others.append(try check(other, depends, reference, nil, reader))
        }
        return state.withLock { state in
            others.map { other in
                let end = OperationEnd(
                    name: state.machine.name(of: other),
                    outcome: state.machine.outcome(of: other) ?? .succeeded
                )
                return (end, state.machine.hasValue(other) ? .some(state.value(of: other)) : nil)
            }
        }
    }

    /// The operation of a reference, on which `reader` must depend.
    private func find(
        _ reference: Reference,
        _ kind: DependencyKind?,
        for reader: Int
    ) throws(OutputFault) -> Int {
        let (other, depends) = answer { machine -> (Int?, Bool) in
            let other = machine.index(of: reference)
            return (other, other.map { machine.depends(reader, on: $0, kind) } ?? false)
        }
        return try check(other, depends, reference, kind, reader)
    }

    private func check(
        _ other: Int?,
        _ depends: Bool,
        _ reference: Reference,
        _ kind: DependencyKind?,
        _ reader: Int
    ) throws(OutputFault) -> Int {
        if let other, depends { return other }
        throw fault(other, reference, kind, reader)
    }

    private func fault(
        _ other: Int?,
        _ reference: Reference,
        _ kind: DependencyKind?,
        _ reader: Int
    ) -> OutputFault {
        let name = name(of: reader)
        switch (other, reference) {
        case (let other?, _):
            let dependsAtAll = answer { $0.depends(reader, on: other, nil) }
            return OutputFault(
                reader: name,
                read: self.name(of: other),
                kind == nil ? .noDependency : dependsAtAll ? .onlyAfter : .notRequired
            )
        case (nil, .name(let wanted, _)):
            let names = answer { $0.names }
            let nearest = NearestName.of(wanted, among: names)
            return OutputFault(reader: name, read: wanted, .unknownName(nearest: nearest))
        case (nil, .operation):
            return OutputFault(reader: name, read: "", .foreignHandle)
        }
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
