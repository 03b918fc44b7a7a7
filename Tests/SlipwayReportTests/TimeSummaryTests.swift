import Slipway
import SlipwayReport
import Testing

struct TimeSummaryTests {
    @Test func tellsAWaitForALockFromOneForTheQueue() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 300,
            [.made("seed", .ended(.succeeded), 20, 170, 210, lockWait: (150, "migrate"))]
        )
        let row = report.timeText().split(separator: "\n").first { $0.contains("seed") }
        #expect(row?.hasSuffix("succeeded; waited 150ms for lock 'db'") == true)
    }

    @Test func tellsWhereTheTimeWent() {
        #expect(
            Report.storefront.timeText() == """
                Startup finished in 980ms: 12ms before launch + 968ms launch; 3 operations

                WAIT    RUN  OPERATION        QUEUE          RESULT
                   -   12ms  (before launch)  -              -
                   0  398ms  sdk-init         main           succeeded
                 2ms  812ms  user-data        userInitiated  succeeded
                   0  570ms  feature-toggles  userInitiated  succeeded

                QUEUE           BUSY     RUN  OPERATIONS
                main           398ms   398ms           1
                userInitiated  966ms  1.382s           2
                """
        )
    }

    @Test func aFailedLaunchSaysWhyAndWhatItCost() {
        let report = Report.made(
            .failed,
            ended: 600,
            [
                .made(
                    "sdk-init",
                    .main,
                    .ended(.failed(Failure(.error, "exit status 3"))),
                    12,
                    12,
                    400
                ),
                .made(
                    "toggles",
                    requires: ["sdk-init"],
                    .ended(.skipped(root: "sdk-init")),
                    nil,
                    nil,
                    400
                ),
            ],
            rootCauses: [
                RootCause(
                    operation: "sdk-init",
                    failure: Failure(.error, "exit status 3"),
                    skipped: ["toggles"]
                )
            ]
        )
        #expect(
            report.timeText() == """
                Startup failed after 600ms: 12ms before launch + 588ms launch; 2 operations, \
                1 failed, 1 skipped

                WAIT    RUN  OPERATION        QUEUE          RESULT
                   -   12ms  (before launch)  -              -
                   0  388ms  sdk-init         main           failed: exit status 3
                   -      -  toggles          userInitiated  skipped: 'sdk-init' did not succeed

                QUEUE   BUSY    RUN  OPERATIONS
                main   388ms  388ms           1

                'sdk-init' failed: exit status 3; skipped 'toggles'
                """
        )
    }

    @Test(
        arguments: [
            (
                Report.made([.made("a", .running, 12, 12)]), 1012,
                "Startup has taken 1.012s so far: 12ms before launch + 1s launch; "
                    + "0 of 1 operation ended"
            ),
            (
                Report.made(.stopped, ended: 50, []), 99,
                "Startup was stopped after 50ms: 12ms before launch + 38ms launch; 0 operations"
            ),
            (
                Report.made(.stopped, ready: 40, ended: 50, []), 99,
                "Startup finished in 40ms: 12ms before launch + 28ms launch; 0 operations"
            ),
            (Report.made(launched: nil, []), nil, "Starting; 0 operations"),
        ] as [(Report, Int64?, String)]
    )
    func theHeadlineSaysHowFarItCame(report: Report, now: Int64?, headline: String) {
        #expect(report.timeSummary(at: now.map(Instant.at)).headline == headline)
    }

    @Test func aQueueIsBusyOnceHoweverManyRunOnIt() {
        let report = Report.made(
            ready: 500,
            [
                .made("a", .ended(.succeeded), 0, 0, 100),
                .made("b", .ended(.succeeded), 0, 50, 150),
                .made("c", .ended(.succeeded), 0, 60, 70),
                .made("d", .ended(.succeeded), 0, 300, 400),
                .made("e", .named("authentication"), .ended(.succeeded), 0, 300, 301),
            ]
        )
        let queues = report.timeSummary().queues
        #expect(queues.map(\.queue.name) == ["userInitiated", "authentication"])
        #expect(queues.map(\.busy) == [.milliseconds(250), .milliseconds(1)])
        #expect(queues.map(\.run) == [.milliseconds(310), .milliseconds(1)])
    }

    @Test func whatWasAddedOnDemandIsNoTrouble() {
        var page = OperationStatus.made(
            "page",
            .ended(.failed(Failure("HTTP 503"))),
            990,
            990,
            995,
            stage: .background
        )
        page.isOnDemand = true
        var report = Report.storefront
        let headline = report.timeSummary().headline
        report.operations.append(page)
        #expect(report.timeSummary().headline == headline)
        #expect(report.timeText().contains("failed: HTTP 503"))
    }
}
