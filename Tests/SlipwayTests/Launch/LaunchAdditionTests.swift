import Slipway
import Testing

struct LaunchAdditionTests {
    @Test func whatIsAddedGatesReadinessUntilTheLaunchIsReady() throws {
        let driver = try started()
        try driver.add(Plan(["late": ["b"]], name: "addition"))
        try driver.end("a")
        try driver.end("b")
        #expect(driver.phase == .starting)
        try driver.end("late")
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func whatIsAddedToAReadyLaunchIsOfTheBackground() throws {
        let driver = try started()
        try driver.end("a")
        try driver.end("b")
        try driver.add(Plan(["late": ["a"]], name: "addition"))
        #expect(driver.runningNames == ["late"])
        #expect(driver.status("late")?.isOnDemand == true)
    }

    /// Nothing would ever make the launch whole again, not even a later success.
    @Test func whatIsAddedOnDemandDegradesNothing() throws {
        let driver = try started()
        try driver.end("a")
        try driver.end("b")
        var addition = Plan("addition")
        addition.add("page") { _ in }
        addition.group("fetch") { plan in
            plan.add("part", optional: true) { _ in }
            plan.add("other") { _ in }
        }
        try driver.add(addition)
        try driver.end("page", .failed("broken"))
        try driver.end("part", .failed("broken"))
        try driver.end("other")
        guard case .degraded? = driver.outcome("fetch") else {
            Issue.record("\(String(describing: driver.outcome("fetch")))")
            return
        }
        #expect(driver.phase == .ready(degraded: false))
        #expect(driver.report.troubles == [])
    }

    @Test func whatWasLostBeforeSkipsWhatRequiresIt() throws {
        let driver = try started()
        try driver.end("a", .failed("broken"))
        var addition = Plan("addition")
        addition.add("late", requires: [Named("a")], optional: true) { _ in }
        try driver.add(addition)
        #expect(driver.outcome("late") == .skipped(root: "a"))
    }

    @Test func aFaultyAdditionChangesNothing() throws {
        let driver = try started()
        let slots = driver.slots
        #expect(throws: AddingRefusal.self) {
            try driver.add(Plan(["late": ["aa"]], name: "addition"))
        }
        #expect(driver.slots == slots)
    }

    @Test func nothingIsAddedToALaunchThatStops() throws {
        let driver = try started()
        driver.stop()
        #expect(throws: AddingRefusal.stopping) { try driver.add(Plan(["late": []])) }
    }

