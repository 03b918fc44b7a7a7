import Slipway
import SlipwayTesting
import Testing

/// What users print is one line for readers.
struct PrintedTests {
    private struct Broken: Error, CustomStringConvertible { let description = "no network" }

    @Test func eventsAreSentences() throws {
        var plan = Plan("shop")
        plan.add("user", optional: true, retry: .constant(attempts: 2, pause: .seconds(1))) {
            throw Broken()
        }
        let open = plan.action("open") { (_: Int) in }
        let recorder = EventRecorder()
        let virtual = VirtualLaunch(try Graph(plan), reportingTo: [recorder])
        try virtual.launch.submit(open, 1, id: ActionID("a1"))
        virtual.at(.seconds(2)) { launch in
            launch.pause(.main)
            launch.degrade(reason: "the cache is away")
            launch.resume(.main)
            launch.stop(reason: "done")
        }
        try virtual.run()
        let lines = recorder.events.map { "\($0)" }
        #expect(lines.allSatisfy { !$0.contains("\n") })
        for line in [
            "launch 'shop' started", "operation user (optional): running",
            "operation user (optional): tries again in 1s, attempt 1 failed: no network",
            "operation user (optional): failed: no network", "action 'open' a1: done",
            "the launch is degraded", "the launch is degraded: the cache is away",
            "queue 'main' is paused", "queue 'main' goes on", "the launch stops: done",
            "launch shop: stopped; 'user' failed",
        ] {
            #expect(lines.contains(line), "\(lines)")
        }
    }

    @Test func statusesAreSentences() throws {
        var plan = Plan("shop")
        plan.add("user", stage: .background) { throw Broken() }
        plan.service("web") { ready in
            ready()
            await ready.waitUntilStopping()
        }
        plan.add("page", when: Condition("asked") { _ in false }) {}
        let report = try VirtualLaunch(Graph(plan)).run(for: .seconds(1))
        #expect("\(report)" == "shop: degraded; 'user' failed")
        #expect(
            report.operations.map { "\($0)" } == [
                "user (background): failed: no network", "web: succeeded",
                "page: skipped: not needed: its condition does not hold: asked",
            ]
        )
        #expect(report.programs.map { "\($0)" } == ["web: running"])
        #expect(report.operations[0].outcome.map { "\($0)" } == "failed: no network")
        #expect("\(report.phase)" == "degraded")
    }

    @Test func whatATerminalCouldTakeForACommandIsEscaped() {
        let status = OperationStatus(name: "a\u{1B}[2J", queue: .main)
        #expect(!"\(status)".contains("\u{1B}"))
        #expect(!"\(Outcome.cancelled(reason: "\u{1B}[2J"))".contains("\u{1B}"))
    }
}
