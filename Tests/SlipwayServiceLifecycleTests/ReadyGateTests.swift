import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Slipway
import SlipwayServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ReadyGateTests {
    @Test(arguments: Order.allCases)
    func theServiceStartsOnlyWhenTheLaunchIsReady(order: Order) async throws {
        let lines = Lines(), hasStarted = Signal()
        let launch = Launch(try Graph(.withDatabase(lines) { lines.add("migrated") }))
        let server = Server(lines, hasStarted: hasStarted)
        let group = order.group(LaunchService(launch), launch.whenReady(server))
        async let running: Void = group.run()
        await hasStarted.wait()
        #expect(lines.all == ["database open", "migrated", "server runs"])
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test func aDegradedLaunchIsReady() async throws {
        let lines = Lines(), hasStarted = Signal()
        var plan = Plan("storefront")
        plan.add("toggles", optional: true) { _ in throw Broken() }
        let launch = Launch(try Graph(plan))
        let server = Server(lines, hasStarted: hasStarted)
        let group = ServiceGroup(LaunchService(launch), launch.whenReady(server))
        async let running: Void = group.run()
        await hasStarted.wait()
        #expect(launch.report.phase == .ready(degraded: true))
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test func aServiceThatComesAfterReadyStartsAtOnce() async throws {
        let lines = Lines(), hasStarted = Signal()
        let launch = Launch(try Graph(.withDatabase(lines)))
        async let running: Void = launch.run()
        _ = await launch.waitUntilReady()
        let gate = launch.whenReady(Server(lines, hasStarted: hasStarted))
        let serving = Task { try await gate.run() }
        await hasStarted.wait()
        serving.cancel()
        try await serving.value
        launch.stop()
        try await running
    }

    @Test(arguments: Order.allCases)
    func gracefulShutdownDuringStartupEndsTheGroupInOrderAndNeverStartsTheService(
        order: Order
    ) async throws {
        for _ in 0..<20 {
            let lines = Lines(), isMigrating = Signal()
            let plan = Plan.withDatabase(lines) {
                isMigrating.send()
                await Signal().wait()
                try Task.checkCancellation()
            }
            let launch = Launch(try Graph(plan))
            let group = order.group(LaunchService(launch), launch.whenReady(Server(lines)))
            async let running: Void = group.run()
            await isMigrating.wait()
            await group.triggerGracefulShutdown()
            try await running
            #expect(lines.all == ["database open", "database closed"])
        }
    }

    @Test(arguments: Order.allCases)
    func whenTheLaunchFailsTheGroupThrowsWhyAndNeverStartsTheService(order: Order) async throws {
        for _ in 0..<20 {
            let lines = Lines()
            let launch = Launch(try Graph(.withDatabase(lines) { throw Broken() }))
            let group = order.group(LaunchService(launch), launch.whenReady(Server(lines)))
            let error = await #expect(throws: LaunchError.self) { try await group.run() }
            #expect(error == .failed(launch.report))
            #expect(lines.all == ["database open", "database closed"])
        }
    }

    @Test func whenTheGroupIgnoresTheFailureTheGateEndsToo() async throws {
        let lines = Lines()
        let launch = Launch(try Graph(.withDatabase(lines) { throw Broken() }))
        let services: [any Service] = [LaunchService(launch), launch.whenReady(Server(lines))]
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map {
                    ServiceGroupConfiguration.ServiceConfiguration(
                        service: $0,
                        failureTerminationBehavior: .ignore
                    )
                },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        try await group.run()
        #expect(lines.all == ["database open", "database closed"])
    }

    @Test func aLaunchThatNobodyRunsHoldsNoGroupUp() async throws {
        let lines = Lines()
        let launch = Launch(try Graph(.withDatabase(lines)))
        try await testGracefulShutdown { trigger in
            async let gate: Void = launch.whenReady(Server(lines)).run()
            trigger.triggerGracefulShutdown()
            try await gate
        }
        let gate = Task { try await launch.whenReady(Server(lines)).run() }
        gate.cancel()
        try await gate.value
        #expect(lines.all == [])
        launch.stop()
    }

    @Test func whenTheLaunchIsStoppedFirstTheServiceNeverStarts() async throws {
        let lines = Lines()
        let launch = Launch(try Graph(.withDatabase(lines)))
        launch.stop()
        try await testGracefulShutdown { trigger in
            async let gate: Void = launch.whenReady(Server(lines)).run()
            try await LaunchService(launch).run()
            trigger.triggerGracefulShutdown()
            try await gate
        }
        #expect(lines.all == [])
    }

    @Test func theServiceSeesTheShutdownOfItsGroup() async throws {
        let lines = Lines(), hasStarted = Signal()
        let launch = Launch(try Graph(.withDatabase(lines)))
        async let running: Void = launch.run()
        let server = Server(lines, hasStarted: hasStarted)
        try await testGracefulShutdown { trigger in
            async let gate: Void = launch.whenReady(server).run()
            await hasStarted.wait()
            trigger.triggerGracefulShutdown()
            try await gate
        }
        #expect(lines.all.last == "server shut down")
        launch.stop()
        try await running
    }

    @Test func whatTheServiceThrowsIsThrown() async throws {
        let launch = Launch(try Graph(.withDatabase(Lines())))
        let group = ServiceGroup(
            LaunchService(launch),
            launch.whenReady(ClosureService { throw Broken() })
        )
        await #expect(throws: Broken.self) { try await group.run() }
        #expect(launch.report.phase == .stopped)
    }
}
