import CSlipway
import Glibc
import Slipway
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LaunchTests {
    @Test func valuesFlowFromWhatIsRequired() async throws {
        var plan = Plan("values")
        let seen = Lines()
        let user = plan.add("user") { _ async throws -> String in
            try await Task.sleep(for: .milliseconds(1))
            return "ada"
        }
        let number = plan.add("number", on: .main) { _ in 42 }
        plan.add("both", requires: [user, number]) { context in
            seen.add("\(try context.output(of: user)) \(try context.output(of: number))")
        }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(seen.all == ["ada 42"])
    }

    @Test func readingWhatIsNotRequiredFailsWithBothNames() async throws {
        var plan = Plan("values")
        let user = plan.add("user") { _ in "ada" }
        plan.add("thief") { context in _ = try context.output(of: user) }
        let report = try await failure(of: plan)
        #expect(
            report.rootCauses.first?.failure.message
                == "'thief' reads the value of 'user', which it does not require; add it to requires"
        )
    }

    @Test func aThrownErrorIsTheFailureAndTheRestIsTornDown() async throws {
        struct Broken: Error, CustomStringConvertible { let description = "the disk is full" }
        var plan = Plan("fails")
        let undone = Lines()
        let a = plan.add(
            "a",
            teardown: { (value: Int) async throws in undone.add("stop \(value)") }
        ) {
            _ in 7
        }
        plan.add("b", requires: [a]) { _ in throw Broken() }
        let report = try await failure(of: plan)
        #expect(report.rootCauses.first?.operation == "b")
        #expect(report.rootCauses.first?.failure.message == "the disk is full")
        #expect(undone.all == ["stop 7"])
    }

    @Test func aTimeoutCancelsABodyThatSleeps() async throws {
        var plan = Plan("slow")
        // Other tests may keep the shared threads busy.
        plan.grace = .seconds(100)
        plan.add("sleeper", timeout: .milliseconds(20)) { _ async throws in
            try await Task.sleep(for: .seconds(600))
        }
        let report = try await failure(of: plan)
        #expect(report.rootCauses.first?.failure == Failure(.timedOut, "timed out after 20ms"))
    }

    @Test func aBlockingBodyIsToldThroughItsContext() async throws {
        var plan = Plan("blocking")
        plan.add("spinner", timeout: .milliseconds(10)) { context in
            while !context.isCancelled {}
            throw CancellationError()
        }
        let report = try await failure(of: plan)
        #expect(report.rootCauses.first?.failure.kind == .timedOut)
    }

    @Test func blockingBodiesDoNotShareTheThreadsOfSuspendingOnes() async throws {
        // More blocked bodies than processors; they end when the async body continues.
        var plan = Plan("blocking")
        plan.queues[.userInitiated] = .fixed(32)
        let gate = Gate()
        for number in 0..<16 {
            plan.add("blocked\(number)") { _ in while !gate.isOpen { usleep(100) } }
        }
        plan.add("opener") { _ async throws in
            try await Task.sleep(for: .milliseconds(5))
            gate.open()
        }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func aChainNeedsNoThreadForEachOfItsBodies() async throws {
        var plan = Plan("chain")
        let threads = Lines()
        var last: Handle<Void>?
        for number in 0..<2000 {
            last = plan.add("o\(number)", requires: last.map { [$0] } ?? []) { _ in
                threads.add("\(slipway_thread_id())")
            }
        }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(threads.all.count == 2000)
        // As many as there are CPUs, and a few more if these were kept from running.
        #expect(Set(threads.all).count < 100)
    }

    @Test func bodiesThatOnlyWaitRunAsWideAsTheQueue() async throws {
        var plan = Plan("wide")
        plan.queues[.userInitiated] = .fixed(64)
        let together = Rendezvous(64)
        for number in 0..<64 {
            plan.add("o\(number)") { _ async in await together.arrive() }
        }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func submittedActionsRunOnceEach() async throws {
        var plan = Plan("actions")
        let ran = Lines()
        let user = plan.add("user") { _ async throws -> String in
            try await Task.sleep(for: .milliseconds(2))
            return "ada"
        }
        let open = plan.action("open", on: .main, requires: [user]) { (url: String, context) in
            let user = try context.output(of: user)
            #expect(user == "ada")
            ran.add(url)
        }
        let launch = Launch(try Graph(plan))
        for number in 0..<100 { try launch.submit(open, "u\(number)") }
        async let running: Void = launch.run()
        #expect(await launch.waitUntilReady() == .ready(degraded: false))
        let last = try launch.submit(open, "last")
        while launch.action(last.id)?.state.isEnded != true { await Task.yield() }
        launch.stop()
        try await running
        #expect(ran.all == (0..<100).map { "u\($0)" } + ["last"])
    }

    @Test func everyEventComesInOrderAndTheLastIsTheEnd() async throws {
        let recorder = Recorder()
        var plan = Plan(["a": [], "b": ["a"], "c": ["a"]])
        plan.add("d", on: .main, requires: [Named("c")]) { _ in }
        try await Launch(Graph(plan)).run(reportingTo: [recorder], until: .ready)
        let events = recorder.events
        #expect(events.map(\.sequence) == Array(1...UInt64(events.count)))
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.at <= $1.at })
        guard case .launchStarted = events.first?.kind, case .launchEnded = events.last?.kind else {
            return #expect(Bool(false), "\(events)")
        }
    }

    @Test func aFinishedLaunchIsLetGo() async throws {
        weak var released: Launch?
        do {
            var plan = Plan("short")
            let a = plan.add("a", on: .main) { _ async throws in }
            let b = plan.add("b", requires: [a]) { _ in 1 }
            let open = plan.action("open", requires: [b]) { (_: Int, _) async throws in }
            let launch = Launch(try Graph(plan))
            released = launch
            try launch.submit(open, 1)
            try await launch.run(reportingTo: [Recorder()], until: .ready)
        }
        // Threads that are about to end hold it for a moment.
        while released != nil { await Task.yield() }
    }

    private final class Watchdog: LaunchReporter {
        let heartbeat: Duration? = .milliseconds(1)
        func report(_ event: Event) {}
    }

    @Test func aReporterWithAHeartbeatIsLetGoWhenTheLaunchHasEnded() async throws {
        weak var released: Watchdog?
        let launch = Launch(try Graph(Plan(["a": []])))
        do {
            let watchdog = Watchdog()
            released = watchdog
            try await launch.run(reportingTo: [watchdog], until: .ready)
        }
        while released != nil { await Task.yield() }
        #expect(launch.report.phase == .stopped)
    }

    @Test(arguments: [true, false])
    func cancellingWhoWaitsForReadyEndsTheWaitOnly(isEarly: Bool) async throws {
        let launch = Launch(try Graph(Plan(["a": []])))
        let others = Task { await launch.waitUntilReady() }
        let waiting = Task { await launch.waitUntilReady() }
        while !isEarly, launch.waiterCount < 2 { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == .starting)
        try await launch.run(until: .ready)
        #expect(await others.value != .starting)
    }

    @Test func aLaunchRunsOnce() async throws {
        let launch = Launch(try Graph(Plan("once")))
        try await launch.run(until: .ready)
        let again = await #expect(throws: LaunchError.self) { try await launch.run() }
        #expect(again == .alreadyRun)
    }

    @Test func cancellingTheTaskStopsTheLaunch() async throws {
        let launch = Launch(try Graph(Plan(["a": []])))
        let task = Task { try await launch.run() }
        _ = await launch.waitUntilReady()
        task.cancel()
        try await task.value
        #expect(launch.report.phase == .stopped)
    }

    @Test func refusesToCallAnotherThreadTheMainThread() async throws {
        let launch = Launch(try Graph(Plan("elsewhere")))
        await Task.detached {
            let error = #expect(throws: LaunchError.self) { try launch.runOnMainThread() }
            #expect(error == .notOnMainThread)
        }.value
    }

    private func failure(of plan: Plan) async throws -> Report {
        let launch = Launch(try Graph(plan))
        do throws(LaunchError) {
            try await launch.run()
        } catch {
            if case .failed(let report) = error { return report }
            throw error
        }
        throw Unexpected()
    }

    private struct Unexpected: Error {}
}
