import Slipway
import SlipwayInterface
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
            (
                "a1", Reports.failed,
                .no("action 'a1' failed: operation 'sdk-init': 'sdk-init' failed")
            ),
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
                .yes("storefront: degraded after 50ms; 'a' degraded: old value", isDegraded: true)
            ),
        ] as [(String, Report, WaitGoal.Verdict)]
    )
    func knowsWhenItCameAndWhenItCannot(
        target: String,
        report: Report,
        verdict: WaitGoal.Verdict
    ) throws {
        #expect(try WaitGoal(target).verdict(on: .report(report)) == verdict)
        guard target == WaitGoal.ready else { return }
        let status = LaunchStatus(report, at: Reports.at(1214))
        #expect(try WaitGoal(target).verdict(on: .status(status)) == verdict)
    }

    @Test func saysHowMuchItLeavesOut() throws {
        let names = (0..<20).map { "a\($0)" }
        let failed = names.map { name in
            Reports.operation(name, state: .ended(.failed(Failure(.error, "no"))))
        }
        let degraded = Reports.report(.ready(degraded: true), ready: 50, failed)
        guard case .yes(let words, true) = try WaitGoal("ready").verdict(on: .report(degraded))
        else {
            Issue.record("it is ready")
            return
        }
        #expect(words.hasSuffix("'a7' failed: no; 12 more did not end well"))
        let causes = names.map { RootCause(operation: $0, failure: Failure(.error, "no")) }
        let report = Reports.report(.failed, ended: 50, failed, rootCauses: causes)
        guard case .no(let reason) = try WaitGoal("ready").verdict(on: .report(report)) else {
            Issue.record("it failed")
            return
        }
        #expect(reason.hasSuffix("'a3' failed: no; 16 more failed"))
    }

    @Test func aProgramWhoseOperationFailedIsNamedOnce() throws {
        let failed = OperationStatus.State.ended(.failed(Failure("exited with 1")))
        var report = Reports.report(
            .ready(degraded: true),
            ready: 50,
            [Reports.operation("web", optional: true, state: failed), Reports.operation("db")]
        )
        report.programs = ["web", "db"].map {
            ProgramStatus(name: $0, state: .ended, since: Reports.at(40))
        }
        #expect(
            try WaitGoal("ready").verdict(on: .report(report))
                == .yes(
                    "storefront: degraded after 50ms; 'web' failed: exited with 1; program 'db' has ended",
                    isDegraded: true
                )
        )
    }

    @Test func aNameThatNothingHasCannotBeWaitedFor() {
        let error = #expect(throws: CommandFailure.self) {
            try WaitGoal("nobody").verdict(on: .report(Reports.starting))
        }
        #expect(error?.exitCode == 1)
    }
}
