import Slipway
import Testing

/// The code of the comments on parts that stay.
struct DocumentationOfPartsTests {
    private struct Server: Sendable {
        let end = Promise()

        static func bind(port: Int, _ toggles: String = "") async throws -> Server { Server() }

        func run() async throws { await end.wait() }
        func finish() async { end.keep() }
    }

    /// Something that a server waits for.
    private final class Promise: Sendable {
        private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

        func wait() async { for await _ in stream {} }
        func keep() { continuation.finish() }
    }

    @Test func aServerThatReadsAValueIsReadyOnceItIsBound() async throws {
        var plan = Plan("reading")
        // This server does not heed that it is asked to end.
        plan.grace = .milliseconds(10)
        let toggles = plan.add("feature-toggles") { "all" }
        plan.service("web", reading: toggles) { ready, toggles in
            let server = try await Server.bind(port: 8080, toggles)
            ready()
            try await server.run()
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(launch.report.operations.map(\.outcome) == [.succeeded, .succeeded])
    }

    @Test func aServerThatFinishesWhatItHasBegunIsAskedTo() async throws {
        var plan = Plan("finishing")
        plan.service("web") { ready in
            let server = try await Server.bind(port: 8080)
            ready()
            await ready.waitUntilStopping()
            await server.finish()
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(launch.report.phase == .stopped)
    }
}
