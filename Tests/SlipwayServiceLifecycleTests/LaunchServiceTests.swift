import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Slipway
import SlipwayServiceLifecycle
import Testing
import UnixSignals

@Suite(.timeLimit(.minutes(10)))
struct LaunchServiceTests {
    @Test func gracefulShutdownStopsAReadyLaunchAndTearsItDown() async throws {
        let lines = Lines(), hasStarted = Signal()
        let launch = Launch(try Graph(.withDatabase(lines)))
        let server = Server(lines, hasStarted: hasStarted)
        let group = ServiceGroup(LaunchService(launch), launch.whenReady(server))
        async let running: Void = group.run()
        await hasStarted.wait()
        await group.triggerGracefulShutdown()
        try await running
        #expect(launch.report.phase == .stopped)
        #expect(
            lines.all == ["database open", "server runs", "server shut down", "database closed"]
        )
    }

    @Test func gracefulShutdownDuringStartupTearsDownWhatWasDone() async throws {
        let lines = Lines(), isMigrating = Signal()
        let plan = Plan.withDatabase(lines) {
            isMigrating.send()
            await Signal().wait()
            try Task.checkCancellation()
        }
        let launch = Launch(try Graph(plan))
        let group = ServiceGroup(LaunchService(launch))
        async let running: Void = group.run()
        await isMigrating.wait()
        await group.triggerGracefulShutdown()
        try await running
        #expect(launch.report.phase == .stopped)
        #expect(launch.report.operations.map(\.word) == ["succeeded", "cancelled"])
        #expect(lines.all == ["database open", "database closed"])
    }

    @Test func gracefulShutdownBeforeTheRunKeepsEverythingFromStarting() async throws {
        let lines = Lines()
        let launch = Launch(try Graph(.withDatabase(lines)))
        try await testGracefulShutdown { trigger in
            trigger.triggerGracefulShutdown()
            try await LaunchService(launch).run()
        }
        #expect(launch.report.phase == .stopped)
        #expect(lines.all == [])
    }

    @Test func cancellationStopsTheLaunchAndTearsItDown() async throws {
        let lines = Lines(), hasStarted = Signal()
        let launch = Launch(try Graph(.withDatabase(lines)))
        let server = Server(lines, hasStarted: hasStarted)
        let group = ServiceGroup(LaunchService(launch), launch.whenReady(server))
        let running = Task { try await group.run() }
        await hasStarted.wait()
        running.cancel()
        try await running.value
        #expect(launch.report.phase == .stopped)
        #expect(Set(lines.all).isSuperset(of: ["server cancelled", "database closed"]))
    }

    @Test func aFailedLaunchIsThrownWithItsWholeReport() async throws {
        let lines = Lines()
        let launch = Launch(try Graph(.withDatabase(lines) { throw Broken() }))
        let error = await #expect(throws: LaunchError.self) {
            try await LaunchService(launch).run()
        }
        #expect(error == .failed(launch.report))
        #expect(launch.report.phase == .failed)
        #expect(lines.all == ["database open", "database closed"])
    }

    @Test func aLaunchThatIsStoppedByItselfReturns() async throws {
        let launch = Launch(try Graph(.withDatabase(Lines())))
        async let running: Void = LaunchService(launch).run()
        _ = await launch.waitUntilReady()
        launch.stop()
        try await running
        #expect(launch.report.phase == .stopped)
    }

    @Test func aLaunchRunsOnce() async throws {
        let launch = Launch(try Graph(.withDatabase(Lines())))
        try await launch.run(until: .ready)
        await #expect(throws: LaunchError.alreadyRun) {
            try await LaunchService(launch).run()
        }
    }

    @Test func reportersHearOfTheLaunch() async throws {
        let launch = Launch(try Graph(.withDatabase(Lines())))
        let witness = Witness()
        async let running: Void = LaunchService(launch, reportingTo: [witness]).run()
        _ = await launch.waitUntilReady()
        launch.stop()
        try await running
        #expect(witness.lines.all == ["started", "ready", "stopping", "ended"])
    }

    @Test func aHostRunsItsLaunchInTheGroup() async throws {
        let lines = Lines(), hasStarted = Signal(), witness = Witness()
        let host = Host(launch: Launch(try Graph(.withDatabase(lines))))
        let server = Server(lines, hasStarted: hasStarted)
        let group = ServiceGroup(
            LaunchService(host, reportingTo: [witness]),
            host.launch.whenReady(server)
        )
        async let running: Void = group.run()
        await hasStarted.wait()
        await group.triggerGracefulShutdown()
        try await running
        #expect(
            lines.all == ["database open", "server runs", "server shut down", "database closed"]
        )
        #expect(host.lines.all == ["opened", "closed"])
        #expect(witness.lines.all == ["started", "ready", "stopping", "ended"])
    }

    @Test func theServicesHaveNamesForTheLog() throws {
        let launch = Launch(try Graph(.withDatabase(Lines())))
        #expect("\(LaunchService(launch))" == "launch 'storefront'")
        #expect("\(launch.whenReady(Server(Lines())))" == "server, when 'storefront' is ready")
    }
}

/// The code of the comments, so that it compiles.
private func services(_ launch: Launch, _ server: Server, _ logger: Logger) async throws {
    do {
        let services: [any Service] = [LaunchService(launch), launch.whenReady(server)]
        _ = services
    }
    let host = Host(launch: launch)
    let services: [any Service] = [LaunchService(host), host.launch.whenReady(server)]
    _ = services
    let group = ServiceGroup(
        services: [LaunchService(launch), launch.whenReady(server)],
        gracefulShutdownSignals: [.sigterm],
        logger: logger
    )
    try await group.run()
}

/// Does something around its launch.
private struct Host: LaunchHosting {
    let launch: Launch
    let lines = Lines()

    func run(reportingTo reporters: [any LaunchReporter]) async throws {
        lines.add("opened")
        defer { lines.add("closed") }
        try await launch.run(reportingTo: reporters)
    }
}

private struct Witness: LaunchReporter {
    let lines = Lines()

    func report(_ event: Event) {
        switch event.kind {
        case .launchStarted: lines.add("started")
        case .launchReady: lines.add("ready")
        case .launchStopping: lines.add("stopping")
        case .launchEnded: lines.add("ended")
        default: return
        }
    }
}
