import Testing

@testable import Slipway

/// The names of operations that are added again and again: for each page view, each action, each fetch.
struct AdditionNameTests {
    @Test func theNextBearerOfANameTakesTheRowOfOneThatHasEnded() throws {
        let driver = try ready()
        for _ in 1...3 {
            #expect(try driver.add(page()) == ["page"])
            try driver.end("page")
        }
        #expect(driver.report.operations.map(\.name) == ["sdk", "page"])
    }

    @Test func theNextHasTheSmallestFreeNumber() throws {
        let driver = try ready()
        for shown in ["page", "page#2", "page#3"] { #expect(try driver.add(page()) == [shown]) }
        #expect(driver.runningNames == ["page", "page#2", "page#3"])
        try driver.end("page#2")
        #expect(try driver.add(page()) == ["page#2"])
        try driver.end("page")
        #expect(try driver.add(page()) == ["page"])
        #expect(try driver.add(page()) == ["page#4"])
        #expect(driver.status("page#4")?.addedAs == "page")
        #expect(
            driver.report.operations.map(\.name) == ["sdk", "page", "page#2", "page#3", "page#4"]
        )
    }

    @Test func aNameOfTheGraphIsNeverFree() throws {
        let driver = try ready()
        #expect(try driver.add(Plan(["sdk": []])) == ["sdk#2"])
        #expect(driver.status("sdk")?.addedAs == nil)
    }

    @Test func aNumberThatIsDeclaredLiterallyIsPassedOver() throws {
        let driver = try ready()
        #expect(try driver.add(Plan(["page#2": []])) == ["page#2"])
        #expect(try driver.add(page()) == ["page"])
        #expect(try driver.add(page()) == ["page#3"])
        #expect(try driver.add(Plan(["page#2": []])) == ["page#2#2"])
    }

    @Test func aNameIsFreeOnceAllThatMayReadItHasEnded() throws {
        let driver = try ready()
        try driver.add(Plan(["fetch": [], "show": ["fetch"]], name: "addition"))
        try driver.end("fetch")
        #expect(try driver.add(Plan(["fetch": []])) == ["fetch#2"])
        try driver.end("show")
        #expect(try driver.add(Plan(["fetch": []])) == ["fetch"])
    }

    @Test func whatIsReadAgainKeepsItsName() throws {
        let driver = try ready()
        try driver.add(Plan(["fetch": []]))
        try driver.end("fetch")
        try driver.add(Plan(["show": ["fetch"]], name: "addition"))
        #expect(try driver.add(Plan(["fetch": []])) == ["fetch#2"])
        try driver.end("show")
        #expect(try driver.add(Plan(["fetch": []])) == ["fetch"])
    }

    @Test func noneGetsTheNameOfWhatItDependsOn() throws {
        let driver = try ready()
        try driver.add(Plan(["fetch": []]))
        try driver.end("fetch")
        // By the name that is shown: the name of the own closure would be the operation itself.
        var next = Plan("addition")
        let wait = next.add("wait", requires: [Named("fetch")]) { _ in }
        #expect(try driver.add(next) == ["wait"])
        try driver.end("wait")
        _ = wait
        var last = Plan("addition")
        let again = last.add("fetch") { _ in }
        last.add("parse", requires: [again], after: [Named("wait")]) { _ in }
        #expect(try driver.add(last) == ["fetch", "parse"])
        #expect(driver.status("parse")?.after == ["wait"])
    }

    @Test func aRepeatedGroupGivesItsNamesBack() throws {
        let driver = try ready()
        var plan = Plan("addition")
        plan.group("login", retry: .exponential(attempts: 2, initial: .zero)) { plan in
            let token = plan.add("token") { _ in }
            plan.add("profile", requires: [token]) { _ in }
        }
        try driver.add(plan)
        try driver.end("token")
        try driver.end("profile", .failed("broken"))
        driver.judge(try driver.node("login"), mayRetry: true)
        driver.fireNext()
        for name in ["token", "profile"] { try driver.end(name) }
        #expect(driver.outcome("login") == .succeeded)
        #expect(try driver.add(login()) == ["token", "profile", "login"])
    }

    @Test func aGroupIsFreeWithWhatWasAddedToAGroupInIt() throws {
        let driver = try ready()
        var plan = Plan("addition")
        let gallery = plan.group("gallery") { plan in
            plan.group("images") { plan in plan.add("list") { _ in } }
        }
        plan.add("show", requires: [gallery]) { _ in }
        try driver.add(plan)
        try driver.add(Plan(["image": []]), toGroup: driver.node("images"))
        for name in ["list", "image", "show"] { try driver.end(name) }
        #expect(try driver.add(plan) != [])
        #expect(driver.report.operations.map(\.name).contains("gallery#2") == false)
    }

    @Test func aGroupAndWhatIsInItHaveNamesOfTheirOwn() throws {
        let driver = try ready()
        #expect(try driver.add(login()) == ["token", "profile", "login"])
        #expect(try driver.add(login()) == ["token#2", "profile#2", "login#2"])
        #expect(driver.status("profile#2")?.requires == ["token#2"])
        #expect(driver.status("profile#2")?.group == "login#2")
        for name in ["token", "profile"] { try driver.end(name) }
        #expect(driver.outcome("login") == .succeeded)
        #expect(try driver.add(login()) == ["token", "profile", "login"])
        #expect(Set(driver.runningNames) == ["token#2", "token"])
    }

