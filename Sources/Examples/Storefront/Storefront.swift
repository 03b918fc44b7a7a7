import Slipway
import SlipwayReport

/// A shop's service: the feature toggles need the SDK, and opening a page needs the toggles and the
/// user.
///
/// A page is requested before anything is ready. It waits, and opens on the main thread as soon as
/// possible.
@main struct Storefront {
    static func main() throws {
        var plan = Plan("storefront", deadline: .seconds(30))
        let sdk = plan.add("sdk-init", on: .main) { try await Analytics.start() }
        let toggles = plan.add(
            "feature-toggles",
            requires: [sdk],
            timeout: .seconds(5),
            retry: .exponential(attempts: 3, initial: .milliseconds(10)),
            fallback: .value(Toggles.defaults)
        ) { try await Toggles.fetch() }
        let user = plan.add("user-data") { try await User.fetch() }
        let open = plan.action("open-url", reading: user, toggles, on: .main) {
            (url: String, user, toggles) in
            print("\(url) for \(user.name), \(toggles.hasNewCheckout ? "new" : "old") checkout")
        }

        let launch = try Launch(Graph(plan))
        try launch.submit(open, "https://shop.example.org/shoes")
        // A service runs until it is stopped; this one stops when its page is open.
        let progress = Progress { launch.stop(reason: "the page is open") }
        try launch.runOnMainThread(reportingTo: progress)

        print("\n" + launch.report.timeText())
        print("\n" + (launch.report.criticalChainText() ?? ""))
    }
}