    @Test func aLaunchThatHasEndedSaysThatAndNotThatItStops() async throws {
        var plan = Plan("ended")
        let kind = plan.action("open") { (_: Int) in }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        let refusal = #expect(throws: AddingRefusal.ended) { try launch.add { $0.add("late") {} } }
        #expect(refusal?.description == "cannot add operations: the launch has ended")
        let refused = #expect(throws: SubmitRefusal.ended) { try launch.submit(kind, 1) }
        #expect(
            refused?.description
                == "cannot take a launch action: the launch has ended; send it to the next launch"
        )
    }

    @Test func aGroupIsAddedToByItsHandleOrItsName() throws {
        var other = Plan("other")
        let foreign = other.group("login") { plan in plan.add("x") {} }
        var plan = Plan("groups")
        let login = plan.group("login") { plan in plan.add("token") {} }
        let single = plan.add("single") {}
        let launch = Launch(try Graph(plan))
        try launch.add(toGroup: login) { $0.add("one") {} }
        try launch.add(toGroup: "login") { $0.add("two") {} }
        #expect(launch.report["one"]?.group == "login")
        #expect(launch.report["two"]?.group == "login")
        let groups: [(any Dependency, String)] = [
            ("lgoin", "cannot add operations: 'lgoin' is not a group; did you mean 'login'?"),
            ("elsewhere", "cannot add operations: 'elsewhere' is not a group"),
            (single, "cannot add operations: 'single' is not a group"),
            (
                foreign,
                "cannot add operations: the launch does not have the group of this handle, or has let "
                    + "it go"
            ),
        ]
        for (group, words) in groups {
            let refusal = #expect(throws: AddingRefusal.self) {
                try launch.add(toGroup: group) { $0.add("late") {} }
            }
            #expect(refusal?.description == words)
        }
    }

    @Test func aGroupEndsOnlyAfterWhatWasAddedToIt() throws {
        let driver = try grouped()
        try driver.add(Plan(["late": []]), toGroup: driver.node("g"))
        try driver.end("child")
        #expect(driver.outcome("g") == nil)
        try driver.end("late")
        #expect(driver.outcome("g") == .succeeded)
    }

    @Test func aFailureOfWhatWasAddedIsTheGroupsFailure() throws {
        let driver = try grouped()
        try driver.add(Plan(["late": []]), toGroup: driver.node("g"))
        try driver.end("late", .failed("broken"))
        try driver.end("child", .gaveUp)
        #expect(driver.outcome("g") == .failed(Failure(.error, "'late' failed: broken")))
    }

    @Test func whatIsAddedToAGroupWaitsForItToBegin() throws {
        var plan = Plan("group")
        let sdk = plan.add("sdk") { _ in }
        plan.group("g", requires: [sdk]) { plan in plan.add("child") { _ in } }
        let driver = try MachineDriver.started(plan)
        try driver.add(Plan(["late": []]), toGroup: driver.node("g"))
        #expect(driver.runningNames == ["sdk"])
        try driver.end("sdk")
        #expect(Set(driver.runningNames) == ["child", "late"])
    }

    @Test func nothingIsAddedToAGroupThatIsEnding() throws {
        let driver = try grouped()
        driver.cancel(try driver.node("g"))
        #expect(throws: AddingRefusal.groupEnded("g")) {
            try driver.add(Plan(["late": []]), toGroup: driver.node("g"))
        }
    }

    @Test func cancellingAGroupEndsWhatWasAddedToAGroupThatWasAddedToIt() throws {
        let driver = try grouped()
        var addition = Plan("addition")
        addition.group("inner") { plan in plan.add("x") { _ in } }
        try driver.add(addition, toGroup: driver.node("g"))
        try driver.add(Plan(["y": [], "z": ["y"]]), toGroup: 1)
        driver.cancel(try driver.node("g"))
        #expect(driver.outcome("z")?.isUsable == false)
        for name in ["child", "x", "y"] { try driver.end(name, .gaveUp) }
        #expect(driver.outcome("g") == .cancelled(reason: "test"))
        try driver.end("after-g")
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func whatIsAddedToAGroupCannotWaitForTheGroup() throws {
        let driver = try grouped()
        let refusal = #expect(throws: AddingRefusal.self) {
            try driver.add(Plan(["late": ["after-g"]]), toGroup: driver.node("g"))
        }
        guard case .faults(let faults) = refusal, case .cycle(let steps) = faults.faults.first
        else {
            return #expect(Bool(false), "\(String(describing: refusal))")
        }
        #expect(steps.map(\.operation) == ["late", "after-g", "g"])
    }

    @Test func aGroupOfTheLaunchStageTakesNothingOfTheBackground() throws {
        let driver = try grouped()
        var addition = Plan("addition")
        addition.add("late", stage: .background) { _ in }
        #expect(throws: AddingRefusal.self) { try driver.add(addition, toGroup: driver.node("g")) }
    }

    @Test func whatIsAddedRaisesWhatItWaitsFor() throws {
        var plan = Plan("raise")
        for name in ["first", "a", "b"] { plan.add(name, on: .main) { _ in } }
        let driver = try MachineDriver.started(plan)
        var addition = Plan("addition")
        addition.add("late", requires: [Named("b")], priority: .high) { _ in }
        try driver.add(addition)
        try driver.end("first")
        #expect(driver.runningNames == ["b"])
    }

    @Test func whatIsAddedBeforeTheStartIsPartOfTheLaunch() throws {
        let driver = try MachineDriver.checked(Graph(Plan(["a": []])))
        try driver.add(Plan(["late": ["a"]], name: "addition"))
        driver.start()
        try driver.end("a")
        #expect(driver.runningNames == ["late"])
    }

    @Test func additionsCanDependOnEarlierOnes() throws {
        let driver = try started()
        try driver.add(Plan(["late": []], name: "addition"))
        try driver.add(Plan(["later": ["late"]], name: "addition"))
        try driver.end("late")
        #expect(driver.runningNames.contains("later"))
    }

    private func started() throws -> MachineDriver {
        var plan = Plan("additions")
        plan.add("a", optional: true) { _ in }
        plan.add("b") { _ in }
        return try MachineDriver.started(plan)
    }

    private func grouped() throws -> MachineDriver {
        var plan = Plan("group")
        let group = plan.group("g", optional: true) { plan in plan.add("child") { _ in } }
        plan.add("after-g", after: [group]) { _ in }
        let driver = try MachineDriver.started(plan)
        return driver
    }
}
