@testable import Slipway

/// Random plans, with everything that a plan can have.
struct RandomPlan {
    private var random: SeededGenerator
    private(set) var plan: Plan
    private var declared: [Declared] = []
    private var names = 0
    /// The percentage of operations that have each policy.
    private let spice: Int
    /// Groups hold locks: some such plans are refused.
    private let groupsLock: Bool

    private struct Declared {
        let handle: Handle<Int>
        /// It may end without a value while its own group goes on.
        let isOptional: Bool
        let stage: Stage
        /// The groups around it, from the outermost.
        let path: [Around]
    }

    private struct Around {
        let name: String
        let isOptional: Bool
        /// It may be tried again as a whole.
        let isRepeated: Bool
    }

    private init(_ name: String, _ random: SeededGenerator, groupsLock: Bool) {
        self.random = random
        self.groupsLock = groupsLock
        plan = Plan(name)
        spice = self.random.number(0...40)
    }

    /// A plan without faults.
    static func graph(_ random: inout SeededGenerator, upTo size: Int = 25) -> Graph? {
        for attempt in 0..<8 {
            var maker = RandomPlan("random", random, groupsLock: attempt < 4 && random.chance(50))
            maker.fill(upTo: size)
            random = maker.random
            if let graph = try? Graph(maker.plan) { return graph }
        }
        return nil
    }

    /// Operations to add to a launch; some depend on operations that it has.
    static func addition(
        existing: [(handle: Handle<Int>, isSure: Bool)],
        number: Int,
        _ random: inout SeededGenerator
    ) -> Plan {
        var maker = RandomPlan("addition", random, groupsLock: false)
        maker.names = 1000 * (number + 1)
        maker.declared = existing.map {
            Declared(handle: $0.handle, isOptional: !$0.isSure, stage: .launch, path: [])
        }
        maker.operations(maker.random.number(1...4), in: [], .launch)
        random = maker.random
        return maker.plan
    }

    private mutating func fill(upTo size: Int) {
        plan.deadline = random.chance(15) ? .milliseconds(random.number(5...80)) : nil
        plan.grace = .milliseconds(10)
        plan.queues[.userInitiated] = random.chance(50) ? .automatic : .fixed(random.number(1...3))
        plan.queues[.named("disk")] = .fixed(random.number(1...2))
        operations(random.number(0...size), in: [], .launch)
        for number in 0..<random.number(0...3) {
            let required = random.sample(earlier(.launch, []), upTo: 3)
            plan.action(
                "k\(number)",
                on: queue(),
                requires: required.map(\.handle),
                priority: priority(),
                timeout: random.chance(20) ? .milliseconds(3) : nil,
                policy: policy()
            ) { (_: Int, _) throws in }
        }
    }

    private mutating func policy() -> ActionPolicy {
        let expires: Duration? = random.chance(30) ? .milliseconds(random.number(1...20)) : nil
        let limit = random.number(1...4)
        // Depends on what was drawn, so that older seeds still make the launches that they made.
        return ActionPolicy(
            expires: expires,
            limit: limit,
            coalescing: limit == 2 ? .latest : .all,
            retry: limit == 3 ? .constant(attempts: 3, pause: .milliseconds(2)) : nil,
            width: limit == 4 ? 3 : 1,
            locks: limit == 1 || expires == nil && limit == 4 ? ["a"] : []
        )
    }

    private mutating func operations(
        _ count: Int,
        in path: [Around],
        _ stage: Stage
    ) {
        var left = count
        while left > 0 {
            let ownStage: Stage =
                stage == .background || random.chance(8) && path.isEmpty
                ? .background : .launch
            if path.count < 3, random.chance(15) {
                let inside = min(left, random.number(0...6))
                group(inside, in: path, ownStage)
                left -= inside + 1
            } else {
                operation(in: path, ownStage)
                left -= 1
            }
        }
    }

