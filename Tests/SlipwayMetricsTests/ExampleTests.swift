import CoreMetrics
import MetricsTestKit
import Slipway
import SlipwayMetrics
import Testing

/// The documentation's example, with its own factory in place of the process's.
struct ExampleTests {
    @Test func theObserverIsAReporterAmongOthers() async throws {
        let factory = TestMetrics()
        var plan = Plan("storefront")
        plan.add("sdk-init") { _ in }
        let launch = Launch(try Graph(plan))
        let metrics = withMetricsFactory(factory) { LaunchMetrics.metrics }
        try await launch.run(reportingTo: [metrics], until: .ready)
        #expect(factory.timers(label: "slipway.launch.ready").count == 1)
    }

    /// The code of the comments, so that it compiles.
    private func comments(_ launch: Launch) async throws {
        try await launch.run(reportingTo: [.metrics])
    }
}
