import Slipway
import SlipwayTestSupport

/// Random graphs with contention, locks, retries, failures and groups, and the times of their operations.
struct RandomGraph {
    let graph: Graph
    let durations: [String: Duration]
    let outcomes: [String: SimulatedOutcome]

    /// Is `nil` if the plan has faults.
    init?(seed: UInt64, upTo size: Int = 25) {
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        var plan = Plan("random")
        plan.queues[.userInitiated] = .fixed(random.number(1...4))
        plan.queues[.named("disk")] = .fixed(random.number(1...2))
        var maker = Maker(random: random)
        maker.fill(&plan, random.number(3...size), depth: 0, scope: [])
        guard let graph = try? Graph(plan) else { return nil }
        self.graph = graph
        durations = maker.durations
        outcomes = maker.outcomes
    }

    /// A launch of it.
    func launch(changing changes: [String: Duration] = [:]) -> Report {
        graph.simulate(
            durations: durations.merging(changes) { $1 },
            outcomes: outcomes
        )
    }
}

private struct Maker {
    var random: SeededGenerator
    var durations: [String: Duration] = [:]
    var outcomes: [String: SimulatedOutcome] = [:]
    private var count = 0

    init(random: SeededGenerator) { self.random = random }

    /// Declares operations; what they require is in `scope`, or declared before.
    mutating func fill(_ plan: inout Plan, _ size: Int, depth: Int, scope: [String]) {
        var usable = scope
        var all = scope
        var left = size
        while left > 0 {
            count += 1
            let name = "o\(count)"
            let requires = random.some(usable, upTo: 2).map { Named($0) }
            let after = random.some(all, upTo: 2).map { Named($0) }
            if depth < 2, left > 2, random.chance(12) {
                let inside = random.number(1...min(5, left - 1))
                let locks: [Lock] = depth == 0 && random.chance(15) ? ["g"] : []
                // What is in a group that holds locks waits for nothing outside of it.
                let outer = locks.isEmpty ? usable : []
                var maker = self
                plan.group(name, requires: requires, after: after, locks: locks) { plan in
                    maker.fill(&plan, inside, depth: depth + 1, scope: outer)
                }
                self = maker
                usable.append(name)
                all.append(name)
                left -= inside + 1
                continue
            }
            left -= 1
            let isOptional = random.chance(20)
            let hasFallback = random.chance(12)
            durations[name] = .microseconds(random.number(500...60_000))
            var retry: Retry?
            if random.chance(25) {
                retry = .constant(attempts: 3, pause: .microseconds(random.number(100...20_000)))
                if random.chance(60) {
                    outcomes[name] = .fails("busy", attempts: random.number(1...2))
                }
            }
            if isOptional || hasFallback, random.chance(25) { outcomes[name] = .fails("no") }
            let condition = random.chance(10) ? Condition("asked") { _ in true } : nil
            if condition != nil, random.chance(40) { outcomes[name] = .notNeeded }
            let queues: [Queue] = [.main, .userInitiated, .userInitiated, .named("disk")]
            let priorities: [Priority] = [.normal, .normal, .high, .low]
            let locks: [Lock] = ["a", "b"].filter { _ in random.chance(12) }
            plan.add(
                name,
                on: queues[random.number(0...3)],
                requires: requires,
                after: after,
                optional: isOptional && !hasFallback,
                stage: depth == 0 && random.chance(5) ? .background : .launch,
                priority: priorities[random.number(0...3)],
                locks: locks,
                when: condition,
                timeout: random.chance(10) ? .milliseconds(random.number(20...80)) : nil,
                retry: retry,
                fallback: hasFallback ? .value(()) : nil
            ) { (_: OperationContext) in }
            let isBackground = plan.operations.last?.stage == .background
            if !isBackground {
                all.append(name)
                if !isOptional || hasFallback { usable.append(name) }
            }
        }
    }
}
