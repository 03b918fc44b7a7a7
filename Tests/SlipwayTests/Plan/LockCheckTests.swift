import Slipway
import Testing

/// Locks that could keep a group, or two groups, from ever ending.
struct LockCheckTests {
    @Test func refusesAChildThatWaitsForSomethingOutsideWhileItsGroupHoldsALock() {
        var plan = Plan("test")
        let relay = plan.add("relay") {}
        plan.group("migrate", locks: ["db"]) { plan in
            let a = plan.add("a") {}
            plan.add("b", requires: [a, relay]) {}
            plan.group("inner") { plan in plan.add("c", after: [relay]) {} }
        }
        #expect(
            Graph.faults(of: plan)
                == ["b", "c"].map { name in
                    "'\(name)' waits for 'relay' while group 'migrate', which it is in, holds 'db'; let "
                        + "'migrate' wait for 'relay', or put 'relay' into 'migrate'"
                }
        )
    }

    @Test func theGroupItselfMayWait() {
        var plan = Plan("test")
        let writer = plan.add("writer", locks: ["db"]) {}
        plan.group("migrate", after: [writer], locks: ["db"]) { plan in
            let a = plan.add("a") {}
            plan.add("b", requires: [a]) {}
        }
        #expect(Graph.faults(of: plan) == [])
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
        #expect(Set(graph.locks) == ["db", "net", "log"])
        #expect(Set(graph.locks(of: "outer")) == ["db", "net"])
        #expect(graph.locks(of: "a") == ["log"])
        #expect(graph.locks(of: "inner") == [] && graph.locks(of: "b") == [])
        #expect(Set(graph.locks(of: "c")) == ["log", "db"])
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

    @Test(.heavy) func manyNestedGroupsThatHoldLocksAreCheckedInLinearTime() {
        var plan = Plan("test")
        func nest(_ depth: Int, in plan: inout Plan) {
            guard depth > 0 else { return }
            plan.group("g\(depth)", locks: [Lock("k\(depth)")]) { plan in
                plan.add("o\(depth)") {}
                nest(depth - 1, in: &plan)
            }
        }
        nest(500, in: &plan)
        #expect(Graph.faults(of: plan) == [])
    }
}
