import Slipway
import Testing

/// Plans that are checked as additions to a running launch.
struct AdditionTests {
    private func launched(_ declare: (inout Plan) -> Void) throws -> MachineDriver {
        var plan = Plan("launch")
        declare(&plan)
        return MachineDriver.checked(try Graph(plan))
    }

    private func faults(
        addingTo launch: MachineDriver,
        group: String? = nil,
        _ declare: (inout Plan) -> Void
    ) throws -> [String] {
        var plan = Plan("addition")
        declare(&plan)
        let place = try group.map { try launch.node($0) }
        do throws(AddingRefusal) {
            try launch.add(plan, toGroup: place)
            return []
        } catch {
            guard case .faults(let faults) = error else { return ["\(error)"] }
            return faults.faults.map(\.summary)
        }
    }

    @Test func linksToOperationsOfTheLaunchByHandleAndByName() throws {
        var base = Plan("launch")
        let user = base.add("user") { 1 }
        base.add("other") {}
        let launch = MachineDriver.checked(try Graph(base))
        var plan = Plan("addition")
        let one = plan.add("first", requires: [user]) {}
        plan.add("second", requires: [one], after: ["other"], priority: .high) {}
        try launch.add(plan)
        let first = try #require(launch.status("first"))
        let second = try #require(launch.status("second"))
        #expect(first.requires == ["user"])
        #expect(second.requires == ["first"] && second.after == ["other"])
        #expect(launch.priority(of: "second") == 50)
    }

    /// One without a priority of its own does not raise a group that is to come last.
    @Test func hasThePriorityOfItsGroup() throws {
        let launch = try launched { plan in
            plan.group("g", priority: .low) { plan in plan.add("a") {} }
        }
        var plan = Plan("addition")
        plan.add("b") {}
        plan.add("c", priority: .high) {}
        plan.group("inner") { plan in plan.add("d") {} }
        try launch.add(plan, toGroup: launch.node("g"))
        #expect(["a", "b", "d"].map { launch.priority(of: $0) } == [-50, -50, -50])
        #expect(launch.status("b")?.priority == .low)
        #expect(launch.priority(of: "c") == 50)
    }

    @Test func usesTheQueuesAndLocksOfTheLaunch() throws {
        let launch = try launched { plan in
            plan.queues[.named("disk")] = .fixed(1)
            plan.add("a", locks: ["db", "net"]) {}
        }
        var plan = Plan("addition")
        plan.add("b", on: .named("disk"), locks: ["log", "net"]) {}
        try launch.add(plan)
        #expect(launch.status("b")?.queue == .named("disk"))
        #expect(launch.locks == ["db", "net", "log"])
        #expect(launch.locks(of: "b") == ["net", "log"])
    }

    @Test func mayHaveGroups() throws {
        let launch = try launched { plan in plan.add("a") {} }
        let said = try faults(addingTo: launch) { plan in
            plan.group("g", requires: ["a"]) { plan in plan.add("b") {} }
        }
        #expect(said == [])
    }

    @Test func isCheckedAsAGraphIs() throws {
        let launch = try launched { plan in
            plan.add("user-data", origin: Origin(file: "f", line: 1)) { _ in }
            plan.add("extra", optional: true) { _ in }
            plan.add("warm-up", stage: .background) { _ in }
        }
        var other = Plan("other")
        let foreign = other.add("x") { _ in }
        let said = try faults(addingTo: launch) { plan in
            plan.queues[.named("disk")] = .fixed(1)
            plan.add("b", requires: [Named("user-dat")]) { _ in }
            plan.add("c", requires: [foreign]) { _ in }
            plan.add("d", requires: [Named("extra")]) { _ in }
            plan.add("e", after: [Named("warm-up")]) { _ in }
            plan.add("f", requires: [Named("g")]) { _ in }
            plan.add("g", requires: [Named("f")]) { _ in }
            plan.action("open") { (_: Int, _) in }
        }
        #expect(
            said == [
                "queue 'disk' gets a width in an addition to a running launch; give it one in the "
                    + "plan of the launch",
                "launch action 'open' is declared in an addition to a running launch; declare it "
                    + "in the plan of the launch",
                "'b' depends on 'user-dat', which no operation declares; did you mean 'user-data'?",
                "'c' depends on a handle of another plan; use handles of the plan of 'c'",
                "required operation 'd' requires 'extra', which is optional; make 'd' optional or "
                    + "'extra' required, give one of them a fallback with a value, or let 'd' run after it",
                "'e' is part of the launch but depends on 'warm-up', which starts once the launch "
                    + "is ready; put 'e' into the background or 'warm-up' into the launch",
                "dependency cycle 'f' -> 'g' -> 'f'; remove one of these dependencies",
            ]
        )
    }

    @Test func cannotMakeWhatExistsWaitForIt() throws {
        let launch = try launched { plan in plan.add("a") { _ in } }
        let said = try faults(addingTo: launch) { plan in
            let b = plan.add("b") { _ in }
            plan.sequence(b, Named("a"))
        }
        #expect(said == ["'a' depends on a handle of another plan; use handles of the plan of 'a'"])
    }

    @Test func seesLocksOfTheLaunchThatItsGroupsWouldWaitFor() throws {
        let launch = try launched { plan in
            plan.add("relay") {}
            plan.group("h", locks: ["net"]) { plan in plan.add("y", locks: ["db"]) {} }
        }
        let said = try faults(addingTo: launch) { plan in
            plan.group("g", locks: ["db"]) { plan in
                plan.add("x", requires: ["relay"], locks: ["net"]) {}
            }
        }
        #expect(
            said == [
                "'x' waits for 'relay' while group 'g', which it is in, holds 'db'; let 'g' wait "
                    + "for 'relay', or put 'relay' into 'g'",
                "groups can wait for each other's locks: 'h' holds 'net' while 'y' in it takes "
                    + "'db', 'g' holds 'db' while 'x' in it takes 'net'; let each group name all "
                    + "of these locks",
            ]
        )
    }

    @Test func hasTheLocksOfTheGroupThatItIsAddedTo() throws {
        let launch = try launched { plan in
            plan.add("writer", locks: ["db"]) {}
            plan.group("g", locks: ["db"]) { plan in plan.add("x") {} }
        }
        #expect(try faults(addingTo: launch, group: "g") { $0.add("a", locks: ["db"]) {} } == [])
        #expect(launch.locks(of: "a") == [])
        let said = try faults(addingTo: launch, group: "g") { plan in
            plan.add("child", requires: ["writer"]) {}
        }
        #expect(
            said == [
                "'child' waits for 'writer' while group 'g', which it is in, holds 'db'; let 'g' "
                    + "wait for 'writer', or put 'writer' into 'g'"
            ]
        )
    }

    @Test func cannotWaitForTheGroupThatItIsAddedTo() throws {
        let launch = try launched { plan in
            let group = plan.group("g") { plan in plan.add("x") {} }
            plan.add("behind", after: [group]) {}
        }
        let said = try faults(addingTo: launch, group: "g") { plan in
            plan.add("child", requires: ["behind"]) {}
            plan.add("fine", requires: ["x"]) {}
        }
        #expect(
            said == [
                "dependency cycle 'child' -> 'behind' -> 'g' -> 'child'; remove one of these "
                    + "dependencies"
            ]
        )
    }
}
