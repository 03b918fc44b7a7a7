import Glibc
import Slipway
import SlipwayClient

/// Sends the storefront a page to open, and tells what became of it.
///
/// Run it beside the example `service`: `service & sender https://shop.example.org/shoes`.
@main struct Sender {
    static func main() async {
        let url = CommandLine.arguments.dropFirst().first ?? "https://shop.example.org"
        do {
            let storefront = LaunchClient()
            let sent = try await storefront.send("open-url", ["url": .string(url)], until: .done)
            print("\(url): \(sent.action.state.word); \(try await storefront.report().phase.word)")
        } catch {
            print("cannot open \(url): \(error)")
            exit(1)
        }
    }
}
