import Slipway
import SlipwayConfiguration
import SlipwayOperations
import SlipwayPictures

/// The pictures of the storefront in the README: its plan, and a launch of it in virtual time, so that they
/// change with the configuration alone.
struct StorefrontPictures {
    private let plan: Graph

    init(_ file: String) throws {
        plan = try ConfiguredGraph.load(path: file).graph
    }

    var graph: String { GraphDrawing(plan.plan).svg }

    /// The times that the README shows, and an action that was sent before anything was ready.
    var launch: String {
        var report = plan.simulate(
            durations: [
                "sdk-init": .microseconds(309_400), "user-data": .microseconds(389_200),
                "feature-toggles": .microseconds(201_900),
            ]
        )
        report.processStart = Instant(nanoseconds: -11_800_000)
        report.launchID = "26a8fd0e41c97b35"
        let ready = report.readyAt ?? Self.at(0)
        report.actions = [
            ActionStatus(
                id: ActionID("open-url-1"),
                kind: "open-url",
                queue: .main,
                requires: ["user-data", "feature-toggles"],
                state: .done,
                acceptedAt: Self.at(38),
                readyAt: ready,
                startedAt: ready.advanced(by: .milliseconds(1)),
                endedAt: ready.advanced(by: .milliseconds(64)),
                attempts: 1
            )
        ]
        return report.waterfall().svg
    }

    private static func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000)
    }
}
