import SlipwayReport

@testable import Slipway

/// A launch of a random plan on real threads, in real time, while others interfere.
///
/// The seed gives the plan and what its bodies do; the threads give the order, so that the same seed
/// may go differently.
enum ThreadedLaunch {
    /// Runs one launch.
    ///
    /// - Parameter seed: Which launch.
    /// - Returns: The rules that were broken.
    static func violations(seed: UInt64) async -> [String] {
        var random = SeededGenerator(seed: seed)
        guard let graph = RandomPlan.graph(&random, upTo: 20)?.withRandomBehaviour(&random) else {
            return []
        }
        let launch = Launch(graph)
        let ledger = Ledger()
        let goal = random.pick([Launch.Goal.ready, .ready, .complete])
        let interference = random.chance(60) ? random.next() : nil
        await withTaskGroup { group in
            group.addTask {
                // Some of them fail.
                do { try await launch.run(reportingTo: [ledger], until: goal ?? .ready) } catch {}
            }
            if let interference {
                group.addTask {
                    await interfere(with: launch, graph, SeededGenerator(seed: interference))
                }
            }
        }
        return ledger.violations(of: launch.report, graph)
    }

    /// The acts of operators, senders and watchers meanwhile.
    private static func interfere(
        with launch: Launch,
        _ graph: Graph,
        _ generator: SeededGenerator
    ) async {
        var random = generator
        let names = graph.plan.operations.map(\.name)
        for round in 0..<random.number(1...12) {
            for _ in 0..<random.number(0...200) { await Task.yield() }
            switch random.number(0...9) {
            case 0: _ = launch.report
            case 1: _ = launch.explanation(of: random.pick(names))
            case 2: if let name = random.pick(names) { launch.cancel(name) }
            case 3:
                launch.pause()
                launch.resume()
            case 4:
                if let queue = random.pick(launch.queues) {
                    launch.pause(queue)
                    await Task.yield()
                    launch.resume(queue)
                }
            case 5: submit(to: launch, graph, &random)
            case 6:
                let name = "late\(round)"
                _ = try? launch.add { plan in plan.add(name, optional: true) { await Task.yield() }
                }
            case 7: launch.degrade(reason: "asked to")
            case 8: if random.chance(20) { launch.stop() }
            default: if random.chance(10) { launch.fail(Failure(.error, "asked to")) }
            }
        }
    }

    private static func submit(to launch: Launch, _ graph: Graph, _ random: inout SeededGenerator) {
        let kinds = graph.topology.operations.indices.filter {
            graph.topology.operations[$0].isAction
        }
        guard let index = random.pick(Array(kinds)) else { return }
        let declaration = graph.topology.operations[index].declaration
        let kind = ActionKind<Int>(
            declaration: OperationID(number: declaration.number, index: index),
            name: declaration.name
        )
        _ = try? launch.submit(kind, 1)
    }
}

extension Graph {
    fileprivate func withRandomBehaviour(_ random: inout SeededGenerator) -> Graph {
        var graph = self
        graph.calls = calls.map { $0?.withRandomBehaviour(&random) }
        return graph
    }
}

extension OperationCalls {
    /// The same, with closures that do what bodies do: return, suspend, sleep, keep a thread, throw.
    fileprivate func withRandomBehaviour(_ random: inout SeededGenerator) -> OperationCalls {
        let seed = random.next()
        let behave: Body = { context in
            try await Behaviour.random(seed &+ UInt64(context.attempt)).run(context)
            return AnyOutput.of(1)
        }
        let stay: StayingBody = { ready in
            try await Behaviour.random(seed &+ UInt64(ready.context.attempt)).run(ready.context)
            ready()
            // Some end by themselves.
            if seed % 3 > 0 { await ready.waitUntilStopping() }
        }
        let undo: Teardown = { _ in await Task.yield() }
        var asked: Condition?
        if let condition {
            asked = Condition(condition.description) { _ in
                await Task.yield()
                return seed % 4 != 0
            }
        }
        return OperationCalls(
            body: body == nil ? nil : behave,
            staying: staying == nil ? nil : stay,
            condition: asked,
            fallback: fallback == nil ? nil : AnyFallback(Fallback<Int>.value(0)),
            teardown: teardown == nil ? nil : undo
        )
    }
}

/// The behaviour of one attempt of a body.
private enum Behaviour {
    case returns
    case yields(Int)
    case sleeps(Duration)
    case adds
    case throwsError

    struct Broken: Error {}

    static func random(_ seed: UInt64) -> Behaviour {
        var random = SeededGenerator(seed: seed)
        switch random.number(0...9) {
        case 0, 1, 2: return .returns
        case 3, 4: return .yields(random.number(1...20))
        case 5, 6: return .sleeps(.microseconds(random.number(1...2000)))
        case 7: return .adds
        case 8: return random.chance(50) ? .throwsError : .returns
        default: return .sleeps(.milliseconds(random.number(1...5)))
        }
    }

    func run(_ context: OperationContext) async throws {
        switch self {
        case .returns: return
        case .yields(let count): for _ in 0..<count { await Task.yield() }
        case .sleeps(let duration): try await context.sleep(for: duration)
        case .adds:
            let name = "of-\(context.name)-\(context.attempt)"
            _ = try? context.add { plan in plan.add(name, optional: true) {} }
        case .throwsError: throw Broken()
        }
    }
}
