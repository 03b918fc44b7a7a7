import Slipway
import Testing

/// Calls on a running launch.
@Suite(.timeLimit(.minutes(10)))
struct LaunchControlTests {
    private enum Request {
        @TaskLocal static var number = 0
    }

    private func running(
        _ declare: (inout Plan) -> Void = { _ in }
    ) throws -> (launch: Launch, end: Task<Void, any Error>) {
        var plan = Plan("control")
        plan.add("base") {}
        declare(&plan)
        let launch = Launch(try Graph(plan))
        return (launch, Task { try await launch.run() })
    }

    @Test func aLaunchThatIsReadyCanBeFailed() async throws {
        let (launch, end) = try running()
        _ = await launch.waitUntilReady()
        launch.fail(Failure(.error, "the database died"))
        await #expect(throws: LaunchError.self) { try await end.value }
        #expect(launch.report.phase == .failed)
        #expect(launch.report.rootCauses.map(\.failure.message) == ["the database died"])
    }

    @Test func aLaunchThatIsReadyCanBeDegraded() async throws {
        let (launch, end) = try running()
        let events = launch.events()
        _ = await launch.waitUntilReady()
        launch.degrade(reason: "the cache is away")
        #expect(launch.report.phase == .ready(degraded: true))
        launch.stop()
        try await end.value
        var kinds: [Event.Kind] = []
        for await event in events { kinds.append(event.kind) }
        #expect(kinds.contains(.launchDegraded(reason: "the cache is away")))
    }

    @Test func anOperationIsCancelledByItsHandle() async throws {
        var handle: Handle<Void>?
        let (launch, end) = try running { plan in
            handle = plan.add("slow", optional: true) { context in
                while !context.isCancelled { await Task.yield() }
                throw CancellationError()
            }
        }
        let slow = try #require(handle)
        while !launch.cancel(slow, reason: "not wanted") { await Task.yield() }
        #expect(await launch.waitUntilEnded(slow) == .cancelled(reason: "not wanted"))
        #expect(launch.report[slow]?.name == "slow")
        launch.stop()
        try await end.value
    }

    @Test func everythingInAQueueIsCancelled() async throws {
        let (launch, end) = try running { plan in
            plan.queues[.named("disk")] = .fixed(1)
            for number in 0..<3 {
                plan.add("\(number)", on: .named("disk"), optional: true) { context in
                    while !context.isCancelled { await Task.yield() }
                    throw CancellationError()
                }
            }
        }
        #expect(launch.cancelAll(on: .named("disk")) == 3)
        #expect(await launch.waitUntilReady() == .ready(degraded: true))
        launch.stop()
        try await end.value
    }

    @Test func whatEndsWithAnotherIsCountedAsCancelledToo() throws {
        let driver = MachineDriver(try Graph(Plan(["a": [], "b": ["a"], "c": ["b"]])))
        driver.start()
        let count = driver.cancelAll(on: .userInitiated)
        #expect(count == 3)
    }

    @Test func bodiesHaveTheTaskLocalValuesOfTheTaskThatRunsTheLaunch() async throws {
        let seen = Lines()
        var plan = Plan("locals")
        plan.add("pool") { seen.add("\(Request.number)") }
        plan.add("main", on: .main) { seen.add("\(Request.number)") }
        plan.add("own", blocking: true) { seen.add("\(Request.number)") }
        let launch = Launch(try Graph(plan))
        try await Request.$number.withValue(42) { try await launch.run(until: .ready) }
        #expect(seen.all == ["42", "42", "42"])
    }

    @Test func theDeadlineCountsFromTheRunUnlessItIsToCountFromTheProcessesStart() throws {
        var plan = Plan("deadline", deadline: .seconds(5))
        plan.add("a") {}
        let graph = try Graph(plan)
        for (origin, end) in [(DeadlineOrigin.run, 7000), (.processStart, 5000)] {
            let driver = MachineDriver(graph, deadlineFrom: origin)
            driver.now = .at(2000)
            driver.start()
            #expect(driver.report.deadline == .at(Int64(end)))
        }
    }

    @Test func nothingIsToldAfterTheEndAndAnEndedLaunchCannotBePaused() async throws {
        let (launch, end) = try running()
        _ = await launch.waitUntilReady()
        launch.stop()
        try await end.value
        #expect(!launch.pause() && !launch.pause(.main))
        #expect(!launch.report.isPaused)
    }

    @Test func aReporterThatNeverReturnsDoesNotKeepALaunchFromEnding() async throws {
        struct Deaf: LaunchReporter {
            let parker = Parker()
            func report(_ event: Event) {
                if case .launchEnded = event.kind { _ = parker.wait() }
            }
        }
        let deaf = Deaf()
        var plan = Plan("deaf")
        plan.add("a") {}
        try await Launch(Graph(plan)).run(reportingTo: [deaf], until: .ready)
        deaf.parker.notify()
    }
}
