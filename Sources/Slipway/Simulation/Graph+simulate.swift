internal import Synchronization

extension Graph {
    /// Computes a launch of this graph with given running times: dependencies, widths, priorities,
    /// locks, groups, timeouts, retries, fallbacks, conditions and the background stage have their
    /// effect, while no body runs and no time passes.
    ///
    /// ```swift
    /// let report = graph.simulate(durations: ["user-data": .milliseconds(300)])
    /// print(report.timeText())
    /// print(graph.simulate(durations: ["user-data": .milliseconds(150)]).timeText())
    /// ```
    ///
    /// Events of the same instant have this order: bodies end, limits pass, bodies start. A
    /// fallback takes no time; there is no teardown and no launch action.
    ///
    /// - Parameters:
    ///   - durations: How long an attempt of each operation takes. Names that the graph does not
    ///     have are ignored: measured times may be older than the graph.
    ///   - default: How long an attempt of every other operation takes.
    ///   - outcomes: The outcomes of operations that do not simply succeed.
    ///   - width: The width of queues with automatic width; at least 1.
    ///   - seed: The seed of the jitter of backoffs.
    /// - Returns: The launch when nothing more would happen: ready, failed, or starting for ever if
    ///   an operation hangs. Its process started at 0, and so did the launch.
    public func simulate(
        durations: [String: Duration] = [:],
        default: Duration = .zero,
        outcomes: [String: SimulatedOutcome] = [:],
        width: Int = 8,
        seed: UInt64 = 0
    ) -> Report {
        simulate(SimulationTerms(width: width, seed: seed)) { name in
            SimulatedCourse(durations[name] ?? `default`, outcomes[name] ?? .succeeds)
        }
    }

    /// Computes a launch of this graph with the course of each operation.
    ///
    /// - Parameters:
    ///   - terms: What else the simulation depends on.
    ///   - course: The course of the operation or the group of that name.
    /// - Returns: The launch when nothing more would happen. Its process started at 0.
    package func simulate(
        _ terms: SimulationTerms,
        course: (String) -> SimulatedCourse
    ) -> Report {
        var graph = self
        var pauses: [Int: [Duration]] = [:]
        for index in 0..<topology.count where !topology.operations[index].isAction {
            let operation = topology.operations[index]
            let course = course(operation.name)
            // A program only waits once its process runs.
            let waits = operation.options.endsProgram && operation.options.ended == nil
            graph.calls[index] = calls[index]?.simulated(course, waitsOutsideQueue: waits)
            if !course.pauses.isEmpty { pauses[index] = course.pauses }
        }
        let driver = VirtualDriver(graph, terms, pauses: pauses)
        _ = driver.run(until: .stopped, upTo: Instant(nanoseconds: .max))
        let report = driver.launch.report
        driver.close()
        return report
    }
}

extension OperationCalls {
    /// The calls of the simulation, which follow the course; they undo nothing.
    fileprivate func simulated(
        _ course: SimulatedCourse,
        waitsOutsideQueue: Bool
    ) -> OperationCalls {
        OperationCalls(
            body: body == nil ? nil : course.body(waitsOutsideQueue: waitsOutsideQueue),
            staying: staying == nil ? nil : course.staying,
            condition: condition.map { condition in
                Condition(condition.description) { context in
                    try await context.pass(course.conditionTime)
                    return course.conditionHolds
                }
            },
            fallback: fallback == nil ? nil : AnyFallback(course.found)
        )
    }
}

extension SimulatedCourse {
    /// A body that waits, in virtual time, and then ends as the attempt does.
    fileprivate func body(waitsOutsideQueue: Bool) -> Body {
        let calls = CallCount()
        return { context in
            if waitsOutsideQueue { context.waitOutsideQueue() }
            let number = calls.next()
            try await run(context, countsCalls ? number : context.attempt)
            return nil
        }
    }

    /// The body of a part, which waits likewise, is ready then, and stays.
    fileprivate var staying: StayingBody {
        { ready in
            try await run(ready.context, ready.context.attempt)
            ready()
            await ready.waitUntilStopping()
        }
    }

    private func run(_ context: OperationContext, _ number: Int) async throws {
        let attempt = attempt(number)
        try await context.sleep(for: attempt.duration ?? .nanoseconds(Int64.max))
        if let failure = attempt.failure { throw failure }
    }

    fileprivate var found: Fallback<Void> {
        .from { _, context in
            try await context.pass(fallbackTime)
            return fallback.map { FallbackValue((), source: $0.source, age: $0.age) }
        }
    }
}

/// The number of times that a body has been called.
private final class CallCount: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

extension OperationContext {
    /// Sleeps, if there is something to sleep for.
    fileprivate func pass(_ duration: Duration) async throws {
        if duration > .zero { try await sleep(for: duration) }
    }
}
