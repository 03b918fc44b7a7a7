import Slipway
import Testing

/// The condition of an operation reads only what the operation requires; anything else is found before
/// it runs.
struct ConditionReadsTests {
    /// A condition in every form in which it may be wrapped.
    static let forms: [@Sendable (Condition) -> Condition] = [
        { $0 }, { .not($0) }, { .all([$0]) }, { .any([Condition("x") { _ in true }, $0]) },
        { $0.holds(within: .seconds(1), every: .seconds(1)) },
    ]

    @Test(arguments: forms.indices)
    func itMustRequireWhatItsConditionReads(form: Int) {
        var plan = Plan("missing")
        let toggles = plan.add("toggles") { 1 }
        let condition = Self.forms[form](.value(of: toggles, "beta") { $0 == 1 })
        plan.add("banner", after: [toggles], when: condition) {}
        let words = "the condition of 'banner', \(condition.description), reads the value of "
        #expect(
            Graph.faults(of: plan) == [
                words + "'toggles', which 'banner' does not require; add it to requires, or to "
                    + "after and read it as '.ifPresent'"
            ]
        )
    }

    @Test func aConditionOfAnotherPlanIsAFault() {
        var other = Plan("other")
        let toggles = other.add("toggles") { 1 }
        var plan = Plan("foreign")
        plan.add("banner", when: .value(of: toggles, "beta") { $0 == 1 }) {}
        #expect(
            Graph.faults(of: plan) == [
                "the condition of 'banner', beta, reads a handle of another plan; use handles of "
                    + "the plan of 'banner'"
            ]
        )
    }

    @Test func theConditionOfAGroupReadsWhatTheGroupRequires() {
        var plan = Plan("group")
        let toggles = plan.add("toggles") { 1 }
        let isBeta = Condition.value(of: toggles, "beta") { $0 == 1 }
        plan.group("good", requires: [toggles], when: isBeta) { plan in plan.add("a") {} }
        plan.group("bad", when: isBeta) { plan in plan.add("b") {} }
        #expect(
            Graph.faults(of: plan) == [
                "the condition of 'bad', beta, reads the value of 'toggles', which 'bad' does not "
                    + "require; add it to requires, or to after and read it as '.ifPresent'"
            ]
        )
    }

    @Test func itMayReadWhatIsInAGroupThatItRequires() {
        var plan = Plan("inside")
        var toggles: Handle<Int>?
        let group = plan.group("g") { plan in
            toggles = plan.add("toggles") { 1 }
        }
        if let toggles {
            plan.add("a", requires: [group], when: .value(of: toggles, "beta") { $0 == 1 }) {}
        }
        #expect(Graph.faults(of: plan) == [])
    }

    @Test func itMayReadWhatMayBeAbsentOfWhatItRunsAfter() {
        var plan = Plan("absent")
        let toggles = plan.add("toggles", optional: true) { 1 }
        let isBeta = Condition.value(of: toggles.ifPresent, "beta") { $0 == 1 }
        plan.add("good", after: [toggles], when: isBeta) {}
        plan.add("bad", when: isBeta) {}
        #expect(
            Graph.faults(of: plan) == [
                "the condition of 'bad', beta, reads the value of 'toggles', on which 'bad' does not "
                    + "depend; add it to requires or after"
            ]
        )
    }

    @Test func itMustNotReadAValueThatMayBeMissing() {
        var plan = Plan("not-needed")
        let toggles = plan.add("toggles", when: Condition("online") { _ in true }) { 1 }
        plan.add("banner", requires: [toggles], when: .value(of: toggles, "beta") { $0 == 1 }) {}
        #expect(
            Graph.faults(of: plan) == [
                "'banner' reads the value of 'toggles', which may have none: 'toggles' runs only "
                    + "if online; read 'toggles' as '.ifPresent', or give 'toggles' a fallback "
                    + "with a value"
            ]
        )
    }

    @Test func anAdditionIsCheckedToo() throws {
        var plan = Plan("running")
        let toggles = plan.add("toggles") { 1 }
        let launch = Launch(try Graph(plan))
        let isBeta = Condition.value(of: toggles, "beta") { $0 == 1 }
        #expect(throws: AddingRefusal.self) {
            try launch.add { plan in plan.add("banner", when: isBeta) {} }
        }
        try launch.add { plan in plan.add("banner", requires: [toggles], when: isBeta) {} }
    }
}
