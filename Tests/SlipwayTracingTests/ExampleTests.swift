import InMemoryTracing
import Slipway
import SlipwayTracing
import Testing
import Tracing

/// The documentation's example, unchanged.
@Suite(.timeLimit(.minutes(10)))
struct ExampleTests {
    private let tracer = InMemoryTracer()

    private func fetchUser() async throws -> String {
        tracer.withSpan("GET /me") { _ in "Ada" }
    }

    private func greet(_ user: String) throws {
        #expect(user == "Ada")
    }

    @Test func theTraceIsTheTreeThatTheDocumentationShows() async throws {
        try await withTracer(tracer) {
            let tracing = LaunchTracing()
            var plan = Plan("storefront")
            let user = plan.add("user-data", body: tracing.traced { _ in try await fetchUser() })
            plan.add("greeting", requires: [user]) { context in
                try greet(context.output(of: user))
            }
            try await Launch(Graph(plan)).run(reportingTo: [tracing], until: .ready)
        }
        #expect(
            tree(under: nil) == [
                "launch storefront", "  user-data", "    GET /me", "  greeting",
                "  stop storefront",
            ]
        )
    }

    private func tree(under parent: String?, indent: String = "") -> [String] {
        tracer.finishedSpans
            .filter { $0.parentSpanID == parent }
            .sorted { $0.start < $1.start }
            .flatMap { [indent + $0.operationName] + tree(under: $0.spanID, indent: indent + "  ") }
    }
}
