import Testing

@testable import Slipway

/// Exclusion that could keep a group, or two, from ever ending.
struct LockCheckTests {
    @Test func refusesAGroupThatWaitsForSomebodyWhoNeedsItsLock() {
        var plan = Plan("test")
        let writer = plan.add("writer", locks: ["db"]) { _ in }
        let relay = plan.add("relay", after: [writer]) { _ in }
        plan.group("migrate", locks: ["db"], origin: Origin(file: "f", line: 2)) { plan in
            plan.add("a") { _ in }
            plan.add("b", requires: [relay]) { _ in }
        }
        #expect(
            Graph.faults(of: plan) == [
                "group 'migrate' holds lock 'db' while 'b' in it waits for 'writer', which needs "
                    + "it: 'b' -> 'relay' -> 'writer'; let 'migrate' run after 'writer', or take "
                    + "'db' inside 'migrate'"
            ]
        )
    }

    @Test func acceptsItIfTheOtherEndsBeforeTheGroupBegins() {
        var plan = Plan("test")
        let writer = plan.add("writer", locks: ["db"]) { _ in }
        let relay = plan.add("relay", after: [writer]) { _ in }
        plan.group("migrate", after: [relay], locks: ["db"]) { plan in
            plan.add("b", requires: [writer]) { _ in }
        }
        #expect(Graph.faults(of: plan) == [])
    }

    /// 'migrate' holds 'db', begins after 'link', and waits for 'writer', which needs 'db' and comes
    /// before 'link'.
    private func linked(
        _ kind: DependencyKind = .after,
        _ link: (inout Plan, Handle<Void>) -> Handle<Int>
    ) -> [String] {
        var plan = Plan("test")
        let writer = plan.add("writer", locks: ["db"]) { _ in }
        let link = link(&plan, writer)
        plan.group(
            "migrate",
            requires: kind == .requires ? [link] : [],
            after: kind == .after ? [link] : [],
            optional: true,
            locks: ["db"]
        ) { plan in
            plan.add("b", requires: [writer]) { _ in }
        }
        return Graph.faults(of: plan)
    }

    @Test func seesThatWhatIsSkippedEndsBeforeWhatItWaitsFor() {
        let faults = linked { plan, writer in
            let flaky = plan.add("flaky", optional: true) { _ in }
            return plan.add("link", requires: [flaky, writer], optional: true) { _ in 1 }
        }
        #expect(faults.first?.hasPrefix("group 'migrate' holds lock 'db'") == true)
    }

    @Test func acceptsWhatOnlySomebodyByHandCouldEndBeforeItsTime() {
        let faults = linked { plan, writer in
            plan.add("link", requires: [writer], optional: true) { _ in 1 }
        }
        #expect(faults == [])
    }

    @Test func whatHasAValueHasNotBeenSkipped() {
        let faults = linked(.requires) { plan, writer in
            let flaky = plan.add("flaky", optional: true) { _ in }
            return plan.add("link", requires: [flaky, writer], optional: true) { _ in 1 }
        }
        #expect(faults == [])
    }

    @Test func aFallbackStandsInForWhatWasSkipped() {
        let faults = linked(.requires) { plan, writer in
            let flaky = plan.add("flaky", optional: true) { _ in }
            return plan.add(
                "link",
                requires: [flaky],
                after: [writer],
                fallback: .value(1)
            ) { _ in 2 }
        }
        #expect(faults.count == 1)
    }

    @Test(arguments: [(false, 0), (true, 1)])
    func aGroupThatFailsFastEndsItsChildrenBeforeTheirTime(failsFast: Bool, count: Int) {
        let faults = linked { plan, writer in
            var link: Handle<Int>?
            plan.group("g", optional: true, failsFast: failsFast) { plan in
                plan.add("flaky") { _ in }
                link = plan.add("link", after: [writer]) { _ in 1 }
            }
            return link ?? plan.add("none") { _ in 1 }
        }
        #expect(faults.count == count)
    }

    @Test func aGroupThatHasAValueHasWaitedForWhatIsInIt() {
        var plan = Plan("test")
        let writer = plan.add("writer", locks: ["db"]) { _ in }
        let group = plan.group("g", optional: true, timeout: .seconds(1)) { plan in
            plan.add("x", after: [writer]) { _ in }
        }
        plan.group("migrate", requires: [group], optional: true, locks: ["db"]) { plan in
            plan.add("b", requires: [writer]) { _ in }
        }
        #expect(Graph.faults(of: plan) == [])
        plan.group("again", after: [group], locks: ["db"]) { plan in
            plan.add("c", requires: [writer]) { _ in }
        }
        #expect(Graph.faults(of: plan).count == 1)
    }

    @Test func acceptsOtherLocks() {
        var plan = Plan("test")
        let writer = plan.add("writer", locks: ["log"]) { _ in }
        plan.group("migrate", locks: ["db"]) { plan in
            plan.add("b", requires: [writer]) { _ in }
        }
        #expect(Graph.faults(of: plan) == [])
    }

    @Test func seesALockThatAnotherGroupTakes() {
        var plan = Plan("test")
        let other = plan.group("other", locks: ["db"]) { plan in plan.add("x") { _ in } }
        plan.group("outer", locks: ["net", "db"]) { plan in
            plan.group("inner") { plan in plan.add("b", requires: [other]) { _ in } }
        }
        #expect(
            Graph.faults(of: plan) == [
                "group 'outer' holds lock 'db' while 'b' in it waits for 'other', which needs it: "
                    + "'b' -> 'other'; let 'outer' run after 'other', or take 'db' inside 'outer'"
            ]
        )
    }

    @Test func aLockThatAGroupAroundHoldsIsNotTakenAgain() throws {
        var plan = Plan("test")
        plan.group("outer", locks: ["db", "net"]) { plan in
            let a = plan.add("a", locks: ["db", "log", "log"]) { _ in }
            plan.group("inner", locks: ["db"]) { plan in
                plan.add("b", requires: [a], locks: ["net"]) { _ in }
            }
        }
        plan.add("c", locks: ["log", "db"]) { _ in }
        let graph = try Graph(plan)
        #expect(graph.locks == ["db", "net", "log"])
        #expect(graph.lockNumbers == [[0, 1], [2], [], [], [0, 2]])
    }

    @Test func refusesGroupsThatTakeLocksInDifferentOrders() {
        var plan = Plan("test")
        plan.group("g", locks: ["a"]) { plan in plan.add("x", locks: ["b"]) { _ in } }
        plan.group("h", locks: ["b"]) { plan in
            plan.group("inner") { plan in plan.add("y", locks: ["a"]) { _ in } }
        }
        plan.group("again", locks: ["a"]) { plan in plan.add("z", locks: ["b"]) { _ in } }
        #expect(
            Graph.faults(of: plan) == [
                "groups can wait for each other's locks: 'g' holds 'a' while 'x' in it takes 'b', "
                    + "'h' holds 'b' while 'y' in it takes 'a'; let each group name all of these "
                    + "locks"
            ]
        )
    }

    @Test func reportsEachKnotOfLocksOnce() {
        var plan = Plan("test")
        for (held, taken) in [
            ("a", "b"), ("b", "c"), ("c", "a"), ("d", "e"), ("e", "d"), ("a", "d"),
        ] {
            plan.group("\(held)\(taken)", locks: [Lock(held)]) { plan in
                plan.add("in-\(held)\(taken)", locks: [Lock(taken)]) { _ in }
            }
        }
        let faults = Graph.faults(of: plan)
        #expect(faults.count == 2)
        #expect(faults.first?.contains("'ab' holds 'a'") == true)
        #expect(faults.first?.contains("'ca' holds 'c'") == true)
        #expect(faults.last?.contains("'ed' holds 'e'") == true)
    }

    @Test func acceptsOneOrderForAllAndLocksThatAreTakenTogether() {
        var plan = Plan("test")
        plan.group("g", locks: ["a"]) { plan in plan.add("x", locks: ["b"]) { _ in } }
        plan.group("h", locks: ["a", "b"]) { plan in plan.add("y", locks: ["b", "a"]) { _ in } }
        plan.add("z", locks: ["b", "a"]) { _ in }
        #expect(Graph.faults(of: plan) == [])
    }

    @Test func handlesMoreLocksThanAWordHasBits() {
        var plan = Plan("test")
        for number in 0..<150 {
            let writer = plan.add("w\(number)", locks: [Lock("k\(number)")]) { _ in }
            plan.group("g\(number)", locks: [Lock("k\(number)")]) { plan in
                plan.add("x\(number)", requires: number % 50 == 7 ? [writer] : []) { _ in }
            }
        }
        let groups = Graph.faults(of: plan).map { $0.split(separator: "'")[1] }
        #expect(groups == ["g7", "g57", "g107"])
    }

    @Test func findsItInAPlanWithACycleToo() {
        var plan = Plan(["p": ["q"], "q": ["p"]])
        let writer = plan.add("writer", locks: ["db"]) { _ in }
        plan.group("g", locks: ["db"]) { plan in plan.add("b", requires: [writer]) { _ in } }
        #expect(Graph.faults(of: plan).count == 2)
    }

    /// A lock held along a path exists exactly if a search by hand finds one.
    @Test(arguments: 0..<200)
    func agreesWithAPlainSearch(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var plan = Plan("random")
        let locks: [Lock] = ["a", "b"]
        var handles: [Handle<Void>] = []
        for number in 0..<12 {
            let required = handles.filter { _ in random.chance(20) }
            let own = locks.filter { _ in random.chance(20) }
            if random.chance(70) {
                handles.append(plan.add("o\(number)", requires: required, locks: own) { _ in })
                continue
            }
            let group = plan.group("g\(number)", after: required, locks: own) { plan in
                for child in 0..<2 {
                    let outside = handles.filter { _ in random.chance(15) }
                    let name = "c\(number)-\(child)"
                    let inside = plan.add(name, requires: outside) { _ in }
                    if random.chance(50) { handles.append(inside) }
                }
            }
            handles.append(group)
        }
        let reported = PlanCheck.faults(of: plan).contains { fault in
            if case .heldLock = fault { true } else { false }
        }
        #expect(reported == Self.canWaitForItself(plan))
    }

    private static func canWaitForItself(_ plan: Plan) -> Bool {
        func before(_ nodes: [Int], inside: ClosedRange<Int>) -> Set<Int> {
            var seen: Set<Int> = []
            var stack = nodes
            while let node = stack.popLast() {
                for position in plan.declarations[node].edges {
                    let target = plan.edges[position].number
                    if inside.contains(target) { continue }
                    if seen.insert(target).inserted { stack.append(target) }
                }
            }
            return seen
        }
        for group in plan.groups {
            let inside = group.entry...group.exit
            let ended = before([group.entry], inside: inside)
            let waited = before(Array(inside), inside: inside).subtracting(ended)
            let held = plan.policies(of: plan.declarations[group.entry])?.locks ?? []
            for node in waited {
                let taken = plan.policies(of: plan.declarations[node])?.locks ?? []
                if taken.contains(where: held.contains) { return true }
            }
        }
        return false
    }
}

extension PlanCheck {
    static func faults(of plan: Plan) -> [GraphFault] {
        var check = PlanCheck(plan)
        check.run()
        return check.faults
    }
}
