import Slipway
import SlipwaySystemd

/// The storefront as a systemd service: it runs until SIGTERM, then tears down what it set up.
@main struct Service {
    static func main() throws {
        var plan = Plan("storefront", deadline: .seconds(30))
        let sdk = plan.add("sdk-init", on: .main) { try await Analytics.start() }
        let user = plan.add(
            "user-data",
            timeout: .seconds(5),
            retry: .exponential(attempts: 4),
            fallback: .value(User.guest)
        ) { try await fetchUser() }
        let toggles = plan.add("feature-toggles", requires: [sdk]) { try await fetchToggles() }
        plan.action("open-url", reading: user, toggles, on: .main) { (url: String, user, toggles) in
            try open(url, for: user, with: toggles)
        }
        try Launch(Graph(plan)).runOnMainThread(reportingTo: .systemd)
    }
}
