import Slipway
import Testing

/// An addition has operations; what belongs to the launch is not set by it.
struct AdditionSettingsTests {
    private func refusal(
        of declare: (inout Plan) -> Void,
        _ base: (inout Plan) -> Void = { _ in }
    ) throws -> String? {
        var plan = Plan("launch")
        base(&plan)
        let launch = Launch(try Graph(plan))
        do {
            try launch.add(declare)
            return nil
        } catch {
            #expect(launch.report.operations.isEmpty, "nothing is added")
            return "\(error)"
        }
    }

    @Test func namesAllThatItSets() throws {
        let said = try refusal { plan in
            plan.name = "other"
            plan.deadline = .seconds(1)
            plan.grace = .seconds(2)
            plan.drain = .zero
            plan.add("a") {}
        }
        #expect(
            said
                == "cannot add operations: their plan sets 'name', 'deadline', 'grace', 'drain', which a "
                + "launch has from the plan that it runs; set it there"
        )
    }

    @Test func aPlanThatSetsWhatItIsAnywaySetsNothing() throws {
        let said = try refusal { plan in
            plan.name = "launch"
            plan.grace = .seconds(10)
            plan.queues[.userInitiated] = .automatic
        }
        #expect(said == nil)
    }

    @Test func aQueueOfItsOwnIsNamedOnce() throws {
        let said = try refusal { plan in
            plan.queues["disk"] = 1
            plan.add("a", on: "disk") {}
            plan.add("b", on: "dsik") {}
        }
        #expect(
            said
                == "queue 'disk' gets a width in an addition to a running launch; give it one in the plan "
                + "of the launch\n"
                + "SlipwayTests/AdditionSettingsTests.swift:50: 'b' runs on queue 'dsik', which the plan does not have; declare it under queues or "
                + "correct the name"
        )
    }

    @Test func aQueueOfTheLaunchKeepsItsWidth() throws {
        let said = try refusal {
            $0.queues["disk"] = 2
        } _: {
            $0.queues["disk"] = 1
        }
        #expect(
            said
                == "queue 'disk' gets a width in an addition to a running launch; give it one in the plan "
                + "of the launch"
        )
    }

    @Test func anotherPlanInPlaceOfItsOwnIsRefused() throws {
        let said = try refusal { plan in
            plan.add("lost") {}
            plan = Plan("launch")
            plan.add("a") {}
        }
        #expect(
            said
                == "cannot add operations: their closure replaces the plan that it gets by another "
                + "one; add to the plan that it gets"
        )
    }

    @Test func aGroupWithAnotherPlanIsAFaultHereToo() throws {
        let said = try refusal { plan in
            plan.add("a") {}
            plan.group("g") { plan in plan = Plan("other") }
        }
        #expect(
            said
                == "SlipwayTests/AdditionSettingsTests.swift:90: the closure of group 'g' replaces the plan that it gets by another one; add to the "
                + "plan that it gets"
        )
    }
}
