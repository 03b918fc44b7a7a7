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
    ///   - seed: The seed of the jitter of pauses between attempts.
    /// - Returns: The launch when nothing more would happen: ready, failed, or starting for ever if
    ///   an operation hangs. Its process started at 0, and so did the launch.
    public func simulate(
        durations: [String: Duration] = [:],
        default: Duration = .zero,
        outcomes: [String: SimulatedOutcome] = [:],
        width: Int = 8,
        seed: UInt64 = 0
    ) -> Report {
        let graph = replacingBodies { name in
            (durations[name] ?? `default`, outcomes[name] ?? .succeeds)
        }
        let driver = VirtualDriver(graph, seed: nil, jitter: seed, width: width)
        _ = driver.run(until: .stopped, upTo: Instant(nanoseconds: .max))
        let report = driver.launch.report
        driver.close()
        return report
    }

    private func replacingBodies(
        _ simulated: (String) -> (Duration, SimulatedOutcome)
    ) -> Graph {
        var graph = self
        for index in 0..<topology.count where !topology.operations[index].isAction {
            let (duration, outcome) = simulated(topology.operations[index].name)
            graph.calls[index] = calls[index]?.simulated(duration, outcome)
        }
        return graph
    }
}

extension OperationCalls {
    /// Answers in the place of everything that would be asked; nothing is undone.
    fileprivate func simulated(_ duration: Duration, _ outcome: SimulatedOutcome) -> OperationCalls
    {
        OperationCalls(
            body: body == nil ? nil : outcome.body(duration),
            staying: staying == nil ? nil : outcome.staying(duration),
            condition: condition.map { condition in
                Condition(condition.description) { _ in outcome != .notNeeded }
            },
            fallback: fallback == nil
                ? nil : AnyFallback(Fallback<Void>.value((), source: "simulated"))
        )
    }
}

extension SimulatedOutcome {
    /// The same as ``body(_:)``, of a part that is ready then, and stays.
    fileprivate func staying(_ duration: Duration) -> StayingBody {
        { ready in
            _ = try await body(duration)(ready.context)
            ready()
            await ready.waitUntilStopping()
        }
    }

    /// A body that waits, in virtual time, and then ends with this outcome.
    fileprivate func body(_ duration: Duration) -> Body {
        { context in
            switch self {
            case .succeeds, .notNeeded: try await context.sleep(for: duration)
            case .hangs: try await context.sleep(for: .nanoseconds(Int64.max))
            case .fails(let message, let attempts):
                try await context.sleep(for: duration)
                if context.attempt <= attempts { throw Failure(.error, message) }
            }
            return nil
        }
    }
}
