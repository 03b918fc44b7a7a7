internal import Slipway
internal import SlipwayJSON
internal import Synchronization

/// The flags of an operation of one launch: asked for when it runs, and followed while the service runs.
final class FlagsInUse: Sendable {
    private struct State {
        /// `nil` while there are none but those that the file gives.
        var following: FlagsFollowing?
        /// Their age when they were taken from the store.
        var age: Duration = .zero
        /// When they were written to the store last, by this launch.
        var keptAt: Instant?
        var task: Task<Void, Never>?
        /// Those of the generation before, until these are followed.
        var predecessor: FlagsInUse?
        /// Those of a later generation of the service, which took these over.
        var successor: FlagsInUse?
    }

    private let name: String
    private let flags: FlagsSpecification
    /// The longest age of kept flags; `nil`: none are kept.
    private let cached: Duration?
    private let source: any FlagsSource
    private let surroundings: PlanSurroundings
    private let state = Mutex(State())

    /// `nil` if the body of the operation is another one.
    init?(_ operation: OperationSpecification, _ surroundings: PlanSurroundings) {
        guard case .flags(let flags) = operation.body else { return nil }
        name = operation.name
        cached = operation.cached
        self.flags = flags
        self.surroundings = surroundings
        source = surroundings.runner.flags(flags)
    }

    /// The value of each flag now; `nil` while there are none but those that the file gives.
    var current: JSON? {
        let (own, successor) = state.withLock { state in
            (state.following?.values.map(JSON.object), state.successor)
        }
        return successor?.current ?? own
    }

    /// Their age: zero if the server has just been asked.
    var age: Duration {
        let (own, successor) = state.withLock { state in
            (state.following?.isCurrent == false ? state.age : .zero, state.successor)
        }
        return successor?.age ?? own
    }

    /// The flags with which the operation succeeds.
    func value(
        _ values: TemplateValues,
        _ context: OperationContext
    ) async throws -> ConfiguredValue {
        let identity = try BodySpecification.flags(flags).identity(values)
        let kept = await kept(identity, context)
        follow(values, identity, context)
        if let kept, flags.cache == .localCacheFirst {
            use(kept.flags, age: kept.age)
            context.note(source: "cache", age: kept.age)
            return ConfiguredValue(json: .object(kept.flags.values), flags: self)
        }
        let answer = try await source.ask(values, since: kept?.flags.etag)
        guard let found = answer ?? kept?.flags else {
            throw FlagsError(.outage(retryAfter: nil), "the server says that nothing has changed")
        }
        for words in found.failures { say(words, isTrouble: true, context) }
        use(found)
        return ConfiguredValue(
            json: .object(found.values),
            identity: identity,
            etag: found.etag,
            flags: self
        )
    }

    /// Kept flags stand in: the server could not be asked.
    func useKept(_ kept: KeptAnswer, _ age: Duration) -> ConfiguredValue {
        use(kept.flags, age: age)
        return ConfiguredValue(json: kept.value, flags: self)
    }

    /// Takes over the flags of an earlier generation, once this one is ready.
    func take(over value: ConfiguredValue, _ values: TemplateValues, _ context: OperationContext) {
        guard let before = value.flags, before !== self,
            let identity = try? BodySpecification.flags(flags).identity(values)
        else { return }
        inherit(from: before)
        state.withLock { $0.predecessor = before }
        follow(values, identity, context)
    }

    private func inherit(from before: FlagsInUse) {
        let (following, age, keptAt) = before.state.withLock { state in
            (state.following, state.age, state.keptAt)
        }
        state.withLock { state in
            (state.following, state.age, state.keptAt) = (following, age, keptAt)
        }
    }

    /// Why kept flags may not stand in for an operation that ended with an error; `nil` if they may.
    static func decline(_ error: any Error) -> String? {
        switch (error as? FlagsError)?.kind {
        case .refused, .denied: "kept flags are no answer to a question that the server refused"
        case .outage, nil: nil
        }
    }

    /// Uses flags from now on: kept ones, or, without an age, those that the server has just given.
    private func use(_ flags: Flags, age: Duration? = nil) {
        let following = FlagsFollowing(flags, isCurrent: age == nil, every: self.flags.poll)
        state.withLock { state in
            state.following = following
            state.age = age ?? .zero
            // The launch keeps what the operation succeeded with.
            if age == nil { state.keptAt = .now }
        }
    }

    private func kept(
        _ identity: String,
        _ context: OperationContext
    ) async -> (flags: Flags, age: Duration)? {
        guard let cached,
            let (kept, age) = try? await context.keptValue(
                KeptAnswer.self,
                upTo: cached,
                from: { identity }
            )
        else { return nil }
        return (kept.flags, age)
    }

