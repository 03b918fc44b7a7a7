import Slipway
import SlipwayReport
import Testing

/// Groups and attempts in the tables of times: counted once, and shown apart.
struct GroupTimesTests {
    private let report = Report.made(
        .ready(degraded: false),
        ready: 900,
        [
            .made("sdk", .main, .ended(.succeeded), 12, 12, 112),
            .made("authenticate", .ended(.succeeded), 112, 112, 212, group: "login"),
            .retried("fetch", [(212, 312), (412, 512)], then: (612, 812))
                .inside("login", requires: "authenticate"),
            .made("avatar", .ended(.succeeded), 112, 112, 312, group: "login"),
            .made("login", requires: ["sdk"], .ended(.succeeded), 112, 112, 812, isGroup: true),
            .made("home", requires: ["login"], .ended(.succeeded), 812, 850, 900),
            .made("warm", .running, 900, 900, stage: .background),
        ]
    )

    @Test func theCriticalChainGoesThroughGroupsAndShowsBackoff() {
        let names = report.criticalChain().map(\.name)
        #expect(names == ["home", "fetch", "authenticate", "sdk"])
        #expect(
            chain(report.criticalChainText()) == """
                storefront ready @900ms
                └─home @850ms +50ms
                  └─('home' waited for queue 'userInitiated') @812ms +38ms
                    └─fetch @212ms +600ms (3 attempts, 200ms between them)
                      └─authenticate @112ms +100ms
                        └─sdk @12ms +100ms
                          └─(before launch) @0 +12ms
                """
        )
    }

    @Test func theChainToAGroupIsThatToWhatEndedItLast() {
        let names = report.criticalChain(to: "login").map(\.name)
        #expect(names == ["fetch", "authenticate", "sdk"])
    }

    @Test func aGroupOfWhichNothingRanIsSeenThrough() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 300,
            [
                .made("sdk", .ended(.succeeded), 12, 12, 112),
                .made("login", requires: ["sdk"], .ended(.succeeded), nil, nil, 112, isGroup: true),
                .made("home", requires: ["login"], .ended(.succeeded), 112, 112, 300),
            ]
        )
        #expect(report.criticalChain().map(\.name) == ["home", "sdk"])
    }

    @Test func aGroupThatTimedOutLeadsToWhatRanInIt() {
        let report = Report.made(
            .failed,
            ended: 600,
            [
                .made("fetch", .ended(.cancelled(reason: "over")), 12, 12, 500, group: "login"),
                .made(
                    "login",
                    .ended(.failed(Failure(.timedOut, "timed out after 488ms"))),
                    12,
                    12,
                    500,
                    isGroup: true
                ),
            ],
            rootCauses: [RootCause(operation: "login", failure: Failure(.timedOut, "over"))]
        )
        #expect(report.criticalChain().map(\.name) == ["fetch"])
    }

    @Test func blameLeavesGroupsOutAndCountsAttempts() {
        #expect(
            report.blameText(at: .at(1000)) == """
                600ms fetch (3 attempts, 200ms between them)
                200ms avatar
                100ms sdk
                100ms authenticate
                100ms warm (background; running)
                 50ms home (waited 38ms)
                """
        )
    }

    @Test func theTableOfTimesCountsWhatRanOnce() {
        #expect(
            report.timeText(at: .at(1000)) == """
                Startup finished in 900ms: 12ms before launch + 888ms launch; 5 operations

                WAIT    RUN  OPERATION          QUEUE          RESULT
                   -   12ms  (before launch)    -              -
                   0  100ms  sdk                main           succeeded
                   0  100ms  authenticate       userInitiated  succeeded
                   0  200ms  avatar             userInitiated  succeeded
                   0  700ms  login (group)      -              succeeded
                   0  600ms  fetch              userInitiated  \
                succeeded; 3 attempts, 200ms between them
                38ms   50ms  home               userInitiated  succeeded
                   0  100ms  warm (background)  userInitiated  running

                QUEUE           BUSY    RUN  OPERATIONS
                main           100ms  100ms           1
                userInitiated  650ms  850ms           5
                """
        )
    }

    @Test func whatWasNotNeededIsNoTrouble() {
        let report = Report.made(
            ready: 20,
            [.made("a", .ended(.notNeeded(condition: "flag 'beta'")), nil, nil, 20)]
        )
        let summary = report.timeSummary()
        #expect(summary.troubles.isEmpty)
        #expect(summary.ended == 1)
    }

    private func chain(_ text: String?) -> String? {
        text?.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    }
}

extension OperationStatus {
    fileprivate func inside(_ group: String, requires other: String) -> OperationStatus {
        var status = self
        status.group = group
        status.requires = [other]
        return status
    }
}
