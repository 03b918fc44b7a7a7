internal import Engines
internal import Slipway
internal import Synchronization
internal import Twins

/// From the main queue to a concurrent one and back, and the least that two threads need for it.
enum HopMeasurement {
    private static let rounds = 10_000
    private static let spins: Int64 = 2000

    static func take() -> Figures {
        var figures = Figures()
        figures["sync"] = launch { plan, name, queue, requires, mark in
            guard mark else { return plan.add(name, on: queue, requires: requires) { _ in } }
            return plan.add(name, on: queue, requires: requires) { _ in Marks.set() }
        }
        figures["async"] = launch { plan, name, queue, requires, mark in
            plan.add(name, on: queue, requires: requires) { (_: OperationContext) async in
                if mark { Marks.set() }
            }
        }
        let rounds = Int64(Self.rounds)
        figures["eventfd"] = Double(twinHandOver(rounds, 0)) / Double(rounds)
        figures["eventfdSpinning"] = Double(twinHandOver(rounds, spins)) / Double(rounds)
        figures["word"] = Double(twinHandOverSpinning(rounds)) / Double(rounds)
        return figures
    }

    /// Nanoseconds from the first body to the last, per two operations.
    private static func launch(
        _ add: (inout Plan, String, Queue, [any Dependency], Bool) -> Handle<Void>
    ) -> Double? {
        var plan = Plan("hops")
        var last: [any Dependency] = []
        for node in 0...2 * rounds {
            let isEnd = node == 0 || node == 2 * rounds
            let queue: Queue = node.isMultiple(of: 2) ? .main : .userInitiated
            last = [add(&plan, "\(node)", queue, last, isEnd)]
        }
        Marks.reset()
        guard let graph = try? Graph(plan),
            (try? Launch(graph).runOnMainThread(until: .ready)) != nil,
            let duration = Marks.duration
        else { return nil }
        return duration / Double(rounds)
    }

    /// When the first and the last body ran.
    private enum Marks {
        private static let instants = Mutex<[Instant]>([])

        static func reset() { instants.withLock { $0 = [] } }

        static func set() { instants.withLock { $0.append(.now) } }

        static var duration: Double? {
            instants.withLock { $0.count == 2 ? $0[0].nanoseconds(to: $0[1]) : nil }
        }
    }
}