    /// An addition to a group of the graph is needed until the group has ended.
    @Test func whatFailsInAGroupKeepsItsNameUntilTheGroupHasEnded() throws {
        var plan = Plan("launch")
        plan.group("g", optional: true, failsFast: false) { plan in plan.add("child") { _ in } }
        let driver = try MachineDriver.started(plan)
        try driver.add(page(), toGroup: driver.node("g"))
        try driver.end("page", .failed("broken"))
        #expect(try driver.add(page()) == ["page#2"])
        try driver.end("child")
        #expect(try driver.add(page()) == ["page"])
    }

    @Test func whatIsToBeTornDownKeepsItsName() throws {
        let driver = try ready()
        var plan = Plan("addition")
        plan.add("page", teardown: { (_: Int) in }) { 1 }
        try driver.add(plan)
        try driver.end("page")
        #expect(try driver.add(page()) == ["page#2"])
        driver.stop()
        try driver.end("page#2", .gaveUp)
        #expect(driver.tearingDownNames == ["page"])
    }

    @Test func aNameMeansTheOwnClosureFirst() throws {
        let driver = try ready()
        try driver.add(Plan(["fetch": []]))
        try driver.add(Plan(["fetch": [], "show": ["fetch"]], name: "addition"))
        #expect(driver.status("show")?.requires == ["fetch#2"])
    }

    @Test func twoOfOneNameInOneClosureAreAFault() throws {
        let driver = try ready()
        var plan = Plan("addition")
        let origin = Origin(file: "f", line: 1)
        plan.group("a") { plan in plan.add("x", origin: origin) { _ in } }
        plan.group("b") { plan in plan.add("x") { _ in } }
        let refusal = #expect(throws: AddingRefusal.self) { try driver.add(plan) }
        guard case .faults(let faults) = refusal else { return }
        #expect(
            faults.faults.map(\.summary) == [
                "operation 'x' is declared twice, first at f:1 in group 'a', and here in group 'b'; "
                    + "rename one of them"
            ]
        )
    }

    @Test func aHandleMeansItsOwnDeclarationWhateverBearsTheName() async throws {
        var plan = Plan("launch")
        plan.add("sdk") {}
        let launch = try Launch(Graph(plan))
        let run = Task { try await launch.run() }
        await launch.waitUntilReady()
        var handles: [Handle<Int>] = []
        for number in 1...3 {
            let handle = try launch.add { plan in plan.add("page") { number } }
            await launch.waitUntilEnded(handle)
            handles.append(handle)
        }
        #expect(try handles.map { try launch.output(of: $0) } == [1, 2, 3])
        #expect(launch.report.operations.map(\.name) == ["sdk", "page"])
        launch.stop(reason: "done")
        try await run.value
    }

    /// The numbers of those that were let go of are used again, and say nothing of the order.
    @Test func amongEqualsTheOneThatWasAddedFirstStartsFirst() throws {
        let driver = try ready()
        driver.machine.additions.retained = 0
        driver.machine.additions.threshold = 1
        try driver.add(page())
        for name in ["holder", "earlier"] { try driver.add(onMain(name)) }
        let number = try driver.node("page")
        try driver.end("page")
        try driver.add(onMain("later"))
        #expect(try driver.node("later") == number)
        try driver.end("holder")
        #expect(driver.runningNames == ["earlier"])
    }

    private func onMain(_ name: String) -> Plan {
        var plan = Plan("addition")
        plan.add(name, on: .main) { _ in }
        return plan
    }

    /// More than are kept once they have ended.
    @Test func aValueIsTakenAtTheEnd() async throws {
        let launch = try Launch(Graph(Plan("launch")))
        let run = Task { try await launch.run() }
        await launch.waitUntilReady()
        for number in 1...2000 {
            let handle = try launch.add { plan in
                let one = plan.add("login") { number }
                return plan.add("fetch", reading: one) { $0 * 2 }
            }
            #expect(try await launch.value(of: handle) == 2 * number)
        }
        #expect(launch.report.operations.count < 10)
        let failing = try launch.add { plan in
            plan.add("broken") { () async throws -> Int in throw Broken() }
        }
        let fault = await #expect(throws: ValueFault.self) { try await launch.value(of: failing) }
        #expect(fault?.description == "operation 'broken' has no value: failed, broken")
        launch.stop(reason: "done")
        try await run.value
    }

    private struct Broken: Error, CustomStringConvertible { let description = "broken" }

    private func ready() throws -> MachineDriver {
        let driver = try MachineDriver.started(Plan(["sdk": []], name: "launch"))
        try driver.end("sdk")
        return driver
    }

    private func page() -> Plan { Plan(["page": []], name: "addition") }

    private func login() -> Plan {
        var plan = Plan("addition")
        plan.group("login") { plan in
            let token = plan.add("token") { _ in }
            plan.add("profile", requires: [token]) { _ in }
        }
        return plan
    }
}
