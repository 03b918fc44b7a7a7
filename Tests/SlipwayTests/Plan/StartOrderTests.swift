import Slipway
import Testing

struct StartOrderTests {
    @Test func startsTheLongestRemainingPathFirstAndThenWhatWasDeclaredFirst() throws {
        let plan = Plan(["a": [], "b": [], "c": ["b"], "d": ["c"], "e": ["a"], "f": []])
        #expect(try Graph(plan).startOrder == ["b", "a", "c", "d", "e", "f"])
    }

    @Test func startsWhatSomethingUrgentWaitsForBeforeAnythingElse() throws {
        var plan = Plan(["long": [], "longer": ["long"], "longest": ["longer"], "short": []])
        plan.add("urgent", requires: [Named("short")], priority: .high) { _ in }
        plan.add("idle", after: [Named("short")], priority: .low) { _ in }
        let graph = try Graph(plan)
        #expect(graph.startOrder == ["short", "urgent", "long", "longer", "longest", "idle"])
        #expect(graph.priorities == [0, 0, 0, 50, 50, -50])
    }

    @Test func kindsOfActionDoNotCountForWhatTheyRequire() throws {
        var plan = Plan(["a": [], "b": []])
        plan.action("open", requires: [Named("b")], priority: .high) { (_: Int, _) in }
        let graph = try Graph(plan)
        #expect(graph.priorities == [0, 0, 50])
        #expect(graph.startOrder == ["open", "a", "b"])
    }

    /// What is in a group counts as the group does, unless it says more itself.
    @Test func aLowGroupIsStartedAfterWhatSaysNothing() throws {
        var plan = Plan("test")
        plan.group("low", priority: .low) { plan in
            plan.add("a") { _ in }
            plan.group("inner") { plan in plan.add("b") { _ in } }
            plan.group("normal", priority: .normal) { plan in plan.add("c") { _ in } }
        }
        plan.group("group") { plan in plan.add("d", priority: .low) { _ in } }
        plan.add("e") { _ in }
        let graph = try Graph(plan)
        // The end of 'low' waits for 'normal', and 'group' for 'd'.
        let priorities = Dictionary(
            uniqueKeysWithValues: zip(plan.operations.map(\.name), graph.priorities)
        )
        #expect(priorities["a"] == -50 && priorities["b"] == -50 && priorities["low"] == -50)
        #expect(priorities["c"] == 0 && priorities["d"] == 0 && priorities["e"] == 0)
    }

    @Test func aKindOfActionWithoutAPriorityIsNormal() throws {
        var plan = Plan("test")
        plan.add("low", priority: .low) { _ in }
        plan.action("open") { (_: Int, _) in }
        #expect(try Graph(plan).priorities == [-50, 0])
    }

    @Test func isTheSameInWhateverOrderThingsWereDeclared() throws {
        let there = Plan(["a": [], "b": ["a"], "c": ["b"], "x": []])
        let back = Plan(["c": ["b"], "b": ["a"], "a": [], "x": []])
        #expect(try Graph(there).startOrder == ["a", "b", "c", "x"])
        #expect(try Graph(back).startOrder == ["a", "b", "c", "x"])
    }

    /// Compares with the definition, for graphs with and without topological declaration order.
    @Test(arguments: 0..<100)
    func agreesWithItsDefinition(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = random.number(1...30)
        var order = Array(0..<count)
        if seed % 2 == 0 { order.shuffle(using: &random) }
        var dependencies = [[Int]](repeating: [], count: count)
        for place in 1..<max(1, count) {
            for _ in 0..<random.number(0...3) {
                dependencies[order[place]].append(order[random.number(0...(place - 1))])
            }
        }
        var plan = Plan("random")
        for node in 0..<count {
            plan.add(
                "\(node)",
                requires: dependencies[node].map { Named("\($0)") },
                priority: Priority(Int8(random.number(-2...2)))
            ) { _ in }
        }
        let graph = try Graph(plan)

        var waiting: [Int: Set<Int>] = [:]
        var paths = [Int](repeating: 0, count: count)
        for node in order.reversed() {
            for dependency in dependencies[node] {
                waiting[dependency, default: []].formUnion([node])
                waiting[dependency, default: []].formUnion(waiting[node] ?? [])
                paths[dependency] = max(paths[dependency], paths[node] + 1)
            }
        }
        let priorities: [Int8?] = (0..<count).map { node in
            ([node] + (waiting[node] ?? [])).map { plan.operations[$0].priority.rawValue }.max()
        }
        #expect(graph.priorities.map { $0 } == priorities)
        let expected = (0..<count).sorted { left, right in
            (-Int(priorities[left] ?? 0), -paths[left], left)
                < (-Int(priorities[right] ?? 0), -paths[right], right)
        }
        #expect(graph.startOrder == expected.map { "\($0)" })
    }
}
