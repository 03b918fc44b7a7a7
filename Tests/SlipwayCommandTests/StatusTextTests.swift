import Slipway
import SlipwayInterface
import SlipwayReport
import SlipwaySystem
import Testing

@testable import SlipwayCommand

struct StatusTextTests {
    @Test func saysWhereAStartingLaunchIsAndWhatItWaitsFor() {
        #expect(
            text(Reports.starting) == """
                storefront: starting for 1.214s of 30s, 2 of 4 operations ended
                └─waits for feature-toggles: pending
                  └─requires user-data: running for 1.200s of 5s

                WAIT     RUN  OPERATION              QUEUE          STATE
                   0   398ms  sdk-init               main           succeeded
                   0      1s  warm-cache (optional)  userInitiated  timed out: over 1s
                 2ms  1.200s  user-data              userInitiated  running, at most 5s
                   -       -  feature-toggles        userInitiated  waits for user-data

                ACTION  KIND        WAIT  RUN  STATE
                a1      open-url  1.114s    -  waiting for user-data, feature-toggles
                """
        )
    }

    @Test func aReadyLaunchIsShort() {
        #expect(
            text(Reports.ready) == """
                storefront: ready after 980ms of 30s, 3 operations

                WAIT    RUN  OPERATION        QUEUE          STATE
                   0  398ms  sdk-init         main           succeeded
                 2ms  812ms  user-data        userInitiated  succeeded
                   0  570ms  feature-toggles  userInitiated  succeeded
                """
        )
    }

    @Test func whatAHandlerAddedNamesItsAction() {
        var report = Reports.ready
        var page = Reports.operation("page#2", state: .running, times: [990, 990, nil])
        (page.stage, page.action) = (.background, ActionID("a1"))
        report.operations.append(page)
        let row = text(report).split(separator: "\n").first { $0.contains("page#2") }
        #expect(row?.hasSuffix("  running; added by action a1") == true, "\(row ?? "")")
    }

    @Test func aReloadIsAStateOfItsOwn() {
        var report = Reports.ready
        report.isPaused = true
        let step = Explanation.Step(
            name: "migrate",
            relation: Explanation.Step.waitsFor,
            state: "running",
            elapsed: .seconds(3),
            budget: .seconds(60)
        )
        let lines = StatusText(
            report: report,
            generation: 2,
            reload: RunningReload(
                generation: 3,
                step: .running,
                elapsed: .seconds(4),
                waitsFor: [step]
            ),
            now: Reports.at(1214),
            style: .plain
        )
        .text.split(separator: "\n").map(String.init)
        #expect(
            Array(lines.prefix(2)) == [
                "storefront: reloading for 4s (generation 3 runs what changed), 3 operations, generation 2",
                "└─waits for migrate: running for 3s of 1min",
            ]
        )
    }

    @Test func aFailedLaunchSaysWhy() {
        #expect(
            text(Reports.failed) == """
                storefront: failed after 600ms of 30s, 2 operations
                └─because of sdk-init: failed after 388ms (exit status 3; skipped 'feature-toggles')

                WAIT    RUN  OPERATION        QUEUE          STATE
                   0  388ms  sdk-init         main           failed: exit status 3
                   -      -  feature-toggles  userInitiated  skipped: 'sdk-init' did not succeed
                """
        )
    }

    @Test func aLaunchOfNothingIsALine() {
        let report = Reports.report(.ready(degraded: false), ready: 13)
        #expect(text(report) == "storefront: ready after 13ms of 30s, 0 operations")
    }

    @Test func saysWhatIsInTheWayOfEach() {
        var retried = Reports.operation("user-data", state: .ready, times: [12, 14, nil])
        retried.attemptLimit = 4
        retried.attempt = 1
        retried.attempts = [
            .init(
                number: 1,
                startedAt: Reports.at(14),
                endedAt: Reports.at(1014),
                failure: Failure(.error, "HTTP 503")
            )
        ]
        retried.obstacle = .backoff(until: Reports.at(1414))
        var locked = Reports.operation("migrate", state: .ready, times: [12, nil, nil])
        locked.obstacle = .lock("database", holder: "user-data")
        var child = Reports.operation("fetch")
        child.group = "login"
        var group = Reports.operation("login", requires: ["user-data"])
        group.isGroup = true
        var late = Reports.operation("warm-cache", optional: true)
        late.stage = .background
        late.obstacle = .launch
        var unneeded = Reports.operation("banner", state: .ended(.notNeeded(condition: "beta")))
        unneeded.endedAt = Reports.at(20)
        var report = Reports.report(.starting, [retried, locked, child, group, late, unneeded])
        report.pausedQueues = [.named("authentication")]
        #expect(
            text(report) == """
                storefront: starting for 1.214s of 30s (queue 'authentication' is paused), \
                1 of 4 operations ended
                └─waits for login: pending
                  └─requires user-data: ready for 200ms \
                (attempt 2 of 4 in 200ms; attempt 1: HTTP 503)

                  WAIT     RUN  OPERATION                          QUEUE          STATE
                   2ms  1.200s  user-data                          userInitiated  \
                attempt 2 of 4 in 200ms; attempt 1: HTTP 503
                1.202s       -  migrate                            userInitiated  \
                waits for lock 'database', held by 'user-data'
                     -       -  fetch                              userInitiated  \
                waits for login to begin
                     -       -  login (group)                      -              \
                waits for user-data
                     -       -  warm-cache (background, optional)  userInitiated  \
                starts once the launch is ready
                     -       -  banner                             userInitiated  \
                skipped: not needed: its condition does not hold: beta
                """
        )
    }

    @Test func ofManyActionsTheFirstAreShownAndThoseThatRun() {
        var report = Reports.starting
        report.actions =
            (0..<100_000).map { Reports.action("w\($0)", .waiting(missing: ["user-data"])) }
            + [Reports.action("r", .running, started: 500)]
        let lines = text(report).split(separator: "\n")
        #expect(lines.last == "and 99981 more; 'slipway actions' lists them")
        #expect(lines.count { $0.contains("open-url") } == 20)
        #expect(lines.contains { $0.hasPrefix("r ") && $0.hasSuffix("running") })
    }

    @Test func theDaemonMayHaveLeftOutMostOfThem() {
        var report = Reports.starting
        report.actions = [Reports.action("w", .waiting(missing: ["user-data"]))]
        let counts = ActionCounts(["waiting": 100_000, "running": 1, "done": 5])
        let lines = StatusText(
            report: report,
            actions: counts,
            now: Reports.at(1214),
            style: .plain
        )
        .text.split(separator: "\n")
        #expect(lines.last == "and 100000 more; 'slipway actions' lists them")
    }

    @Test func aReloadThatFailedIsToldAfterTheState() {
        let date = Duration.seconds(1_795_793_468)
        let lines = StatusText(
            report: Reports.starting,
            generation: 2,
            remarks: ServiceRemarks(
                failedReload: FailedReload(reason: "'web' exited with 1", date: date)
            ),
            now: Reports.at(1214),
            style: .plain
        )
        .text.split(separator: "\n").map(String.init)
        let reload = lines.firstIndex(
            of: "the last reload failed at \(date.dateText): 'web' exited with 1"
        )
        #expect(reload.map { lines[$0 + 1] } == "generation 2 stays in service")
    }

    @Test(
        arguments: [
            (["/etc/slipway/shop.yaml"], "/etc/slipway/shop.yaml"), (["a", "b", "c"], "a, b, c"),
            (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
        ]
    )
    func aConfigurationThatHasChangedIsToldWithItsFiles(files: [String], names: String) {
        let lines = StatusText(
            report: Reports.starting,
            remarks: ServiceRemarks(changedFiles: files),
            now: Reports.at(1214),
            style: .plain
        )
        .text.split(separator: "\n").map(String.init)
        #expect(
            lines.contains(
                "the configuration has changed since it was loaded: \(names); 'slipway reload' brings it in"
            )
        )
    }

    @Test func aBootThatIsNotKnownIsToldAfterTheState() {
        let text = StatusText(
            report: Reports.starting,
            remarks: ServiceRemarks(unknownBoot: "the machine's boot is not known"),
            now: Reports.at(1214),
            style: .plain
        )
        .text
        #expect(text.split(separator: "\n").contains("the machine's boot is not known"))
    }

    @Test func coloursDoNotMoveColumns() {
        let plain = text(Reports.starting)
        let style = Style(isColourful: true)
        let coloured = StatusText(report: Reports.starting, now: Reports.at(1214), style: style)
            .text
        var stripped = coloured
        for code in ["0", "1", "31", "32", "33"] {
            stripped = stripped.split(separator: "\u{1B}[\(code)m").joined()
        }
        #expect(coloured != plain)
        #expect(stripped == plain)
    }

    private func text(_ report: Report) -> String {
        StatusText(report: report, now: Reports.at(1214), style: .plain).text
    }
}
