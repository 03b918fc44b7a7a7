import Slipway
import Testing

@Suite(.timeLimit(.minutes(10)))
struct EndGraceTests {
    /// A plan with a grace longer than any test.
    private func plan() -> Plan {
        var plan = Plan("patient")
        plan.grace = .seconds(100_000)
        return plan
    }

    @Test func aBodyThatDoesNotReturnIsLeftBehindAtOnce() async throws {
        let end = Parker()
        defer { end.notify() }
        let (begun, begin) = AsyncStream<Void>.makeStream()
        var plan = plan()
        plan.add("deaf", blocking: true) { _ in
            begin.finish()
            _ = end.wait()
        }
        let launch = Launch(try Graph(plan))
        async let run: Void = launch.run()
        for await _ in begun {}
        launch.stop()
        launch.endGrace()
        try await run
        let outcome = launch.report.operations.first?.outcome
        #expect(outcome?.message == "asked to stop; had not returned when the grace was cut short")
    }

    @Test func nothingIsTornDownAnyMore() async throws {
        let tearsDown = Gate()
        let end = Parker()
        defer { end.notify() }
        var plan = plan()
        let first = plan.add("first", teardown: { (_: Void) async in tearsDown.open() }) { _ in }
        plan.add(
            "second",
            requires: [first],
            teardown: { (_: Void) async in block(until: end) },
            body: { _ in }
        )
        let launch = Launch(try Graph(plan))
        async let run: Void = launch.run()
        _ = await launch.waitUntilReady()
        launch.stop()
        launch.endGrace()
        try await run
        #expect(!tearsDown.isOpen)
    }

    @Test func aLaunchThatIsNotStoppingHasNoGraceToEnd() async throws {
        let launch = Launch(try Graph(plan()))
        async let run: Void = launch.run()
        _ = await launch.waitUntilReady()
        launch.endGrace()
        #expect(launch.report.phase == .ready(degraded: false))
        launch.stop()
        try await run
    }

    private func block(until end: Parker) { _ = end.wait() }
}
