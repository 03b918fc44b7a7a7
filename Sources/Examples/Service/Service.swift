import Slipway
import SlipwayHost

/// The storefront as a service: it keeps the pages to open until it can open them, runs until
/// SIGTERM, then tears down what it set up.
@main struct Service {
    static func main() {
        LaunchHost.main {
            var plan = Plan("storefront", deadline: .seconds(30))
            let sdk = plan.add("sdk-init", on: .main) { try await Analytics.start() }
            let user = plan.add(
                "user-data",
                timeout: .seconds(5),
                retry: .exponential(attempts: 4),
                fallback: .value(User.guest)
            ) { try await fetchUser() }
            let toggles = plan.add("feature-toggles", requires: [sdk]) { try await fetchToggles() }
            plan.action("open-url", reading: user, toggles, on: .main) {
                (page: Page, user, toggles) in
                try open(page, for: user, with: toggles)
            }
            return try Graph(plan)
        }
    }
}
