import Logging
import ServiceLifecycle
import Slipway
import SlipwayServiceLifecycle
import Testing
import UnixSignals

/// The documentation's example, unchanged.
@Suite(.timeLimit(.minutes(10)))
struct ExampleTests {
    @Test func aServerServesBetweenMigrationAndTeardown() async throws {
        let lines = Lines()
        let plan = Plan.withDatabase(lines)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        // Ends by itself, unlike a real server.
        let server = ClosureService {
            lines.add("served")
            throw Broken()
        }

        let launch = Launch(try Graph(plan))
        let group = ServiceGroup(
            services: [LaunchService(launch), launch.whenReady(server)],
            gracefulShutdownSignals: [.sigusr2],
            logger: logger
        )
        await #expect(throws: Broken.self) {
            try await group.run()
        }
        #expect(lines.all == ["database open", "served", "database closed"])
    }
}
