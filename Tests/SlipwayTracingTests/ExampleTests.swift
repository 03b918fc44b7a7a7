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

    /// The code of the comments, so that it compiles.
    private func comments(_ plan: inout Plan) async throws {
        let cache = (isFresh: true, age: 0)
        do {
            let tracing = LaunchTracing()
            var plan = Plan("storefront")
            plan.add("user-data", body: tracing.traced { _ in try await fetchUser() })
            plan.add("warm-cache") { _ in try await warmCache() }
            try await Launch(Graph(plan)).run(reportingTo: [tracing])
        }
        let tracing = LaunchTracing()
        plan.add("user-data") { context in
            try await tracing.withSpan(of: context) { span in
                span.attributes["user.cached"] = cache.isFresh
                return try await fetchUser()
            }
        }
    }

    private func warmCache() async throws {}

    private func tree(under parent: String?, indent: String = "") -> [String] {
        tracer.finishedSpans
            .filter { $0.parentSpanID == parent }
            .sorted { $0.start < $1.start }
            .flatMap { [indent + $0.operationName] + tree(under: $0.spanID, indent: indent + "  ") }
    }
}
