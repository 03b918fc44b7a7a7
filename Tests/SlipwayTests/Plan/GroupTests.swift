import Slipway
import Testing

struct GroupTests {
    private struct Refusal: Error, Equatable {}

    private func children(_ plan: Plan, of group: String) -> [String] {
        plan.operations.filter { $0.group == group }.map(\.name)
    }

    @Test func comesAfterWhatIsInIt() throws {
        var plan = Plan("test")
        let before = plan.add("before") {}
        let group = plan.group("login", requires: [before]) { plan in
            let token = plan.add("authenticate") { "token" }
            return plan.add("fetch", requires: [token]) { 42 }
        }
        plan.add("home", requires: [group]) {}
        #expect(
            plan.operations.map(\.name) == ["before", "authenticate", "fetch", "login", "home"]
        )
        #expect(plan.operations.map(\.group) == [nil, "login", "login", nil, nil])
        let graph = try Graph(plan)
        #expect(graph.children(of: "login") == ["authenticate", "fetch"])
        #expect(graph.valueChild(of: "login") == "fetch")
    }

    @Test func nests() throws {
        var plan = Plan("test")
        plan.group("outer") { plan in
            plan.add("a") {}
            plan.group("inner") { plan in
                plan.add("b") {}
                plan.group("innermost") { plan in plan.add("c") {} }
            }
            plan.group("other") { plan in plan.add("d") {} }
            plan.add("e") {}
        }
        #expect(children(plan, of: "outer") == ["a", "inner", "other", "e"])
        #expect(children(plan, of: "inner") == ["b", "innermost"])
        _ = try Graph(plan)
    }

    @Test func mayBeEmpty() throws {
        var plan = Plan("test")
        let empty = plan.group("empty") { _ in }
        plan.add("after", requires: [empty]) { _ in }
        #expect(try Graph(plan).names(of: .requires, for: "after") == ["empty"])
    }

    @Test(arguments: [true, false])
    func anotherPlanInPlaceOfItsOwnIsAFaultThatNamesTheGroup(keepsSome: Bool) {
        let here = Origin(file: "main.swift", line: 7)
        var plan = Plan("test")
        plan.add("before") {}
        let group = plan.group("login", origin: here) { plan in
            plan.add("lost") {}
            var other = Plan("other")
            if keepsSome { for number in 1...5 { other.add("\(number)") {} } }
            plan = other
            return plan.add("authenticate") { 1 }
        }
        plan.add("home", reading: group) { _ in }
        #expect(throws: GraphFaults([.replacedPlan(group: "login", origin: here)])) {
            try Graph(plan)
        }
        #expect(
            Graph.faults(of: plan) == [
                "the closure of group 'login' replaces the plan that it gets by another one; add "
                    + "to the plan that it gets"
            ]
        )
    }

    @Test func onlyTheGroupThatPutsAnotherPlanInPlaceOfItsOwnIsNamed() {
        let here = Origin(file: "main.swift", line: 7)
        var plan = Plan("test")
        plan.add("before") {}
        plan.group("outer") { plan in
            let copy = plan
            plan.add("lost") {}
            plan.group("inner", origin: here) { plan in
                plan.add("child") {}
                plan = copy
            }
            plan.add("other") {}
        }
        plan.group("innocent") { plan in plan.add("last") {} }
        #expect(throws: GraphFaults([.replacedPlan(group: "inner", origin: here)])) {
            try Graph(plan)
        }
    }

    @Test func anotherPlanInPlaceOfItsOwnIsAFaultThoughTheClosureThrows() {
        var plan = Plan("test")
        plan.add("before") {}
        #expect(throws: Refusal()) {
            try plan.group("login", origin: Origin(file: "main.swift", line: 7)) { plan in
                plan = Plan("other")
                throw Refusal()
            }
        }
        #expect(
            throws: GraphFaults([
                .replacedPlan(group: "login", origin: Origin(file: "main.swift", line: 7))
            ])
        ) {
            try Graph(plan)
        }
    }

    /// To take back what it added itself loses nothing of the plan.
    @Test func mayTakeBackWhatItAddedItself() throws {
        var plan = Plan("test")
        plan.add("before") {}
        plan.group("login") { plan in
            let copy = plan
            plan.add("a") {}
            plan = copy
            plan.add("b") {}
        }
        _ = try Graph(plan)
        #expect(plan.operations.map(\.name) == ["before", "b", "login"])
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
        #expect(plan.operations.map(\.name) == ["first"] && plan.actions.isEmpty)
        #expect(plan.queues == before.queues)
        plan.add("second", requires: [first]) { _ in }
        // A sequence that was left would name 'a'.
        #expect(try Graph(plan).count == 2)
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
        #expect(children(plan, of: "outer") == ["a", "c"])
        #expect(plan.operations.count == 3)
    }

    @Test func givesItsStageAndAtLeastItsPriorityToWhatIsInIt() {
        var plan = Plan("test")
        plan.group("g", stage: .background, priority: .high) { plan in
            plan.add("a") { _ in }
            plan.add("b", priority: Priority(100)) { _ in }
            plan.group("inner", priority: .low) { plan in plan.add("c") { _ in } }
        }
        #expect(plan.operations.allSatisfy { $0.stage == .background })
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
                guard case .requiresOptional(let name, let optional, _, _) = fault else {
                    return nil
                }
                return "\(name) -> \(optional)"
            }
        }
    }
}
