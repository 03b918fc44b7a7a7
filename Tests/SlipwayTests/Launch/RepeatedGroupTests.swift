import Slipway
import SlipwayTesting
import Testing

private struct Unauthorized: Error {}
private struct Unreachable: Error {}

/// A group is tried again as a whole.
struct RepeatedGroupTests {
    private let lines = Lines()

    @discardableResult
    private func run(_ plan: Plan) throws -> Report {
        try VirtualLaunch(Graph(plan)).run(until: .ready)
    }

    /// A body that throws as often as said, and then returns how often it has run.
    private func failing(
        _ times: Int,
        with error: any Error = Unreachable()
    ) -> @Sendable (OperationContext) throws -> Int {
        lines.body(failing: times, with: error)
    }

    @Test func aBodyKnowsTheAttemptOfItsGroupAndItsOwn() throws {
        let lines = lines
        let body = { @Sendable (context: OperationContext) throws in
            lines.add("\(context.name) \(context.groupAttempt).\(context.attempt)")
            guard context.groupAttempt == 2, context.attempt == 2 else { throw Unreachable() }
        }
        let retry = Retry.constant(attempts: 2, pause: .zero)
        var plan = Plan("login")
        plan.group("login", retry: retry) { plan in
            plan.group("inner") { plan in _ = plan.add("token", retry: retry, body: body) }
        }
        plan.add("alone") { context in lines.add("alone \(context.groupAttempt)") }
        #expect(try run(plan).readyAt != nil)
        #expect(
            lines.all.filter { $0 != "alone 1" } == [
                "token 1.1", "token 1.2", "token 2.1", "token 2.2",
            ]
        )
        #expect(lines.all.contains("alone 1"))
    }

    @Test func aGroupIsTriedAgainAsAWholeAfterWhatSucceededInItIsTornDown() throws {
        let lines = lines
        var plan = Plan("login")
        let session = plan.group("login", retry: .constant(attempts: 3, pause: .seconds(1))) {
            plan in
            let token = plan.add(
                "token",
                teardown: { (token: Int) in lines.add("forget token \(token)") }
            ) {
                lines.add("token")
                return lines.all.count { $0 == "token" }
            }
            let user = plan.add(
                "user",
                reading: token,
                teardown: { (user: Int) in lines.add("forget user \(user)") }
            ) { token in
                lines.add("user")
                return token * 10
            }
            return plan.add("save", requires: [user], body: failing(2))
        }
        plan.add("home", reading: session) { lines.add("home \($0)") }
        let report = try run(plan)
        let attempt = ["token", "user", "save"]
        let undone = { (number: Int) in ["forget user \(number)0", "forget token \(number)"] }
        #expect(
            lines.all == attempt + undone(1) + attempt + undone(2) + attempt + ["home 3"]
                + undone(3)
        )
        let login = try #require(report["login"])
        #expect(login.outcome == .succeeded)
        #expect(login.attempts.map { $0.failure == nil } == [false, false, true])
        #expect(login.backoff == .seconds(2))
        #expect(
            report.criticalChainText()?.contains("('login' took 3 attempts, 2s between them)")
                == true
        )
        #expect(report["save"]?.outcome == .succeeded)
        #expect(report.phase == .stopped)
    }

    @Test func aGroupThatFailsEachTimeFailsWithTheCausesOfItsLastAttempt() throws {
        var plan = Plan("fails")
        plan.group("login", retry: .constant(attempts: 2, pause: .zero)) { plan in
            plan.add("token", body: failing(9, with: Unauthorized()))
        }
        let report = try run(plan)
        #expect(lines.all == ["token", "token"])
        #expect(report.rootCauses.map(\.operation) == ["token"])
        #expect(report.rootCauses.first?.failure.error is Unauthorized)
        #expect(report["login"]?.attempts.count == 2)
    }

    @Test(arguments: [true, false])
    func itsPolicyIsAskedAboutTheErrorsOfItsChildren(isRetried: Bool) throws {
        var plan = Plan("policy")
        let retry = Retry.constant(
            attempts: 2,
            pause: .zero,
            if: { error in isRetried || !(error is Unauthorized) }
        )
        plan.group("login", optional: true, retry: retry) { plan in
            plan.add("token", body: failing(1, with: Unauthorized()))
        }
        #expect(try run(plan)["login"]?.outcome?.word == (isRetried ? "succeeded" : "failed"))
        #expect(lines.all.count == (isRetried ? 2 : 1))
    }

    @Test func eachAttemptOfAGroupHasItsTimeAndAllHaveItsBudget() throws {
        var plan = Plan("slow")
        let retry = Retry.constant(attempts: 9, pause: .seconds(1))
        plan.group(
            "login",
            optional: true,
            timeout: .seconds(3),
            retry: retry,
            budget: .seconds(10)
        ) { plan in
            plan.add("token") { context in try await context.sleep(for: .seconds(60)) }
        }
        let login = try #require(try run(plan)["login"])
        #expect(
            login.attempts.map(\.failure?.message) == [
                "timed out after 3s", "timed out after 3s", "used up its budget of 10s",
            ]
        )
        #expect(login.outcome == .failed(Failure(.timedOut, "used up its budget of 10s")))
        #expect(login.run == .seconds(10))
    }

    @Test func whatAnAttemptAddedIsAddedAnewByTheNext() throws {
        let lines = lines
        var plan = Plan("additions")
        plan.group("sync", retry: .constant(attempts: 2, pause: .zero)) { plan in
            let list = plan.add("list") { context in
                try context.add { plan in
                    plan.add("page", teardown: { lines.add("forget page") }) { lines.add("page") }
                }
            }
            plan.add("commit", requires: [list]) { [commit = failing(1)] context in
                try await context.sleep(for: .seconds(1))
                return try commit(context)
            }
        }
        let recorder = EventRecorder()
        let report = try VirtualLaunch(Graph(plan), reportingTo: [recorder]).run(until: .ready)
        let gone = recorder.events.flatMap { (event) -> [String] in
            if case .operationsRenewed(_, let gone) = event.kind { gone } else { [] }
        }
        #expect(gone == ["page"])
        #expect(lines.all == ["page", "commit", "forget page", "page", "commit", "forget page"])
        #expect(report["page"]?.outcome == .succeeded)
    }

    @Test func aGroupInAGroupThatIsTriedAgainBeginsAnewToo() throws {
        var plan = Plan("nested")
        let retry = Retry.constant(attempts: 2, pause: .zero)
        plan.group("outer", retry: retry) { plan in
            let inner = plan.group("inner", retry: retry) { plan in
                plan.add("a", body: failing(1))
            }
            plan.add("b", requires: [inner], body: failing(1))
        }
        let report = try run(plan)
        #expect(lines.all == ["a", "a", "b", "a", "b"])
        #expect(report["inner"]?.attempts.count == 1)
        #expect(report["outer"]?.attempts.count == 2)
    }

    @Test func aPartThatStaysEndsBeforeItsGroupIsTriedAgain() throws {
        let lines = lines
        var plan = Plan("parts")
        plan.group("serving", retry: .constant(attempts: 2, pause: .zero)) { plan in
            let web = plan.service("web") { ready in
                lines.add("web begins")
                ready()
                await ready.waitUntilStopping()
                lines.add("web ends")
            }
            plan.add("check", requires: [web], body: failing(1))
        }
        try run(plan)
        let attempt = ["web begins", "check", "web ends"]
        #expect(lines.all == attempt + attempt)
    }

    @Test func aGroupWhoseTeardownFailsIsNotTriedAgain() throws {
        var plan = Plan("teardown")
        plan.group("login", optional: true, retry: .constant(attempts: 2, pause: .zero)) { plan in
            let token = plan.add("token", teardown: { throw Unreachable() }) {}
            plan.add("user", requires: [token], body: failing(1))
        }
        let message = try run(plan)["login"]?.outcome?.message ?? ""
        #expect(message.contains("not tried again: the teardown of 'token' failed: Unreachable()"))
        #expect(lines.all == ["user"])
    }

    @Test func anAttemptThatIsMadeUpForDegradesNothing() throws {
        var plan = Plan("background")
        plan.group("cache", stage: .background, retry: .constant(attempts: 2, pause: .zero)) {
            plan in
            plan.add("warm", body: failing(1))
        }
        let recorder = EventRecorder()
        try VirtualLaunch(Graph(plan), reportingTo: [recorder]).run(until: .complete)
        var fold = ReportFold()
        for event in recorder.events {
            _ = fold.apply(event)
            #expect(fold.report?.phase != .ready(degraded: true))
        }
        #expect(fold.report?["warm"]?.outcome == .succeeded)
    }

    @Test func aFailedTeardownKeepsTheGroupAroundFromBeingTriedAgain() throws {
        var plan = Plan("nested")
        let retry = Retry.constant(attempts: 2, pause: .zero)
        plan.group("outer", optional: true, retry: retry) { plan in
            plan.group("inner", retry: retry) { plan in
                let a = plan.add("a", teardown: { throw Unreachable() }) {}
                plan.add("b", requires: [a], body: failing(9))
            }
        }
        let message = try run(plan)["outer"]?.outcome?.message ?? ""
        #expect(message.hasSuffix("not tried again: the teardown of 'a' failed"))
        #expect(lines.all == ["b"])
    }

    @Test func whatWasAddedBeforeTheGroupBeganStaysInIt() throws {
        var plan = Plan("added")
        plan.group("g", retry: .constant(attempts: 2, pause: .zero)) { plan in
            plan.add("a", body: failing(1))
        }
        let virtual = VirtualLaunch(try Graph(plan))
        try virtual.launch.add(toGroup: "g") { $0.add("early", after: ["a"]) {} }
        #expect(try virtual.run(until: .ready)["early"]?.outcome == .succeeded)
    }

    // MARK: Faults

    @Test func onlyWhatIsInAGroupThatIsTriedAgainDependsOnItsParts() throws {
        var plan = Plan("faults")
        plan.group("g", retry: .constant(attempts: 2, pause: .zero)) { plan in
            plan.group("inner") { plan in plan.add("a") {} }
            plan.add("sibling", requires: ["a"]) {}
        }
        plan.add("after", after: ["a"]) {}
        plan.action("open", requires: ["inner"]) { (_: String) in }
        plan.add("right", requires: ["g"]) {}
        let faults = try #require(throws: GraphFaults.self) { try Graph(plan) }.faults
        let words = "which is in group 'g'; that group is tried again as a whole: let"
        #expect(
            faults.map(\.summary) == [
                "'after' depends on 'a', \(words) 'after' depend on 'g'",
                "'open' depends on 'inner', \(words) 'open' depend on 'g'",
            ]
        )
    }

    @Test func whatIsAddedDependsNotOnThePartsOfSuchAGroupEither() throws {
        var plan = Plan("additions")
        plan.group("g", retry: .constant(attempts: 2, pause: .zero)) { plan in plan.add("a") {} }
        let driver = try MachineDriver.started(plan)
        var addition = Plan("addition")
        addition.add("late", after: ["a"]) {}
        #expect(throws: AddingRefusal.self) { try driver.add(addition) }
        #expect(throws: Never.self) {
            try driver.add(addition, toGroup: try driver.node("g"))
        }
    }
}
