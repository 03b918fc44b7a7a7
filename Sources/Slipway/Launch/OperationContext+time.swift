extension OperationContext {
    /// Asks for more time, because the work goes on: the current attempt may take at least this long
    /// from now.
    ///
    /// It never shortens the attempt's timeout, and reaches beyond neither the operation's budget nor
    /// the launch's deadline. Does nothing for an operation without a timeout, and once the body was
    /// asked to give up.
    public func extendTimeout(by duration: Duration) {
        guard case .body = call else { return }
        launch.perform { machine, now in
            machine.extendTimeout(index, until: now.advanced(by: duration))
        }
    }

    /// The body only waits from now on: it gives its place in the concurrent queue to others.
    ///
    /// It keeps its place in every other queue, whose width is a promise. Does nothing for what is not a
    /// body.
    package func waitOutsideQueue() {
        guard case .body = call else { return }
        launch.perform { machine, now in machine.waitsOutsideQueue(index, at: now) }
    }

    /// The current instant: of the clock in a launch, of the virtual time in a launch that is
    /// simulated or tested.
    public var now: Instant { launch.now }

    /// Suspends for a while, in the time that the launch runs in: real time, or, when the launch is
    /// simulated or tested, virtual time, which costs none.
    ///
    /// ```swift
    /// plan.add("cache") { context in
    ///     while !cache.isWarm { try await context.sleep(for: .milliseconds(200)) }
    /// }
    /// ```
    ///
    /// A body that waits with this instead of `Task.sleep` can be tested at exact instants; see the
    /// product `SlipwayTesting`. It holds its place in the queue, but no thread.
    ///
    /// - Parameter duration: At once when it is not above zero.
    /// - Throws: `CancellationError` when the body is cancelled.
    public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
        guard let world = launch.world else {
            // Longer than any process lives, and not too long for the clock.
            let century = Duration.seconds(100 * 365 * 24 * 3600)
            return try await Task.sleep(for: min(duration, century))
        }
        try await world.time.sleep(until: world.time.now.advanced(by: duration))
    }
}
