internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import Synchronization

/// The actions of changes, which are submitted as there is room in the line of their kind.
extension FlagsInUse {
    /// The interval between two looks for room.
    private static let pauseForRoom = Duration.milliseconds(50)

    /// Submits the actions of changes in order, for a time; without one, until none waits.
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

    /// Submits the actions for which there is room; returns whether some still wait.
    private func submitWaiting(_ context: OperationContext) -> Bool {
        while let change = state.withLock({ $0.waiting.popFirst() }) {
            guard submit(change, context) else {
                putBack(change)
                return true
            }
        }
        return false
    }

    /// Lets a change wait again.
    ///
    /// If a later generation has taken these flags over, all changes that wait are handed over to
    /// it.
    private func putBack(_ change: FlagsFollowing.Change) {
        state.withLock { $0.waiting.putBack(change) }
        handOver()
    }

    /// Hands the changes that wait here over to a later generation, if there is one.
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

    /// - Returns: Whether the change is done with; `false` if it waits for room.
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
            // A launch that gives way takes nothing; what waits is handed over to the next launch.
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
