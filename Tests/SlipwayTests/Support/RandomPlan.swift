@testable import Slipway

/// Plans of any shape: any width, optional operations, timeouts, both kinds of edge, actions.
enum RandomPlan {
    static func make(_ random: inout SeededGenerator, upTo size: Int = 25) -> Plan {
        var plan = Plan(
            "random",
            deadline: random.chance(20) ? .milliseconds(random.number(5...80)) : nil
        )
        plan.grace = .milliseconds(10)
        plan.queues[.userInitiated] = random.chance(50) ? .automatic : .fixed(random.number(1...3))
        plan.queues[.named("disk")] = .fixed(random.number(1...2))
        var handles: [(handle: Handle<Int>, isOptional: Bool)] = []
        for number in 0..<random.number(0...size) {
            let isOptional = random.chance(30)
            let required = sample(handles.filter { isOptional || !$0.isOptional }, &random)
            let after = sample(handles, &random)
            let stop: (@Sendable (Int) async throws -> Void)? =
                random.chance(40) ? { @Sendable _ in } : nil
            let handle = plan.add(
                "o\(number)",
                on: queue(&random),
                requires: required.map(\.handle),
                after: after.map(\.handle),
                optional: isOptional,
                timeout: random.chance(20) ? .milliseconds(random.number(1...30)) : nil,
                stop: stop
            ) { (_: OperationContext) throws -> Int in number }
            handles.append((handle, isOptional))
        }
        for number in 0..<random.number(0...3) {
            plan.action(
                "k\(number)",
                requires: sample(handles, &random).map(\.handle),
                on: queue(&random),
                timeout: random.chance(20) ? .milliseconds(3) : nil,
                expires: random.chance(30) ? .milliseconds(random.number(1...20)) : nil,
                limit: random.number(1...4)
            ) { (_: Int, _) throws in }
        }
        return plan
    }

    static func queue(_ random: inout SeededGenerator) -> Queue {
        [.main, .userInitiated, .userInitiated, .named("disk")][random.number(0...3)]
    }

    private static func sample<Element>(
        _ elements: [Element],
        _ random: inout SeededGenerator
    ) -> [Element] {
        guard !elements.isEmpty else { return [] }
        return (0..<random.number(0...3)).map { _ in
            elements[random.number(0...(elements.count - 1))]
        }
    }
}
