internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import Synchronization

/// The flags of an operation in one launch: asked for when the operation runs, and followed while
/// the service runs.
final class FlagsInUse: Sendable {
    struct State {
        /// The flags; `nil` while there are none but those that the file gives.
        var following: FlagsFollowing?
        /// The age of the flags when they were taken from the store; `nil` if it is not known.
        var age: Duration? = .zero
        /// The instant at which this launch last stored the flags.
        var keptAt: Instant?
        var task: Task<Void, Never>?
        /// The flags of the generation before, until this one follows them itself.
        var predecessor: FlagsInUse?
        /// The flags of a later generation of the service, which took these over.
        var successor: FlagsInUse?
        /// The changes whose actions wait for room.
        var waiting = WaitingChanges()
    }

    private let name: String
    let flags: FlagsSpecification
    /// The longest age of stored flags; `nil`: none are stored.
    private let cached: AgeLimit?
    private let source: any FlagsSource
    let surroundings: PlanSurroundings
    let state = Mutex(State())

    /// Makes the flags of an operation; `nil` if its body is another one.
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

    /// The age of the flags: zero if the server answered the last question; `nil` if it is not
    /// known.
    var age: Duration? {
        let (own, successor) = state.withLock { state in
            (state.following?.isCurrent == false ? state.age : .zero, state.successor)
        }
        return successor.map(\.age) ?? own
    }

    /// The flags with which the operation succeeds.
    func value(
        _ values: TemplateValues,
        _ context: OperationContext
    ) async throws -> ConfiguredValue {
        let identity = try BodySpecification.flags(flags).identity(values)
        let kept = await kept(identity, values, context)
        follow(values, identity, context)
        if let kept, flags.cache == .localCacheFirst {
            use(kept.flags, .kept(kept.age))
            context.note(keptSince: kept.age)
            return ConfiguredValue(json: .object(kept.flags.values), flags: self)
        }
        let answer = try await source.ask(values, since: kept?.flags.etag)
        guard let found = answer ?? kept?.flags else {
            throw FlagsError(.status(304), "the server says that nothing has changed")
        }
        for words in found.failures { say(words, isTrouble: true, context) }
        use(found, .current)
        return ConfiguredValue(
            json: .object(found.values),
            identity: identity,
            etag: found.etag,
            asker: try? flags.request.digestOfAsker(values),
            flags: self
        )
    }

    /// Lets stored flags stand in: the server could not be asked.
    func useKept(_ kept: KeptAnswer, _ age: Duration?) -> ConfiguredValue {
        use(kept.flags, .kept(age))
        return ConfiguredValue(json: kept.value, flags: self)
    }

    /// Takes over the flags of an earlier generation, and follows them once this one is ready.
    func take(over value: ConfiguredValue, _ values: TemplateValues, _ context: OperationContext) {
        guard let before = value.flags, before !== self,
            let identity = try? BodySpecification.flags(flags).identity(values)
        else { return }
        inherit(from: before, isFollowed: false)
        state.withLock { $0.predecessor = before }
        follow(values, identity, context)
    }

    private func inherit(from before: FlagsInUse, isFollowed: Bool) {
        let old = before.state.withLock { state in
            let old = state
            if isFollowed {
                state.successor = self
                state.waiting = WaitingChanges()
            }
            return old
        }
        state.withLock { state in
            (state.following, state.age, state.keptAt) = (old.following, old.age, old.keptAt)
            // Changes may have been handed over to this generation since the others were taken out.
            if isFollowed { state.waiting.append(old.waiting) }
        }
    }

    /// The source of flags that are used from now on.
    private enum Origin {
        /// The server has just given the flags.
        case current
        /// The flags come from the store, with their age; `nil` if it is not known.
        case kept(Duration?)
    }

    private func use(_ flags: Flags, _ origin: Origin) {
        let interval = self.flags.poll
        state.withLock { state in
            switch origin {
            case .current:
                state.following = FlagsFollowing(flags, isCurrent: true, every: interval)
                // The launch stores the value with which the operation succeeded.
                (state.age, state.keptAt) = (.zero, .now)
            case .kept(let age):
                state.following = FlagsFollowing(flags, isCurrent: false, every: interval)
                state.age = age
            }
        }
    }

    private func kept(
        _ identity: String,
        _ values: TemplateValues,
        _ context: OperationContext
    ) async -> (flags: Flags, age: Duration?)? {
        guard let cached,
            let (kept, age) = try? await context.keptValue(
                KeptAnswer.self,
                upTo: cached,
                from: { identity }
            ), (try? kept.isAsked(by: flags.request, values)) == true
        else { return nil }
        return (kept.flags, age)
    }

    func say(_ words: String, isTrouble: Bool, _ context: OperationContext) {
        surroundings.runner.say(words, isTrouble: isTrouble, of: name, context.launch.name)
    }
}

/// The flags while the service runs.
extension FlagsInUse {
    /// Follows the flags from the moment at which the launch is ready, until it stops.
    private func follow(
        _ values: TemplateValues,
        _ identity: String,
        _ context: OperationContext
    ) {
        guard flags.poll != nil || flags.cache == .localCacheFirst else { return }
        state.withLock { state in
            // There is one task for all attempts.
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
            inherit(from: before, isFollowed: true)
        }
        var pause = state.withLock { $0.following.map(\.firstInterval) ?? flags.poll }
        while true {
            do {
                guard try await submitWaiting(for: pause, context) else { return }
                let etag = state.withLock { $0.following?.etag }
                let answer = try await source.ask(values, since: etag)
                pause = await take(.success(answer), identity, values, context)
            } catch {
                guard !Task.isCancelled else { return }
                pause = await take(.failure(error), identity, values, context)
            }
        }
    }

    /// Takes an answer of the server, or the failure to get one.
    ///
    /// - Returns: The interval before the next question; `nil`: there is none.
    private func take(
        _ answer: Result<Flags?, any Error>,
        _ identity: String,
        _ values: TemplateValues,
        _ context: OperationContext
    ) async -> Duration? {
        let step = state.withLock { state -> FlagsFollowing.Step? in
            // The later generation asks from then on.
            guard state.successor == nil else { return nil }
            var following =
                state.following
                ?? FlagsFollowing(nil, isCurrent: false, every: flags.poll)
            let step =
                switch answer {
                case .success(let flags): following.answered(flags)
                case .failure(let error): following.failed(error)
                }
            state.following = following
            // The changes are noted with the flags, so that a later generation takes over both.
            if self.flags.changed != nil {
                for change in step.changes { state.waiting.append(change) }
            }
            return step
        }
        guard let step else { return nil }
        for words in step.words { say(words, isTrouble: step.isTrouble, context) }
        if case .success(let flags) = answer { await keep(flags != nil, identity, values, context) }
        return step.pause
    }

    /// Stores new flags; now and then unchanged ones, too, whose age begins anew.
    private func keep(
        _ isNew: Bool,
        _ identity: String,
        _ values: TemplateValues,
        _ context: OperationContext
    ) async {
        guard let cached else { return }
        let kept = state.withLock { state -> KeptAnswer? in
            let isDue = state.keptAt.map { $0.duration(to: .now) > cached.maximum / 100 } ?? true
            guard isNew || isDue, let flags = state.following?.values else { return nil }
            state.keptAt = .now
            return KeptAnswer(value: .object(flags), etag: state.following?.etag)
        }
        guard var kept else { return }
        kept.asker = try? flags.request.digestOfAsker(values)
        do {
            try await context.keep(kept, from: identity)
        } catch {
            say("the flags cannot be stored: \(error)", isTrouble: true, context)
        }
    }
}
