import Foundation
import Slipway
import Testing

/// The Swift code of the documentation about feature flags; see `DocumentationFilesTests`.
struct DocumentationOfFlagsTests {
    @Test func theCheckoutOfTheFlagOpens() async throws {
        let (server, context, month) = (
            "http://localhost:8016", "u-7", Duration.seconds(30 * 86_400)
        )
        var plan = Plan("test")
        let kept = Fallback.cached(maximumAge: month).or(.value(FeatureFlags()))
        let toggles = plan.add("toggles", fallback: kept) {
            let body = try await post("\(server)/ofrep/v1/evaluate/flags", context)
            return try JSONDecoder().decode(FeatureFlags.self, from: body)
        }
        plan.add("checkout", reading: toggles) { flags in
            flags["new-checkout", default: false] ? openNewCheckout() : openCheckout()
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: toggles)["new-checkout", default: false])
    }

    private func post(_ url: String, _ context: String) async throws -> Data {
        Data(#"{"flags":[{"key":"new-checkout","value":true}]}"#.utf8)
    }

    private func openNewCheckout() {}
    private func openCheckout() {}
}
