import Slipway
import Testing

/// Cases in which a program that is written with Foundation's `OperationQueue` hangs, or does the wrong thing.
@Suite(.timeLimit(.minutes(1)))
struct OperationQueueCasesTests {
    @Test func operationsOfTwoQueuesThatNeedEachOtherAreAFault() {
        var plan = Plan("test")
        plan.queues["accounts"] = 1
        plan.queues["settings"] = 1
        plan.add("user", on: "accounts", requires: ["toggles"]) {}
        plan.add("toggles", on: "settings", requires: ["user"]) {}
        #expect(
            Graph.faults(of: plan) == [
                "dependency cycle 'user' -> 'toggles' -> 'user'; remove one of these dependencies"
            ]
        )
    }

    @Test func aChildThatRequiresItsGroupIsAFault() {
        var plan = Plan("test")
        plan.group("login") { plan in
            let fetch = plan.add("fetch") {}
            plan.add("save", requires: [fetch, "login"]) {}
        }
        #expect(
            Graph.faults(of: plan) == [
                "dependency cycle 'save' -> 'login' -> 'save'; remove one of these dependencies"
            ]
        )
    }

    @Test func whatRequiresWhatWasCancelledDoesNotRunAndTheLaunchFails() async throws {
        let started = Lines()
        var plan = Plan("test")
        let renewal = plan.add("renew-token") {}
        plan.add("page", requires: [renewal]) { started.add("page") }
        let launch = try Launch(Graph(plan))
        launch.cancel(renewal, reason: "the user went back")
        let error = await #expect(throws: LaunchError.self) { try await launch.run(until: .ready) }
        #expect(error?.rootCauses.map(\.operation) == ["renew-token"])
        #expect(started.all == [])
        #expect(launch.report["page"]?.outcome == .skipped(root: "renew-token"))
    }

    /// Of an optional operation a completion sees the end; a required one that fails ends the launch.
    @Test(arguments: [true, false])
    func aCompletionRunsAfterAFailureOnlyIfTheLaunchGoesOn(isOptional: Bool) async throws {
        let seen = Lines()
        var plan = Plan("test")
        let login = plan.add("login", optional: isOptional) { throw WrongPassword() }
        plan.completion("home", of: [login]) { ends, _ in seen.add(ends[0].outcome.word) }
        let launch = try Launch(Graph(plan))
        try? await launch.run(until: .ready)
        #expect(seen.all == (isOptional ? ["failed"] : []))
        #expect(launch.report["home"]?.outcome?.word == (isOptional ? "succeeded" : "cancelled"))
    }

    @Test func aBodyWaitsForWhatItFindsItNeeds() async throws {
        var plan = Plan("test")
        let page = plan.add("page") { context in
            let token = try context.add { plan in plan.add("renew-token") { "new" } }
            return "page with token \(try await context.launch.value(of: token))"
        }
        let launch = try Launch(Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: page) == "page with token new")
    }

    @Test func twoThatExcludeEachOtherInTwoOrdersBothRun() async throws {
        let shown = Lines()
        var plan = Plan("test")
        plan.add("alert", locks: ["screen", "keyboard"]) { shown.add("alert") }
        plan.add("sheet", locks: ["keyboard", "screen"]) { shown.add("sheet") }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(shown.all.sorted() == ["alert", "sheet"])
    }

    @Test func aStepThatNamesTheLockOfItsGroupHasIt() async throws {
        var plan = Plan("test")
        let alert = plan.group("alert", locks: ["screen"]) { plan in
            plan.add("show", locks: ["screen"]) { "shown" }
        }
        let launch = try Launch(Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: alert) == "shown")
    }

    /// The only slot of the queue is taken by a body that waits for what needs a slot.
    @Test func aDownloadThatWaitsForItsPartIsNamedAndTheLaunchFails() async throws {
        var plan = Plan("test")
        plan.queues["downloads"] = 1
        plan.add("image", on: "downloads") { context in
            let part = try context.add { plan in plan.add("part", on: "downloads") {} }
            try await context.launch.value(of: part)
        }
        let launch = try Launch(Graph(plan))
        let error = await #expect(throws: LaunchError.self) { try await launch.run(until: .ready) }
        let message = try #require(error?.rootCauses.first?.failure.message)
        #expect(
            message.hasPrefix(
                "nothing can run any more; 'image' waits in its body for 'part', which needs queue "
                    + "'downloads' that 'image' holds: let 'image' return, and do what needs 'part' in an "
                    + "operation that requires 'part'; "
            )
        )
    }
}

private struct WrongPassword: Error {}
