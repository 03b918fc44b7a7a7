internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import Synchronization

/// The actions of changes, which take their places in the line of their kind as there is room.
extension FlagsInUse {
    /// The pause before it is tried again whether there is room.
    private static let pauseForRoom = Duration.milliseconds(50)

    /// Submits the actions of changes for so long, in order; without a time until none waits.
    ///
    /// - Returns: Whether the time is over, and the server is to be asked again.
    /// - Throws: The launch stops.
    func submitWaiting(for time: Duration?, _ context: OperationContext) async throws -> Bool {
        var rest = time
        while submitWaiting(context) {
            let pause = min(Self.pauseForRoom, rest ?? Self.pauseForRoom)
            try await context.sleep(for: pause)
            rest = rest.map { $0 - pause }
            if let rest, rest <= .zero { return true }
        }
        guard let rest else { return false }
        try await context.sleep(for: rest)
        return true
    }

    /// Submits what there is room for; returns whether some still wait.
    private func submitWaiting(_ context: OperationContext) -> Bool {
        while let change = state.withLock({ $0.waiting.popFirst() }) {
            guard submit(change, context) else {
                putBack(change)
                return true
            }
        }
        return false
    }

    /// A change waits again: here, or with all that wait where these flags have gone over to.
    private func putBack(_ change: FlagsFollowing.Change) {
        state.withLock { $0.waiting.putBack(change) }
        handOver()
    }

    /// Lets what waits here wait at a later generation, if there is one.
    private func handOver() {
        let (successor, waiting) = state.withLock { state in
            guard let successor = state.successor else {
                return (nil as FlagsInUse?, WaitingChanges())
            }
            defer { state.waiting = WaitingChanges() }
            return (successor, state.waiting)
        }
        guard let successor else { return }
        successor.state.withLock { state in
            let later = state.waiting
            state.waiting = waiting
            state.waiting.append(later)
        }
        successor.handOver()
    }

    /// - Returns: Whether it is done with, and does not wait for room.
    private func submit(_ change: FlagsFollowing.Change, _ context: OperationContext) -> Bool {
        guard let name = flags.changed?.name, let kind = surroundings.kinds[name] else {
            return true
        }
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
        } catch SubmitRefusal.queueFull, SubmitRefusal.stopping, SubmitRefusal.ended {
            // A launch that gives way to another one takes nothing, and what waits goes over to that.
            return false
        } catch {
            say(
                "no '\(name)' is submitted for flag \(Quoting.quoted(change.flag)): \(error)",
                isTrouble: true,
                context
            )
        }
        return true
    }
}
