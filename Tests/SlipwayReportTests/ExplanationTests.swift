import Slipway
import SlipwayReport
import Testing

struct ExplanationTests {
    private let starting = Report.made(
        deadline: 30_000,
        [
            .made("sdk-init", .main, .running, 12, 12, timeout: .seconds(5)),
            .made("user-data", .running, 12, 212),
            .made("feature-toggles", requires: ["sdk-init"], after: ["user-data"]),
            .made("window", .main, .ready, 20),
        ],
        actions: [
            .made(
                "a1",
                requires: ["user-data", "feature-toggles"],
                .waiting(missing: ["user-data", "feature-toggles"])
            ),
            .made("a2", .waiting(missing: ["user-data"])),
        ]
    )

    @Test func theLaunchWaitsForTheChainWithTheLongestWayToGo() {
        #expect(
            text(starting) == """
                storefront: starting for 1.212s of 30s
                ├─waits for feature-toggles: pending (also waits for 'user-data')
                │ └─requires sdk-init: running for 1.200s of 5s
                └─also waits for user-data: running for 1s
                """
        )
    }

    @Test func anOperationThatIsReadyWaitsForWhoHoldsItsQueue() {
        #expect(
            text(starting, "window") == """
                window: ready for 1.192s (waits for queue 'main')
                └─queue held by sdk-init: running for 1.200s of 5s
                """
        )
    }

    @Test func anActionWaitsForTheSlowestOfWhatItRequires() {
        #expect(
            text(starting, "a1") == """
                a1: waiting for 1.192s (open-url; also waits for 'user-data')
                └─requires feature-toggles: pending (also waits for 'user-data')
                  └─requires sdk-init: running for 1.200s of 5s
                """
        )
    }

    @Test func aKindNamesItsFirstOpenAction() {
        #expect(text(starting, "open-url") == text(starting, "a1"))
        #expect(starting.explanation(of: "open-url", at: .at(0))?.subject == "open-url")
    }

    @Test func nobodyIsNotExplained() {
        #expect(starting.explanation(of: "nobody", at: .at(0)) == nil)
    }

    @Test func anActionBehindAnotherOfItsKindSaysSo() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 100,
            [],
            actions: [
                .made("a1", .running, ready: 100, started: 200),
                .made("a2", .waiting(missing: [])),
                .made("b1", "refresh", .main, .waiting(missing: []), ready: 30),
            ]
        )
        #expect(
            text(report, "a2") == """
                a2: waiting for 1.192s (open-url)
                └─comes after a1: running for 1.012s (open-url)
                """
        )
        #expect(
            text(report, "b1") == """
                b1: waiting for 1.192s (refresh; waits for queue 'main')
                └─queue held by a1: running for 1.012s (open-url)
                """
        )
    }

    @Test func aFailedLaunchNamesEveryRootCause() {
        let report = Report.made(
            .failed,
            ended: 600,
            [
                .made("a", .ended(.failed(Failure(.error, "exit status 3"))), 12, 12, 400),
                .made("b", requires: ["a"], .ended(.skipped(root: "a")), nil, nil, 400),
            ],
            actions: [
                .made("a1", .failed(Failure(.error, "'a' failed"), operation: "a"), ended: 400)
            ],
            rootCauses: [
                RootCause(
                    operation: "a",
                    failure: Failure(.error, "exit status 3"),
                    skipped: ["b"]
                ),
                RootCause(operation: nil, failure: Failure(.timedOut, "not ready within 590ms")),
            ]
        )
        #expect(
            text(report) == """
                storefront: failed after 600ms
                ├─because of a: failed after 388ms (exit status 3; skipped 'b')
                └─because of storefront: failed (not ready within 590ms)
                """
        )
        #expect(
            text(report, "b") == """
                b: skipped ('a' did not succeed)
                └─because of a: failed after 388ms (exit status 3)
                """
        )
        #expect(
            text(report, "a1") == """
                a1: failed after 380ms (open-url; 'a' failed)
                └─because of a: failed after 388ms (exit status 3)
                """
        )
    }

    @Test func aReadyLaunchSaysWhatIsMissingFromIt() {
        let report = Report.made(
            .ready(degraded: true),
            ready: 600,
            [
                .made("a", .ended(.succeeded), 12, 12, 400),
                .made("b", .ended(.degraded(reason: "value of 2h ago")), 12, 12, 600),
            ]
        )
        #expect(
            text(report) == """
                storefront: degraded after 600ms
                └─because of b: degraded after 588ms (value of 2h ago)
                """
        )
        #expect(text(.storefront) == "storefront: ready after 980ms")
        #expect(text(.storefront, "user-data") == "user-data: succeeded after 812ms")
    }

    @Test func aProgramEndedSoLongAgoAndIsNamedOnce() {
        let failed = Failure("exited with 1 before it was ready")
        var report = Report.made(
            .ready(degraded: true),
            ready: 600,
            [.made("a", optional: true, .ended(.failed(failed)), 12, 12, 400), .made("b")]
        )
        report.programs = ["a", "b"].map {
            ProgramStatus(name: $0, state: .ended, since: .at(1000), reason: "exited with 1")
        }
        #expect(
            text(report) == """
                storefront: degraded after 600ms
                ├─because of a: failed after 388ms (exited with 1 before it was ready)
                └─because of b: ended 212ms ago (exited with 1)
                """
        )
    }

    @Test func endsEvenWhenAReportGoesInCircles() {
        let report = Report.made([
            .made("a", requires: ["b"]), .made("b", requires: ["a"]), .made("c", requires: ["c"]),
        ])
        #expect(report.explanation(of: "a", at: .at(0))?.steps.count == 2)
        #expect(report.explanation(of: "c", at: .at(0))?.steps.count == 1)
        #expect(report.explanation(at: .at(0))?.steps.count == 3)
    }

    private func text(_ report: Report, _ subject: String? = nil) -> String? {
        report.explanation(of: subject, at: .at(1212))?.text
    }

    @Test func aStartDoesNotWaitForWhatAHandlerAdded() {
        var added = OperationStatus.made("page", .running, 12, 12, stage: .background)
        added.isOnDemand = true
        let report = Report.made([.made("sdk-init", .main, .running, 12, 12), added])
        #expect(
            text(report) == """
                storefront: starting for 1.212s
                └─waits for sdk-init: running for 1.200s
                """
        )
    }

    @Test func aStopSaysSinceWhenAndWhatItWaitsFor() {
        var report = Report.made(
            .stopping,
            ready: 100,
            deadline: 30_000,
            [.made("sdk-init", .main, .ended(.succeeded), 12, 12, 90)],
            actions: [
                .made("a1", .running, ready: 100, started: 200),
                .made("a2", .waiting(missing: [])),
                .made("b1", "refresh", .main, .running, ready: 100, started: 212),
            ]
        )
        (report.stoppingAt, report.drain, report.teardowns) = (.at(712), .seconds(5), 1)
        #expect(
            text(report) == """
                storefront: stopping for 500ms of 25s
                ├─waits for a1: running for 1.012s (open-url)
                └─also waits for b1: running for 1s (refresh)
                """
        )
        report.operations.append(.made("page", .running, 12, 12, stage: .background))
        report.actions = []
        report.tearingDown = [RunningTeardown(name: "sdk-init", since: .at(912))]
        #expect(
            text(report) == """
                storefront: stopping for 500ms of 25s
                ├─waits for page: running for 1.200s
                └─also waits for sdk-init: stopping for 300ms
                """
        )
    }
}
