import Testing

@testable import Slipway

struct GroupTests {
    private struct Refusal: Error, Equatable {}

    private func edges(_ plan: Plan, of node: Int) -> [String] {
        plan.declarations[node].edges.map { position in
            let edge = plan.edges[position]
            return "\(edge.kind.rawValue) \(edge.number)"
        }
    }

    @Test func beginsBeforeAndEndsAfterWhatIsInIt() throws {
        var plan = Plan("test")
        let before = plan.add("before") { _ in }
        let group = plan.group("login", requires: [before]) { plan in
            let token = plan.add("authenticate") { _ in "token" }
            return plan.add("fetch", requires: [token]) { _ in 42 }
        }
        plan.add("home", requires: [group]) { _ in }
        #expect(
            plan.declarations.map(\.name) == [
                "before", "login", "authenticate", "fetch", "login", "home",
            ]
        )
        #expect(edges(plan, of: 1) == ["requires 0"])
        #expect(edges(plan, of: 2) == ["requires 1"])
        #expect(edges(plan, of: 3) == ["requires 1", "requires 2"])
        #expect(edges(plan, of: 4) == ["after 1", "after 2", "after 3"])
        #expect(edges(plan, of: 5) == ["requires 4"])
        #expect(plan.declarations.map(\.group) == [-1, -1, 0, 0, -1, -1])
        #expect(
            plan.declarations.map(\.kind)[1...4] == [
                .groupEntry, .synchronous, .synchronous, .groupExit,
            ]
        )
        #expect(plan.groups[0].entry == 1 && plan.groups[0].exit == 4 && plan.groups[0].result == 3)
        #expect(try Graph(plan).operation(named: "login") == 4)
    }

    @Test func nests() throws {
        var plan = Plan("test")
        plan.group("outer") { plan in
            plan.add("a") { _ in }
            plan.group("inner") { plan in
                plan.add("b") { _ in }
                plan.group("innermost") { plan in plan.add("c") { _ in } }
            }
            plan.group("other") { plan in plan.add("d") { _ in } }
            plan.add("e") { _ in }
        }
        #expect(plan.groups.map(\.parent) == [-1, 0, 1, 0])
        #expect(
            plan.children(of: 0).map { plan.declarations[$0].name } == ["a", "inner", "other", "e"]
        )
        #expect(plan.children(of: 1).map { plan.declarations[$0].name } == ["b", "innermost"])
        for (number, group) in plan.groups.enumerated() {
            #expect(plan.group(endingAt: group.exit) == number)
            #expect(plan.declarations[group.exit].group == group.parent)
        }
        #expect(edges(plan, of: 2) == ["requires 0"])
        _ = try Graph(plan)
    }

    @Test func mayBeEmpty() throws {
        var plan = Plan("test")
        let empty = plan.group("empty") { _ in }
        plan.add("after", requires: [empty]) { _ in }
        #expect(try Graph(plan).names(of: .requires, for: 2) == ["empty"])
    }

    @Test func leavesThePlanAsItWasIfDeclaringThrows() throws {
        var plan = Plan("test")
        let first = plan.add("first") { _ in }
        let before = plan
        #expect(throws: Refusal()) {
            try plan.group("g", after: [first], timeout: .seconds(1)) { plan in
                plan.add("a", on: .named("disk"), requires: [Named("b")], locks: ["k"]) { _ in }
                plan.action("open") { (_: Int, _) in }
                plan.queues[.named("disk")] = .fixed(1)
                plan.sequence(first, Named("a"))
                plan.group("nested") { plan in plan.add("c", file: "other.swift") { _ in } }
                throw Refusal()
            }
        }
        #expect(plan.declarations.count == 1 && plan.policies.isEmpty && plan.groups.isEmpty)
        #expect(plan.actionDeclarations.isEmpty && plan.edges.count == 0)
        #expect(plan.edges.externals.isEmpty && plan.edges.late.isEmpty)
        #expect(plan.queues == before.queues && plan.queueTable == before.queueTable)
        #expect(plan.files == before.files && plan.currentGroup == -1)
        plan.add("second", requires: [first]) { _ in }
        #expect(try Graph(plan).operationCount == 2)
    }

    @Test func carriesOnAfterANestedGroupThatCouldNotBeDeclared() throws {
        var plan = Plan("test")
        plan.group("outer") { plan in
            plan.add("a") { _ in }
            _ = try? plan.group("inner") { plan in
                plan.add("b") { _ in }
                throw Refusal()
            }
            plan.add("c") { _ in }
        }
        #expect(plan.children(of: 0).map { plan.declarations[$0].name } == ["a", "c"])
        #expect(plan.declarations.map(\.group) == [-1, 0, 0, -1])
    }

    @Test func givesItsStageAndAtLeastItsPriorityToWhatIsInIt() {
        var plan = Plan("test")
        plan.group("g", stage: .background, priority: .high) { plan in
            plan.add("a") { _ in }
            plan.add("b", priority: Priority(100)) { _ in }
            plan.group("inner", priority: .low) { plan in plan.add("c") { _ in } }
        }
        #expect(plan.declarations.allSatisfy { $0.isBackground })
        #expect(
            plan.operations.map { "\($0.name) \($0.priority.rawValue)" } == [
                "a 50", "b 100", "c 50", "inner 50", "g 50",
            ]
        )
    }

    @Test func requiredOperationsInAnOptionalGroupMayRequireEachOther() {
        var plan = Plan("test")
        plan.group("g", optional: true) { plan in
            let a = plan.add("a") { _ in }
            plan.add("b", requires: [a]) { _ in }
            plan.group("inner") { plan in plan.add("c", requires: [a]) { _ in } }
        }
        #expect(Graph.faults(of: plan) == [])
    }

    @Test func whatIsRequiredOutsideMayNotRequireWhatIsInAnOptionalGroup() {
        var plan = Plan("test")
        var inside: Handle<Void>?
        let group = plan.group("g", optional: true) { plan in
            inside = plan.add("inside") { _ in }
        }
        plan.add("a", requires: inside.map { [$0] } ?? []) { _ in }
        plan.add("b", requires: [group]) { _ in }
        plan.add("c", requires: [group], optional: true) { _ in }
        plan.add("d", requires: [group], fallback: .value(())) { _ in }
        plan.add("e", requires: [group], stage: .background) { _ in }
        plan.add("f", after: [group]) { _ in }
        plan.group("other", optional: true) { plan in plan.add("h", requires: [group]) { _ in } }
        #expect(Graph.requiringOptional(plan) == ["a -> inside", "b -> g"])
    }

    @Test func withinAGroupOptionalIsRelativeToIt() {
        var plan = Plan("test")
        plan.group("g", optional: true) { plan in
            let a = plan.add("a", optional: true) { _ in }
            plan.add("b", requires: [a]) { _ in }
            let inner = plan.group("inner", optional: true) { plan in plan.add("c") { _ in } }
            plan.group("other") { plan in plan.add("d", requires: [inner]) { _ in } }
        }
        #expect(Graph.requiringOptional(plan) == ["b -> a", "d -> inner"])
    }

    @Test func anOptionalOperationWithAFallbackMayBeRequired() {
        var plan = Plan("test")
        let toggles = plan.add("toggles", optional: true, fallback: .value(1)) { _ in 2 }
        plan.add("page", requires: [toggles]) { _ in }
        plan.group("g") { plan in plan.add("r", optional: true, fallback: .value(1)) { _ in 2 } }
        #expect(Graph.faults(of: plan) == [])
    }

    @Test func aBackgroundOperationInALaunchGroupWouldHoldUpTheLaunch() {
        var plan = Plan("test")
        plan.group("g") { plan in plan.add("later", stage: .background) { _ in } }
        #expect(
            Graph.faults(of: plan) == [
                "'g' is part of the launch but depends on 'later', which starts once the launch is "
                    + "ready; put 'g' into the background or 'later' into the launch"
            ]
        )
    }

    @Test func tellsACycleThroughAGroupByItsName() throws {
        var plan = Plan("test")
        let outside = plan.add("outside", requires: [Named("g")]) { _ in }
        plan.group("g") { plan in plan.add("inside", requires: [outside]) { _ in } }
        #expect(
            Graph.faults(of: plan) == [
                "dependency cycle 'outside' -> 'g' -> 'inside' -> 'outside'; remove one of these "
                    + "dependencies"
            ]
        )
    }

    @Test func tellsACycleThroughTheBeginningAndTheEndOfAGroupOnce() throws {
        var plan = Plan("test")
        let outside = plan.add("outside", requires: [Named("g")]) { _ in }
        plan.group("g", requires: [outside]) { plan in plan.add("inside") { _ in } }
        #expect(
            Graph.faults(of: plan) == [
                "dependency cycle 'outside' -> 'g' -> 'outside'; remove one of these dependencies"
            ]
        )
    }

    @Test func cannotRequireItself() {
        var plan = Plan("test")
        plan.group("g", requires: [Named("g")]) { _ in }
        #expect(
            Graph.faults(of: plan) == ["operation 'g' requires itself; remove that dependency"]
        )
    }

    @Test func sharesItsNameWithNothingElse() {
        var plan = Plan("test")
        plan.add("g", origin: Origin(file: "f", line: 1)) { _ in }
        plan.group("g") { plan in plan.add("a") { _ in } }
        #expect(
            Graph.faults(of: plan) == [
                "operation 'g' is declared twice, first at f:1; rename one of them"
            ]
        )
    }
}

extension Graph {
    /// `a -> b` for each required operation `a` that requires an optional `b`.
    static func requiringOptional(_ plan: Plan) -> [String] {
        do throws(GraphFaults) {
            _ = try Graph(plan)
            return []
        } catch {
            return error.faults.compactMap { fault in
                guard case .requiresOptional(let name, let optional, _) = fault else { return nil }
                return "\(name) -> \(optional)"
            }
        }
    }
}