    private mutating func operation(in path: [Around], _ stage: Stage) {
        names += 1
        let isOptional = random.chance(30)
        let hasFallback = random.chance(spice / 2)
        let timeout: Duration? = random.chance(spice) ? .milliseconds(random.number(1...30)) : nil
        let budget: Duration? =
            random.chance(spice / 2) ? .milliseconds(random.number(30...60)) : nil
        let teardown: (@Sendable (Int) async throws -> Void)? =
            random.chance(40) ? { @Sendable _ in } : nil
        let (queue, requires) = (queue(), requirable(isOptional || hasFallback, path, stage))
        let after = random.sample(earlier(stage, path), upTo: 2).map(\.handle)
        let (priority, locks) = (priority(), locks())
        let condition = random.chance(spice / 2) ? Condition("asked") { _ in true } : nil
        let retry = retry()
        let handle: Handle<Int>
        // Depends on what was drawn, so that older seeds still make the launches that they made.
        if teardown != nil, names.isMultiple(of: 3) {
            let ends: [EndPolicy] = [isOptional ? .degrade : .fail, .restart, .degrade]
            let service = plan.service(
                "o\(names)",
                on: queue,
                requires: requires,
                after: after,
                optional: isOptional,
                ended: ends[names / 3 % 3],
                stage: stage,
                priority: priority,
                locks: locks,
                when: condition,
                timeout: timeout,
                retry: retry,
                budget: budget,
                fallback: hasFallback ? .value(()) : nil
            ) { _ in }
            handle = Handle(operation: service.operation)
        } else {
            handle = plan.add(
                "o\(names)",
                on: queue,
                requires: requires,
                after: after,
                optional: isOptional,
                stage: stage,
                priority: priority,
                locks: locks,
                when: condition,
                timeout: timeout,
                retry: retry,
                budget: budget,
                fallback: hasFallback ? .value(0) : nil,
                teardown: teardown
            ) { (_: OperationContext) throws -> Int in 0 }
        }
        declared.append(
            Declared(
                handle: handle,
                isOptional: isOptional && !hasFallback,
                stage: stage,
                path: path
            )
        )
    }

    private mutating func group(
        _ count: Int,
        in path: [Around],
        _ stage: Stage
    ) {
        names += 1
        let name = "g\(names)"
        let isOptional = random.chance(30)
        // Depends on what was drawn, so that older seeds still make the launches that they made.
        let hasFallback = names.isMultiple(of: 5)
        let isRepeated = names.isMultiple(of: 2)
        let around =
            path + [Around(name: name, isOptional: isOptional, isRepeated: isRepeated)]
        let required = requirable(isOptional || hasFallback, path, stage)
        let after = random.sample(earlier(stage, path), upTo: 2).map(\.handle)
        let locks = groupsLock ? locks() : []
        let condition = random.chance(spice / 2) ? Condition("asked") { _ in true } : nil
        let timeout: Duration? = random.chance(spice) ? .milliseconds(random.number(5...40)) : nil
        let failsFast = random.chance(50)
        let priority = priority()
        // Declarations inside change `self` too.
        var inside = self
        let handle: Handle<Void> = plan.group(
            name,
            requires: required,
            after: after,
            optional: isOptional,
            stage: stage,
            priority: priority,
            locks: locks,
            when: condition,
            timeout: timeout,
            retry: isRepeated
                ? .constant(attempts: 2 + names % 3, pause: .milliseconds(names % 4)) : nil,
            fallback: hasFallback ? .value(()) : nil,
            failsFast: failsFast
        ) { plan in
            inside.plan = plan
            inside.operations(count, in: around, stage)
            plan = inside.plan
        }
        random = inside.random
        declared = inside.declared
        names = inside.names
        declared.append(
            Declared(
                handle: Handle(operation: handle.operation),
                isOptional: isOptional && !hasFallback,
                stage: stage,
                path: path
            )
        )
    }

    /// The operations that another one may depend on.
    private func earlier(_ stage: Stage, _ path: [Around]) -> [Declared] {
        declared.filter { other in
            let common = zip(path, other.path).prefix { $0.name == $1.name }.count
            return (stage == .background || other.stage == .launch)
                && !other.path.dropFirst(common).contains(where: \.isRepeated)
        }
    }

    /// The operations that another one may require without a fault of the plan.
    private mutating func requirable(
        _ canDoWithout: Bool,
        _ path: [Around],
        _ stage: Stage
    ) -> [Handle<Int>] {
        let sure = earlier(stage, path).filter { other in
            if canDoWithout || stage == .background && path.isEmpty { return true }
            let common = zip(path, other.path).prefix { $0.name == $1.name }.count
            if path.dropFirst(common).contains(where: \.isOptional) { return true }
            return !other.isOptional && !other.path.dropFirst(common).contains(where: \.isOptional)
        }
        return random.sample(sure, upTo: 3).map(\.handle)
    }

    private mutating func queue() -> Queue {
        [.main, .userInitiated, .userInitiated, .named("disk")][random.number(0...3)]
    }

    private mutating func priority() -> Priority {
        random.chance(spice / 2) ? [.low, .high, Priority(7)][random.number(0...2)] : .normal
    }

    private mutating func locks() -> [Lock] {
        random.chance(spice) ? random.sample(["a", "b", "c"], upTo: 2) : []
    }

    private mutating func retry() -> Retry? {
        guard random.chance(spice) else { return nil }
        let attempts = random.number(1...4)
        return random.chance(50)
            ? .exponential(attempts: attempts, initial: .milliseconds(2), maximum: .milliseconds(9))
            : .constant(attempts: attempts, pause: .milliseconds(random.number(0...5)))
    }
}
