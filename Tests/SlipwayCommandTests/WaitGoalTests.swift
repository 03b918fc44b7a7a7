import Slipway
import Testing

@testable import SlipwayCommand

struct WaitGoalTests {
    @Test(
        arguments: [
            ("ready", Reports.starting, .open),
            ("user-data", Reports.starting, .open),
            ("feature-toggles", Reports.starting, .open),
            ("a1", Reports.starting, .open),
            ("a0", Reports.starting, .yes("a0: done")),
            ("sdk-init", Reports.starting, .yes("sdk-init: succeeded after 398ms")),
            ("warm-cache", Reports.starting, .no("'warm-cache' timed out: over 1s after 1s")),
            ("ready", Reports.ready, .yes("storefront: ready after 980ms")),
            (
                "ready", Reports.failed,
                .no(
                    "'storefront' failed: 'sdk-init' failed: exit status 3; skipped 'feature-toggles'"
                )
            ),
            (
                "feature-toggles", Reports.failed,
                .no("'feature-toggles' skipped: 'sdk-init' did not succeed")
            ),
            ("a1", Reports.failed, .no("action 'a1' failed: 'sdk-init' failed")),
            ("ready", Reports.report(.stopping), .no("'storefront' is stopping")),
            ("ready", Reports.report(.stopped, ended: 5), .no("'storefront' has stopped")),
            (
                "a", Reports.report(.stopped, ended: 5, [Reports.operation("a")]),
                .no("'storefront' ended before 'a'")
            ),
            (
                "ready",
                Reports.report(
                    .ready(degraded: true),
                    ready: 50,
                    [
                        Reports.operation(
                            "a",
                            optional: true,
                            state: .ended(.degraded(reason: "old value"))
                        )
                    ]
                ),
                .yes("storefront: degraded after 50ms; 'a' degraded: old value")
            ),
        ] as [(String, Report, WaitGoal.Verdict)]
    )
    func knowsWhenItCameAndWhenItCannot(
        target: String,
        report: Report,
        verdict: WaitGoal.Verdict
    ) throws {
        #expect(try WaitGoal(target).verdict(on: report) == verdict)
    }

    @Test func aNameThatNothingHasCannotBeWaitedFor() {
        let error = #expect(throws: CommandFailure.self) {
            try WaitGoal("nobody").verdict(on: Reports.starting)
        }
        #expect(error?.exitCode == 1)
    }
}
