import Slipway
import SlipwayClient

/// Sends the storefront a page to open, and tells what became of it.
///
/// Run it beside the example `service`: `service & sender https://shop.example.org/shoes`.
@main struct Sender {
    static func main() async throws {
        let storefront = LaunchClient(app: "storefront")
        let url = CommandLine.arguments.dropFirst().first ?? "https://shop.example.org"
        let sent = try await storefront.send("open-url", ["url": .string(url)], until: .done)
        print("\(url): \(sent.action.state.word)")
        print("storefront is \(try await storefront.report().phase.word)")
    }
}