    private func say(_ words: String, isTrouble: Bool, _ context: OperationContext) {
        surroundings.runner.say(words, isTrouble: isTrouble, of: name, context.launch.name)
    }
}

/// While the service runs.
extension FlagsInUse {
    /// Follows the flags from the moment at which the launch is ready, until it stops.
    private func follow(
        _ values: TemplateValues,
        _ identity: String,
        _ context: OperationContext
    ) {
        guard flags.poll != nil || flags.cache == .localCacheFirst else { return }
        state.withLock { state in
            // One for all attempts.
            guard state.task == nil else { return }
            state.task = Task { [self] in
                await withDiscardingTaskGroup { group in
                    group.addTask { [self] in await poll(values, identity, context) }
                    await context.waitUntilStopping()
                    group.cancelAll()
                }
                self.state.withLock { $0.task = nil }
            }
        }
    }

    private func poll(
        _ values: TemplateValues,
        _ identity: String,
        _ context: OperationContext
    ) async {
        guard await context.waitUntilUsable() else { return }
        if let before = state.withLock({ $0.predecessor.take() }) {
            // The earlier generation may have gone on asking until now.
            inherit(from: before)
            before.state.withLock { $0.successor = self }
        }
        var pause = state.withLock { $0.following.map(\.firstPause) ?? flags.poll }
        while let duration = pause {
            do {
                try await context.sleep(for: duration)
                let etag = state.withLock { $0.following?.etag }
                let answer = try await source.ask(values, since: etag)
                pause = await take(.success(answer), identity, context)
            } catch {
                guard !Task.isCancelled else { return }
                pause = await take(.failure(error), identity, context)
            }
        }
    }

    /// Takes an answer, or that there was none.
    ///
    /// - Returns: The pause before the next question.
    private func take(
        _ answer: Result<Flags?, any Error>,
        _ identity: String,
        _ context: OperationContext
    ) async -> Duration? {
        let step = state.withLock { state -> FlagsFollowing.Step in
            var following =
                state.following
                ?? FlagsFollowing(nil, isCurrent: false, every: flags.poll)
            defer { state.following = following }
            return switch answer {
            case .success(let flags): following.answered(flags)
            case .failure(let error): following.failed(error)
            }
        }
        for words in step.words { say(words, isTrouble: step.isTrouble, context) }
        if case .success(let flags) = answer { await keep(flags != nil, identity, context) }
        for change in step.changes { submit(change, context) }
        return step.pause
    }

    /// Keeps what the server has just given; now and then also that it has not changed.
    private func keep(_ isNew: Bool, _ identity: String, _ context: OperationContext) async {
        guard let cached else { return }
        let kept = state.withLock { state -> KeptAnswer? in
            let isDue = state.keptAt.map { $0.duration(to: .now) > cached / 100 } ?? true
            guard isNew || isDue, let values = state.following?.values else { return nil }
            state.keptAt = .now
            return KeptAnswer(value: .object(values), etag: state.following?.etag)
        }
        guard let kept else { return }
        do {
            try await context.keep(kept, from: identity)
        } catch {
            say("the flags cannot be kept: \(error)", isTrouble: true, context)
        }
    }

    private func submit(_ change: FlagsFollowing.Change, _ context: OperationContext) {
        guard let name = flags.changed?.name, let kind = surroundings.kinds[name] else { return }
        var payload = JSONObject()
        let parameters = kind.parameters
        for case (let key, let value?) in zip(
            FlagsSpecification.keysOfChange,
            [.string(change.flag), change.value, change.previous]
        ) where parameters.parameters.contains(where: { $0.name == key }) {
            payload[key] = value
        }
        do {
            try parameters.validate(.object(payload))
            _ = try context.launch.submit(kind.kind, .object(parameters.normalized(payload)))
        } catch SubmitRefusal.stopping, SubmitRefusal.ended {
            // The next launch begins with these flags.
        } catch {
            say(
                "no '\(name)' is submitted for flag \(Quoting.quoted(change.flag)): \(error)",
                isTrouble: true,
                context
            )
        }
    }
}

/// A value of an operation as it is kept.
struct KeptAnswer: Codable, Sendable {
    var value: JSON
    /// The entity tag that a server gave with it, so that it need not be sent again.
    var etag: String?
    /// The digest of the headers with which it was asked; `nil` for what was not asked of a server by `http`.
    var headers: String?

    var flags: Flags { Flags(value.objectValue ?? [:], etag: etag) }
}
