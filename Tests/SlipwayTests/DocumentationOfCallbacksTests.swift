import Slipway
import Testing

/// The documentation's Swift code about callbacks, so that it compiles and runs; see `DocumentationFilesTests`.
@Suite(.timeLimit(.minutes(5)))
struct DocumentationOfCallbacksTests {
    @Test func callbacks() async throws {
        var plan = Plan("test")
        plan.add("sdk-init", on: .main) { context in
            try await context.callback(of: Session.self, timeout: .seconds(5)) { finish in
                LegacySDK.start { session, error in
                    if let session { finish(session) } else { finish(throwing: error ?? Unknown()) }
                }
            }
        }
        try await Launch(Graph(plan)).run(until: .ready)
    }
}

private struct Session: Sendable {}
private struct Unknown: Error {}

private enum LegacySDK {
    static func start(_ completion: @escaping @Sendable (Session?, (any Error)?) -> Void) {
        completion(Session(), nil)
    }
}
