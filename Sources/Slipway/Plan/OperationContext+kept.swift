/// Values of an operation that are stored beyond its launch.
extension OperationContext {
    /// The last good value of the operation, with its age.
    ///
    /// - Parameters:
    ///   - type: What is stored of a value.
    ///   - limit: The longest time since the operation ended.
    ///   - identity: What the value would come from now.
    /// - Returns: The value, and the time since the operation ended; `nil` if that is not known.
    /// - Throws: ``FallbackDeclined`` if there is none that may be used.
    package func keptValue<Kept: Codable & Sendable>(
        _ type: Kept.Type,
        upTo limit: AgeLimit,
        from identity: () throws -> String
    ) async throws -> (value: Kept, age: Duration?) {
        guard let store = running.valueStore else {
            throw FallbackDeclined(reason: "the launch keeps no values")
        }
        let kept: KeptValue<Kept>?
        do { kept = try await store.read(KeptValue<Kept>.self, of: name) } catch {
            throw FallbackDeclined(
                reason: "the kept value cannot be read: \(Failure(error).message)"
            )
        }
        guard let kept else { throw FallbackDeclined(reason: "no value is kept") }
        guard let identity = try? identity() else {
            throw FallbackDeclined.isOfUnknown
        }
        guard kept.identity == identity else {
            throw FallbackDeclined.isOfAnother
        }
        let age = kept.age(at: WallTime.microseconds)
        if let reason = limit.refusal(of: age) { throw FallbackDeclined(reason: reason) }
        return (kept.value, age)
    }

    /// Stores a newer value than the one with which the operation ended.
    ///
    /// Does nothing without a store.
    ///
    /// - Throws: The error of the store, which cannot write the value.
    package func keep<Kept: Codable & Sendable>(
        _ value: Kept,
        from identity: String
    ) async throws {
        try await running.valueStore?
            .write(
                KeptValue(value, identity: identity, endedAtUSec: WallTime.microseconds),
                of: name
            )
    }

    /// Notes that the value that the body is about to return is a stored one.
    package func note(keptSince age: Duration?) {
        launch.perform { $0.noteSource(FallbackUse(keptSince: age), of: index) }
    }

    /// Waits until the operation has ended and the launch is ready, or stops.
    ///
    /// - Returns: Whether it is ready, and the operation has a value.
    package func waitUntilUsable() async -> Bool {
        await launch.wait { [index] machine -> Bool? in
            switch machine.course.state {
            case .idle, .starting: nil
            case .ready: machine.outcome(of: index).map { _ in machine.hasValue(index) }
            case .ending: false
            }
        } ?? false
    }

    /// Waits until the launch stops.
    package func waitUntilStopping() async {
        await launch.waitUntilEnding()
    }
}
