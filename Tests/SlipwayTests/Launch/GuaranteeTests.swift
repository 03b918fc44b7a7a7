import CSlipway
import Glibc
import Slipway
import Testing

/// Promises of the documentation that no other test covers.
@Suite(.timeLimit(.minutes(5)))
struct GuaranteeTests {
    @Test func aBodyIsGivenTheValuesThatItReads() async throws {
        var plan = Plan("reading")
        let seen = Lines()
        let user = plan.add("user") { _ async in
            await Task.yield()
            return "ada"
        }
        let number = plan.add("number") { _ in 42 }
        let list = plan.add("list") { _ in [1, 2] }
        let both = plan.add("both", reading: user, number) { user, number, _ async in
            await Task.yield()
            return "\(user) \(number)"
        }
        plan.add("all", reading: both, list, on: .main) { both, list, context async throws in
            await Task.yield()
            seen.add("\(context.name): \(both) \(list)")
        }
        plan.add("throws", reading: both, optional: true) { _, _ async throws in
            await Task.yield()
            throw CancellationError()
        }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(seen.all == ["all: ada 42 [1, 2]"])
    }

    @Test func theValueOfWhatWasNotNeededIsAbsent() async throws {
        var plan = Plan("absent")
        let seen = Lines()
        let extra = plan.add("extra", when: Condition("wanted") { _ in false }) { _ in "extra" }
        plan.add("asks", requires: [extra]) { context in
            seen.add("\(try context.outputIfPresent(of: extra) ?? "nothing")")
        }
        plan.add("insists", requires: [extra], optional: true) { context in
            _ = try context.output(of: extra)
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(seen.all == ["nothing"])
        #expect(
            launch.report.operations[2].outcome?.message
                == "'insists' reads the value of 'extra', which has none; use outputIfPresent"
        )
    }

    @Test func cancellingAnOperationDoesNotCancelWhatItDependsOn() async throws {
        var plan = Plan("upwards")
        let seen = Lines()
        let a = plan.add("a") { context in
            context.launch.cancel("b")
            seen.add("a \(context.isCancelled)")
        }
        plan.add("b", requires: [a], optional: true) { _ in seen.add("b") }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(seen.all == ["a false"])
        #expect(launch.report.operations[0].outcome == .succeeded)
    }

    @Test func anErrorInOneTeardownKeepsNoOtherFromBeingDone() async throws {
        struct Broken: Error {}
        var plan = Plan("teardown")
        let undone = Lines()
        var last: Handle<String>?
        for name in ["a", "b", "c"] {
            let stop = { @Sendable (value: String) async throws in
                undone.add(value)
                if value == "b" { throw Broken() }
            }
            last = plan.add(name, requires: last.map { [$0] } ?? [], teardown: stop) { _ in name }
        }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(undone.all == ["c", "b", "a"])
    }

    @Test func furtherActionsAreRefusedOnceWhatTheyRequireHasFailed() async throws {
        struct Broken: Error, CustomStringConvertible { let description = "no user" }
        var plan = Plan("refused")
        let user = plan.add("user", optional: true) { _ in throw Broken() }
        let open = plan.action("open", requires: [user]) { (_: String, _) in }
        let launch = Launch(try Graph(plan))
        async let running: Void = launch.run()
        _ = await launch.waitUntilReady()
        let refusal = #expect(throws: SubmitRefusal.self) { try launch.submit(open, "page") }
        #expect(refusal == .launchFailed(operation: "user", message: "no user"))
        launch.stop()
        try await running
    }

    @Test func aSlowReporterKeepsNoOperationWaiting() async throws {
        struct Slow: LaunchReporter {
            let gate: Gate

            func report(_ event: Event) { while !gate.isOpen { sched_yield() } }
        }
        let gate = Gate()
        let launch = Launch(try Graph(Plan(["a": [], "b": ["a"]])))
        async let running: Void = launch.run(reportingTo: [Slow(gate: gate)])
        #expect(await launch.waitUntilReady() == .ready(degraded: false))
        gate.open()
        launch.stop()
        try await running
    }

    @Test func aTaskSeesEveryEventUntilTheEnd() async throws {
        let launch = Launch(try Graph(Plan(["a": [], "b": ["a"]])))
        var events = launch.events().makeAsyncIterator()
        async let running: Void = launch.run(until: .ready)
        var seen: [Event] = []
        while let event = await events.next() { seen.append(event) }
        try await running
        #expect(seen.map(\.sequence) == Array(1...UInt64(seen.count)))
        guard case .launchEnded(let report) = seen.last?.kind else {
            return #expect(Bool(false), "\(seen)")
        }
        #expect(report.phase == .stopped)
    }

    @Test func blockingBodiesKeepNobodyFromRunning() async throws {
        var plan = Plan("blocking")
        plan.queues[.userInitiated] = .fixed(64)
        let gate = Gate()
        let threads = Lines()
        for number in 0..<32 {
            plan.add("blocked\(number)", blocking: true) {
                threads.add("\(slipway_thread_id())")
                while !gate.isOpen { usleep(100) }
            }
        }
        let pool = Lines()
        plan.add("opener", priority: .low) {
            pool.add("\(slipway_thread_id())")
            gate.open()
        }
        try await Launch(Graph(plan)).run(until: .ready)
        // Each had its own thread, and none of these was the pool's.
        #expect(Set(threads.all).count == 32)
        #expect(Set(threads.all).isDisjoint(with: pool.all))
    }
}
