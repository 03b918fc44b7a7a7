import Slipway
import Testing

/// The exact text of each fault, and its position.
struct GraphFaultTests {
    private let here = Origin(file: "f.yaml", line: 7, column: 3)

    private func faults(_ declare: (inout Plan) -> Void) -> [String] {
        var plan = Plan("test")
        declare(&plan)
        return Graph.faults(of: plan)
    }

    @Test func namesTheFirstOfTwoOperationsWithOneName() {
        let said = faults { plan in
            plan.add("a", origin: here) { _ in }
            plan.add("a") { _ in }
        }
        #expect(
            said == ["operation 'a' is declared twice, first at f.yaml:7:3; rename one of them"]
        )
    }

    @Test func namesTheFirstOfTwoActionsWithOneName() {
        let said = faults { plan in
            plan.action("open", origin: here) { (_: Int, _) in }
            plan.action("open") { (_: Int, _) in }
        }
        #expect(
            said == [
                "launch action 'open' is declared twice, first at f.yaml:7:3; rename one of them"
            ]
        )
    }

    @Test func saysThatAnOperationRunsAfterItself() {
        let said = faults { plan in plan.add("a", after: [Named("a")]) { _ in } }
        #expect(said == ["operation 'a' runs after itself; remove that dependency"])
    }

    @Test func saysHowARequiredOperationCanDoWithAnOptionalOne() {
        let said = faults { plan in
            let toggles = plan.add("toggles", optional: true) { _ in }
            plan.add("page", requires: [toggles]) { _ in }
        }
        #expect(
            said == [
                "required operation 'page' requires 'toggles', which is optional; make 'page' "
                    + "optional or 'toggles' required, give one of them a fallback with a value, or let 'page' "
                    + "run after it"
            ]
        )
    }

    /// Nothing may have been kept: then what is optional would end the launch, and in safe mode each further one.
    @Test func aKeptValueAloneDoesNotLetWhatIsOptionalBeRequired() {
        let said = faults { plan in
            let week = Fallback<Int>.cached(maximumAge: .seconds(7 * 86_400))
            let kept = plan.add("kept", optional: true, fallback: week) { 1 }
            let keptOrNot = plan.add("kept-or-not", optional: true, fallback: week.or(.value(2))) {
                1
            }
            plan.add("a", requires: [kept]) { _ in }
            plan.add("b", requires: [keptOrNot]) { _ in }
        }
        #expect(
            said == [
                "required operation 'a' requires 'kept', which is optional; make 'a' optional or "
                    + "'kept' required, give one of them a fallback with a value, or let 'a' run after it"
            ]
        )
    }

    @Test func saysHowTheValueOfAnOptionalOneIsRead() {
        let said = faults { plan in
            let toggles = plan.add("toggles", optional: true) { 1 }
            plan.add("page", reading: toggles) { _ in }
        }
        #expect(
            said == [
                "required operation 'page' requires 'toggles', which is optional; make 'page' "
                    + "optional or 'toggles' required, give one of them a fallback with a value, or let 'page' "
                    + "read it as '.ifPresent'"
            ]
        )
    }

    @Test func namesTheQueueThatWasProbablyMeant() {
        let said = faults { plan in
            plan.queues[.named("disk")] = .fixed(1)
            plan.add("a", on: .named("dsik")) { _ in }
            plan.action("open", on: .named("elsewhere")) { (_: Int, _) in }
        }
        #expect(
            said == [
                "'a' runs on queue 'dsik', which the plan does not have; did you mean 'disk'?",
                "'open' runs on queue 'elsewhere', which the plan does not have; declare it under "
                    + "queues or correct the name",
            ]
        )
    }

    @Test func refusesWidthsThatAQueueCannotHave() {
        let said = faults { plan in
            plan.queues[.main] = .fixed(2)
            plan.queues[.userInitiated] = .fixed(0)
        }
        #expect(
            said == [
                "queue 'main' cannot have a width (2); it is serial",
                "queue 'userInitiated' has width 0; a width is at least 1",
            ]
        )
    }

    @Test func refusesDurationsThatAreNotAboveZero() {
        let said = faults { plan in
            plan.deadline = .zero
            plan.add("a", timeout: .seconds(-1)) { _ in }
            plan.add("b", budget: .zero) { _ in }
            plan.action("open", timeout: .zero, policy: ActionPolicy(expires: .zero)) {
                (_: Int, _) in
            }
        }
        #expect(
            said == [
                "deadline of 'test' is 0; it has to be longer than zero",
                "timeout of 'a' is -1s; it has to be longer than zero",
                "budget of 'b' is 0; it has to be longer than zero",
                "timeout of 'open' is 0; it has to be longer than zero",
                "expires of 'open' is 0; it has to be longer than zero",
            ]
        )
    }

    @Test func refusesABudgetThatIsShorterThanOneAttempt() {
        let said = faults { plan in
            plan.add("a", timeout: .seconds(2), budget: .seconds(1)) { _ in }
            plan.add("b", timeout: .seconds(2), budget: .seconds(2)) { _ in }
        }
        #expect(
            said == [
                "budget of 'a' is 1s, but one attempt may take 2s; a budget is at least as long as the "
                    + "timeout"
            ]
        )
    }

    @Test(
        arguments: [
            (Retry.exponential(attempts: 0), "attempts", "0; at least 1 attempt is needed"),
            (.exponential(attempts: 2, factor: 0.5), "factor", "0.5; a factor is at least 1"),
            (.exponential(attempts: 2, factor: .nan), "factor", "nan; a factor is at least 1"),
            (.exponential(attempts: 2, jitter: 1.5), "jitter", "1.5; a jitter is from 0 to 1"),
            (
                .exponential(attempts: 2, initial: .seconds(-1)), "initial",
                "-1s; a pause is not negative"
            ),
            (
                .exponential(attempts: 2, maximum: .seconds(-1)), "maximum",
                "-1s; a pause is not negative"
            ),
        ] as [(Retry, String, String)]
    )
    func refusesRetriesThatCannotBeMeant(retry: Retry, key: String, reason: String) {
        let said = faults { plan in plan.add("a", retry: retry) { _ in } }
        let verb = key == "attempts" ? "are" : "is"
        #expect(said == ["\(key) of the retry of 'a' \(verb) \(reason)"])
    }

    @Test func acceptsTheRetriesThatAreOffered() {
        let said = faults { plan in
            plan.add("a", retry: .exponential(attempts: 1, factor: 1, jitter: 0)) { _ in }
            plan.add("b", retry: .constant(attempts: 3, pause: .zero, jitter: 1)) { _ in }
        }
        #expect(said == [])
    }

    @Test(arguments: DependencyKind.bothKinds)
    func refusesThatTheLaunchWaitsForTheBackground(kind: DependencyKind) {
        let said = faults { plan in
            let warm = plan.add("warm-up", stage: .background) { _ in }
            plan.add(
                "serve",
                requires: kind == .requires ? [warm] : [],
                after: kind == .after ? [warm] : []
            ) { _ in }
        }
        #expect(
            said == [
                "'serve' is part of the launch but depends on 'warm-up', which starts once the "
                    + "launch is ready; put 'serve' into the background or 'warm-up' into the launch"
            ]
        )
    }

    @Test func letsTheBackgroundAndActionsDependOnEverything() {
        let said = faults { plan in
            let serve = plan.add("serve") { _ in }
            let warm = plan.add("warm-up", requires: [serve], stage: .background) { _ in }
            plan.add("cache", requires: [warm], stage: .background) { _ in }
            plan.action("flush", requires: [warm]) { (_: Int, _) in }
        }
        #expect(said == [])
    }

    @Test func saysThatTheValueOfAGroupIsNotItsOwn() {
        let said = faults { plan in
            let outside = plan.add("outside") { _ in 1 }
            plan.group("g") { plan in
                plan.add("inside") { _ in }
                return outside
            }
        }
        #expect(
            said == [
                "the value of group 'g' is that of an operation outside it; return the handle of "
                    + "one that is declared in it"
            ]
        )
    }

    @Test func saysThatTheValueOfAGroupMayBeMissing() {
        let said = faults { plan in
            plan.group("g") { plan in plan.add("inside", optional: true) { _ in 1 } }
        }
        #expect(
            said == [
                "the value of group 'g' is that of 'inside', which is optional; make 'inside' "
                    + "required or give it a fallback"
            ]
        )
    }

    @Test func pointsToWhereTheFaultIs() throws {
        var plan = Plan("test")
        plan.add("a", retry: .exponential(attempts: 0), origin: here) { _ in }
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }
        #expect(faults?.faults.map(\.origin) == [here])
        #expect(
            faults?.description
                == "f.yaml:7:3: attempts of the retry of 'a' are 0; at least 1 attempt is needed"
        )
    }

    @Test func ofTwoWithOneNameBothPlacesAreTold() throws {
        var plan = Plan("test")
        plan.add("a", origin: Origin(file: "f.yaml", line: 1)) {}
        plan.add("a", origin: here) {}
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }
        #expect(
            faults?.description
                == "f.yaml:7:3: operation 'a' is declared twice, first at f.yaml:1; rename one of them"
        )
    }

    @Test func aForeignHandleIsCountedAmongThoseThatAreNamed() throws {
        var other = Plan("other")
        let foreign = other.add("x") { 1 }
        var plan = Plan("test")
        let own = plan.add("own") { 1 }
        plan.add("a", reading: own, requires: [own, foreign], origin: here) { _ in }
        plan.add("b", reading: foreign, origin: here) { _ in }
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }
        #expect(
            faults?.faults.map(\.description) == [
                "f.yaml:7:3: 'a' depends on a handle of another plan: handle 3 of those that 'a' "
                    + "reads, requires and comes after; use handles of the plan of 'a'",
                "f.yaml:7:3: 'b' depends on a handle of another plan; use handles of the plan of "
                    + "'b'",
            ]
        )
    }

    @Test func aMapOverWhatMayBeMissingIsToldByItsOwnName() {
        let condition = Condition("asked") { _ in true }
        let said = faults { plan in
            let optional = plan.add("optional", optional: true) { [1] }
            plan.map("first", over: optional) { $0 }
            let asked = plan.add("asked", when: condition) { [1] }
            plan.map("second", over: asked) { $0 }
            let late = plan.add("late", stage: .background) { [1] }
            plan.map("third", over: late) { $0 }
            var other = Plan("other")
            plan.map("fourth", over: other.add("foreign") { [1] }) { $0 }
        }
        #expect(
            said == [
                "'fourth' depends on a handle of another plan; use handles of the plan of 'fourth'",
                "required operation 'first' requires 'optional', which is optional; make 'first' "
                    + "optional or 'optional' required, give one of them a fallback with a value, or let 'first' "
                    + "run after it",
                "'second' reads the value of 'asked', which may have none: 'asked' runs only if "
                    + "asked; read 'asked' as '.ifPresent', or give 'asked' a fallback with a "
                    + "value",
                "'third' is part of the launch but depends on 'late', which starts once the launch is "
                    + "ready; put 'third' into the background or 'late' into the launch",
            ]
        )
    }

    @Test func aCycleThroughAGroupNamesNoQueueForTheGroup() throws {
        var plan = Plan("test")
        plan.group("g", requires: ["a"], origin: here) { plan in plan.add("b") {} }
        plan.add("a", on: .main, requires: ["g"], origin: here) {}
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }
        #expect(faults?.description.contains("'g' (f.yaml:7:3, a group) requires 'a'") == true)
        #expect(faults?.description.contains("'a' (f.yaml:7:3, main) requires 'g'") == true)
    }

    @Test func emptyNamesAreFaults() {
        let rows: [((inout Plan) -> Void, String)] = [
            ({ plan in plan.add("") {} }, "an operation has"),
            ({ plan in plan.group("") { plan in plan.add("b") {} } }, "a group has"),
            ({ plan in plan.action("") { (_: Int) in } }, "a kind of launch action has"),
            ({ plan in plan.queues[""] = 1 }, "a queue has"),
            ({ plan in plan.add("a", on: "") {} }, "'a' names a queue with"),
            ({ plan in plan.add("a", locks: [""]) {} }, "'a' names a lock with"),
        ]
        for (declare, words) in rows {
            #expect(faults(declare) == [words + " an empty name; give it one"])
        }
    }
}

extension DependencyKind {
    static var bothKinds: [DependencyKind] { [.requires, .after] }
}
