import ServiceLifecycle
import Slipway
import SlipwayServiceLifecycle
import Testing

/// Services that are parts of a launch.
@Suite(.timeLimit(.minutes(10)))
struct ServiceTests {
    /// A plan with a database, and a server after it.
    private func plan(_ lines: Lines, _ declare: (inout Plan, Handle<Void>) -> Void) -> Plan {
        var plan = Plan("storefront")
        // Other tests may keep the shared threads busy: nothing may count as stuck.
        plan.grace = .seconds(100)
        let database = plan.add(
            "database",
            teardown: { (_: Void) in lines.add("database closed") }
        ) { lines.add("database open") }
        declare(&plan, database)
        return plan
    }

    @Test func aStopIsItsGracefulShutdownInItsTurn() async throws {
        let lines = Lines()
        let plan = plan(lines) { plan, database in
            let first = plan.service("first", Server(lines), requires: [database])
            plan.add("announce", after: [first]) { lines.add("announce") }
        }
        let launch = Launch(try Graph(plan))
        async let running: Void = launch.run()
        _ = await launch.waitUntilReady()
        while !lines.all.contains("server runs") { await Task.yield() }
        launch.stop()
        try await running
        #expect(
            lines.all.filter { $0 != "announce" }
                == ["database open", "server runs", "server shut down", "database closed"]
        )
        #expect(launch.report.programs.map(\.state) == [.stopped])
    }

    @Test func itIsReadyWhenACallReturns() async throws {
        let lines = Lines(), hasStarted = Signal()
        let plan = plan(lines) { plan, _ in
            let server = Server(lines, hasStarted: hasStarted)
            let web = plan.service("web", server) { await hasStarted.wait() }
            plan.add("announce", requires: [web]) { lines.add("announce") }
        }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(
            lines.all.filter { !$0.hasPrefix("database") } == [
                "server runs", "announce", "server shut down",
            ]
        )
    }

    @Test func aCallThatThrowsFailsTheAttemptAndCancelsIt() async throws {
        let lines = Lines(), hasStarted = Signal()
        let plan = plan(lines) { plan, _ in
            plan.service("web", Server(lines, hasStarted: hasStarted)) {
                await hasStarted.wait()
                throw Broken()
            }
        }
        let launch = Launch(try Graph(plan))
        await #expect(throws: LaunchError.self) { try await launch.run() }
        #expect(launch.report["web"]?.outcome?.message == "no route to host")
        #expect(lines.all.contains("server cancelled"))
    }

    @Test func itMayBeMadeByABodyAndSayByItselfThatItIsReady() async throws {
        let lines = Lines()
        let plan = plan(lines) { plan, database in
            let name = plan.add("name") { "server" }
            plan.service("web", reading: name, requires: [database]) { ready, name in
                try await ready.run(CallingServer(lines: lines, name: name) { ready() })
            }
        }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(lines.all.suffix(3) == ["server runs", "server shut down", "database closed"])
    }

    /// The group's shutdown stops the launch, which ends its parts in its own order.
    @Test func theShutdownOfAGroupAroundItDoesNotReachItBeforeItsTurn() async throws {
        let lines = Lines()
        let plan = plan(lines) { plan, database in
            let inner = plan.service("inner", Server(lines), requires: [database])
            plan.service("outer", requires: [inner]) { ready in
                ready()
                await ready.waitUntilStopping()
                // The group is told first, and the server has had all the time that it needs.
                for _ in 0..<1000 { await Task.yield() }
                lines.add("outer ended")
            }
        }
        let launch = Launch(try Graph(plan))
        let group = ServiceGroup(LaunchService(launch))
        async let running: Void = group.run()
        _ = await launch.waitUntilReady()
        while !lines.all.contains("server runs") { await Task.yield() }
        await group.triggerGracefulShutdown()
        try await running
        #expect(
            lines.all.suffix(3) == ["outer ended", "server shut down", "database closed"]
        )
    }

    @Test func itsErrorIsTheEndOfTheLaunch() async throws {
        let plan = plan(Lines()) { plan, _ in plan.service("web", Failing()) }
        let launch = Launch(try Graph(plan))
        await #expect(throws: LaunchError.self) { try await launch.run() }
        #expect(launch.report.rootCauses.map(\.operation) == ["web"])
        #expect(launch.report.rootCauses.map(\.failure.message) == ["no route to host"])
    }
}

private struct Failing: Service {
    func run() async throws { throw Broken() }
}

/// A server that calls back when it is ready.
private struct CallingServer: Service {
    let lines: Lines
    let name: String
    let onReady: @Sendable () -> Void

    func run() async throws {
        lines.add("\(name) runs")
        onReady()
        try await gracefulShutdown()
        lines.add("\(name) shut down")
    }
}
