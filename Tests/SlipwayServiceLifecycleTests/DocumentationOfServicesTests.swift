import ServiceLifecycle
import Slipway
import SlipwayServiceLifecycle
import Testing

/// The code of the comments on services of other packages.
struct DocumentationOfServicesTests {
    /// A server, as Hummingbird's is: it says when it is bound, and ends when it is asked to.
    private struct Application: Service {
        let router: String
        let onServerRunning: @Sendable (Int) async -> Void

        func run() async throws {
            await onServerRunning(8080)
            try await gracefulShutdown()
        }
    }

    private struct Consumer: Service {
        func run() async throws { try await gracefulShutdown() }
        func waitUntilBound() async throws {}
    }

    private static func router(_ toggles: String) -> String { toggles }

    @Test func aServiceOfAnotherPackageIsAPartThatStays() async throws {
        let (consumer, server) = (Consumer(), Consumer())
        var plan = Plan("services")
        let database = plan.add("database") {}
        plan.service("consumer", consumer, requires: [database])
        plan.service("web", server) { try await server.waitUntilBound() }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(launch.report.phase == .stopped)
    }

    @Test func aServiceThatIsMadeOfAValueRunsInTheBody() async throws {
        let router = Self.router
        var plan = Plan("made")
        let toggles = plan.add("feature-toggles") { "all" }
        plan.service("web", reading: toggles) { ready, toggles in
            let server = Application(router: router(toggles), onServerRunning: { _ in ready() })
            try await ready.run(server)
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(launch.report.phase == .stopped)
    }
}
