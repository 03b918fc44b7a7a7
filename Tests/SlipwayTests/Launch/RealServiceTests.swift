import Glibc
import Slipway
import Testing

/// Parts that stay, on real threads.
@Suite(.timeLimit(.minutes(10)))
struct RealServiceTests {
    private enum Locals {
        @TaskLocal static var value = "none"
    }

    private struct Broken: Error {}

    @Test(arguments: [Queue.main, .userInitiated], [false, true])
    func itRunsUntilTheLaunchStops(queue: Queue, isBlocking: Bool) async throws {
        let lines = Lines()
        var plan = Plan("shop")
        plan.queues[.userInitiated] = .fixed(1)
        let web = plan.service("web", on: queue, blocking: isBlocking) { ready in
            lines.add("ready")
            ready()
            await ready.waitUntilStopping()
            lines.add("ended")
        }
        plan.add("announce", on: queue, requires: [web]) { lines.add("announce") }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(lines.all == ["ready", "announce", "ended"])
    }

    /// Also when it is started again.
    @Test func eachRunSeesTheTaskLocalValuesOfTheCaller() async throws {
        let lines = Lines()
        var plan = Plan("shop")
        let limits = RestartLimits(initial: .milliseconds(1))
        plan.service("web", ended: .restart(limits)) { ready in
            lines.add(Locals.value)
            ready()
            if lines.all.count < 3 { throw Broken() }
            ready.context.launch.stop()
            await ready.waitUntilStopping()
        }
        let launch = Launch(try Graph(plan))
        try await Locals.$value.withValue("caller") { try await launch.run() }
        #expect(lines.all == ["caller", "caller", "caller"])
    }

    /// As many as there are threads, and more.
    @Test func manyThatWaitHoldNoThread() async throws {
        var plan = Plan("shop")
        plan.queues[.userInitiated] = .fixed(2)
        for number in 0..<200 {
            plan.service("part\(number)") { ready in
                ready()
                await ready.waitUntilStopping()
            }
        }
        let launch = Launch(try Graph(plan))
        let running = Task { try await launch.run() }
        _ = await launch.waitUntilReady()
        #expect(launch.report.programs.count { $0.state == .running } == 200)
        launch.stop()
        try await running.value
        #expect(launch.report.programs.count { $0.state == .stopped } == 200)
    }

    @Test func itsEndFailsTheLaunch() async throws {
        var plan = Plan("shop")
        plan.service("web") { ready in
            ready()
            throw Broken()
        }
        let launch = Launch(try Graph(plan))
        await #expect(throws: LaunchError.self) { try await launch.run() }
        #expect(launch.report.rootCauses.map(\.operation) == ["web"])
    }

    @Test func oneThatIgnoresTheStopIsLeftBehindAndNamed() async throws {
        let end = Gate(), recorder = Recorder()
        defer { end.open() }
        var plan = Plan("shop")
        plan.grace = .milliseconds(20)
        plan.service("deaf") { ready in
            // In a task that is never cancelled.
            await Task.detached {
                ready()
                await end.pass()
            }.value
        }
        try await Launch(Graph(plan)).run(reportingTo: [recorder], until: .ready)
        let failures = recorder.events.compactMap { event in
            if case .operationTornDown("deaf", let failure) = event.kind { failure } else { nil }
        }
        #expect(failures.map(\.message) == ["not done within 40ms"])
        #expect(failures.map(\.kind) == [.timedOut])
    }

    @Test func aSecondRequestToEndDoesNotWaitForIt() async throws {
        let isAsked = Gate()
        var plan = Plan("shop")
        plan.grace = .seconds(1000)
        plan.service("web") { ready in
            ready()
            await ready.waitUntilStopping()
            isAsked.open()
            try await Task.sleep(for: .seconds(1000))
        }
        let launch = Launch(try Graph(plan))
        let running = Task { try await launch.run(until: .ready) }
        await isAsked.pass()
        launch.endGrace()
        try await running.value
        #expect(launch.report.phase == .stopped)
    }

    private final class Witness: Sendable {}

    /// Also when what is to be started again, what never started, and what has ended are among them.
    @Test func aLaunchThatHasEndedHoldsNoBody() async throws {
        weak var witness: Witness?
        let launch: Launch
        do {
            let held = Witness()
            witness = held
            var plan = Plan("shop")
            for (name, ended) in [("a", EndPolicy.restart), ("b", .degrade), ("c", .fail)] {
                plan.service(name, ended: ended) { ready in
                    withExtendedLifetime(held) { ready() }
                    if name == "b" { return }
                    await ready.waitUntilStopping()
                }
            }
            let broken = plan.service("broken", optional: true) { _ in
                withExtendedLifetime(held) {}
                throw Broken()
            }
            plan.service("skipped", requires: [broken], optional: true) { ready in
                withExtendedLifetime(held) { ready() }
            }
            launch = Launch(try Graph(plan))
        }
        try await launch.run(until: .ready)
        // A task lets go of its closure when it has returned.
        while witness != nil { await Task.yield() }
        #expect(launch.report.operations.count == 5)
    }
}
