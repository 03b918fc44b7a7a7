import Slipway
import SlipwaySystemd

/// The storefront as systemd runs it: it stays, and tears down what it did, until SIGTERM.
@main struct Service {
    static func main() throws {
        var plan = Plan("storefront", deadline: .seconds(30))
        let sdk = plan.add("sdk-init", on: .main) { _ in try await Analytics.start() }
        let user = plan.add(
            "user-data",
            timeout: .seconds(5),
            retry: .exponential(attempts: 4),
            fallback: .value(User.guest)
        ) { _ in try await fetchUser() }
        let toggles = plan.add("feature-toggles", requires: [sdk]) { _ in try await fetchToggles() }
        plan.action("open-url", requires: [user, toggles], on: .main) { (url: String, context) in
            try open(url, for: context.output(of: user), with: context.output(of: toggles))
        }
        try Launch(Graph(plan)).runOnMainThread(reportingTo: .systemd)
    }
}
