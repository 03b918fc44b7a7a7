import Slipway
import Testing

@testable import SlipwayReport

/// The texts of `explanation(of:)` and `slipway explain` for obstacles, which are neither dependencies
/// nor queues.
struct ObstacleExplanationTests {
    @Test func aLockNamesItsHolderAndGoesOnWithWhatThatOneWaitsFor() {
        let report = Report.made([
            .made("network", .running, 12, 212, timeout: .seconds(5)),
            .made("migrate", requires: ["network"], group: "storage"),
            .made("storage", .running, 12, 12, isGroup: true),
            .made("index", .ready, 12, obstacle: .lock("database", holder: "storage")),
        ])
        #expect(
            text(report, "index") == """
                index: ready for 1.200s (waits for lock 'database')
                └─lock held by storage: running for 1.200s
                  └─waits for migrate: pending
                    └─requires network: running for 1s of 5s
                """
        )
    }

    @Test func whatIsPausedSaysSo() {
        let report = Report.made([
            .made("renew", .named("authentication"), .ready, 12, obstacle: .pause(nil)),
            .made("window", .main, .ready, 12, obstacle: .pause(.main)),
            .made("sdk", .main, .running, 12, 12),
        ])
        #expect(text(report, "renew") == "renew: ready for 1.200s (the launch is paused)")
        #expect(text(report, "window") == "window: ready for 1.200s (queue 'main' is paused)")
    }

    @Test func aPausedLaunchSaysSo() {
        var report = Report.made(
            [.made("a", .ready, 12, obstacle: .pause(nil))],
            actions: [.made("a1", .waiting(missing: []), ready: 20)]
        )
        report.isPaused = true
        #expect(
            text(report) == """
                storefront: starting for 1.212s (paused)
                └─waits for a: ready for 1.200s (the launch is paused)
                """
        )
        #expect(text(report, "a1") == "a1: waiting for 1.192s (open-url; the launch is paused)")
        report.isPaused = false
        report.pausedQueues = [.main, .named("authentication")]
        #expect(
            text(report)?.split(separator: "\n").first
                == "storefront: starting for 1.212s (queues 'main', 'authentication' are paused)"
        )
        #expect(
            text(report, "a1") == "a1: waiting for 1.192s (open-url; queue 'main' is paused)"
        )
    }

    @Test func aBackoffSaysWhichAttemptIsNextAndWhyTheLastOneFailed() {
        var user = OperationStatus.retried("user-data", .ready, [(12, 212), (412, 1012)])
        user.obstacle = .backoff(until: .at(1612))
        let report = Report.made([user, .made("home", requires: ["user-data"])])
        #expect(
            text(report) == """
                storefront: starting for 1.212s
                └─waits for home: pending
                  └─requires user-data: ready for 200ms (attempt 3 of 4 in 400ms; attempt 2: HTTP 503)
                """
        )
        #expect(
            report.explanation(of: "user-data", at: .at(1700))?.text
                == "user-data: ready for 688ms (attempt 3 of 4 is due; attempt 2: HTTP 503)"
        )
    }

    @Test func aLaterAttemptIsMeasuredFromItsOwnBeginning() {
        var user = OperationStatus.retried("user-data", .running, [(12, 212)])
        user.attempt = 2
        user.attemptStartedAt = .at(712)
        user.timeout = .seconds(5)
        #expect(
            text(.made([user]), "user-data")
                == "user-data: running for 500ms of 5s (attempt 2 of 4; attempt 1: HTTP 503)"
        )
    }

    @Test func aConditionAndAFallbackAreNamed() {
        var toggles = OperationStatus.retried("toggles", .running, [(12, 212)])
        toggles.obstacle = .fallback
        toggles.timeout = .seconds(5)
        let report = Report.made([
            .made("banner", obstacle: .condition("flag 'beta'")), toggles,
        ])
        #expect(
            text(report, "banner")
                == "banner: pending (its condition is being evaluated: flag 'beta')"
        )
        #expect(
            text(report, "toggles")
                == "toggles: running for 1s (looks for its fallback; attempt 1: HTTP 503)"
        )
    }

    @Test func theBackgroundWaitsForTheLaunchToBeReady() {
        let report = Report.made([
            .made("sdk", .main, .running, 12, 12),
            .made("home", requires: ["sdk"]),
            .made("warm", stage: .background, obstacle: .launch),
            .made("warmer", requires: ["warm"], stage: .background, obstacle: .launch),
        ])
        #expect(
            text(report, "warm") == """
                warm: pending (starts once the launch is ready)
                └─waits for home: pending
                  └─requires sdk: running for 1.200s
                """
        )
        // However long it takes itself, readiness does not wait for it.
        #expect(
            text(report) == """
                storefront: starting for 1.212s
                └─waits for home: pending
                  └─requires sdk: running for 1.200s
                """
        )
    }

    @Test func aGroupGoesOnWithTheWorstOfWhatIsInIt() {
        let report = Report.made([
            .made("authenticate", .ended(.succeeded), 12, 12, 212, group: "login"),
            .made("fetch", requires: ["authenticate"], .running, 212, 212, group: "login"),
            .made("parse", requires: ["fetch"], group: "login"),
            .made("avatar", .running, 12, 12, group: "login"),
            .made("login", .running, 12, 12, timeout: .seconds(10), isGroup: true),
            .made("home", requires: ["login"]),
        ])
        #expect(
            text(report) == """
                storefront: starting for 1.212s
                ├─waits for home: pending
                │ └─requires login: running for 1.200s of 10s (also waits for 'avatar')
                │   └─waits for parse: pending
                │     └─requires fetch: running for 1s
                └─also waits for avatar: running for 1.200s
                """
        )
    }

    @Test func whatIsInAGroupThatHasNotBegunWaitsForWhatThatOneWaitsFor() {
        let report = Report.made([
            .made("sdk", .main, .running, 12, 12),
            .made("fetch", group: "login"),
            .made("parse", requires: ["fetch"], group: "login"),
            .made("login", requires: ["sdk"], group: "session", isGroup: true),
            .made("session", isGroup: true),
        ])
        #expect(
            text(report, "parse") == """
                parse: pending
                └─requires fetch: pending
                  └─part of login: pending
                    └─requires sdk: running for 1.200s
                """
        )
        #expect(OpenOperations(report).depths == [1, 2, 3, 4, 5])
    }

    @Test func aGroupHoldsNoQueueAndNeitherDoesASearchForAFallback() {
        let report = Report.made([
            .made("login", .running, 12, 12, isGroup: true),
            .made("toggles", .running, 12, 12, obstacle: .fallback),
            .made("fetch", .running, 12, 112),
            .made("next", .ready, 12),
        ])
        #expect(
            text(report, "next") == """
                next: ready for 1.200s (waits for queue 'userInitiated')
                └─queue held by fetch: running for 1.100s
                """
        )
    }

    @Test func aReadyLaunchNamesWhatWentWrongAndNotItsGroup() {
        var toggles = OperationStatus.made(
            "toggles",
            .ended(.degraded(reason: "HTTP 503")),
            12,
            12,
            600
        )
        toggles.fallback = FallbackUse(source: "cache", age: .seconds(7200))
        let report = Report.made(
            .ready(degraded: true),
            ready: 600,
            [
                toggles,
                .made("banner", .ended(.notNeeded(condition: "flag 'beta'")), nil, nil, 600),
                .made("fetch", .ended(.failed(Failure("HTTP 404"))), 12, 12, 400, group: "login"),
                .made("login", .ended(.failed(Failure("no fetch"))), 12, 12, 400, isGroup: true),
                .made("parse", .ended(.skipped(root: "odd")), nil, nil, 400, group: "odd"),
                .made("odd", .ended(.failed(Failure("no"))), nil, nil, 400, isGroup: true),
            ]
        )
        #expect(
            text(report) == """
                storefront: degraded after 600ms
                ├─because of toggles: degraded after 588ms (value from cache, 2h old; HTTP 503)
                ├─because of fetch: failed after 388ms (HTTP 404)
                ├─because of parse: skipped ('odd' did not succeed)
                └─because of odd: failed (no)
                """
        )
        #expect(
            text(report, "banner")
                == "banner: skipped (not needed: its condition does not hold: flag 'beta')"
        )
    }

    @Test func endsEvenWhenGroupsAreInEachOther() {
        let report = Report.made([
            .made("a", group: "b", isGroup: true), .made("b", group: "a", isGroup: true),
            .made("c", group: "c", isGroup: true), .made("d", .running, 1, 1, group: "gone"),
        ])
        for name in ["a", "b", "c", "d"] {
            #expect((report.explanation(of: name, at: .at(0))?.steps.count ?? 0) > 0)
            #expect(report.criticalChain(to: name).count <= 4)
        }
        #expect((report.explanation(at: .at(0))?.steps.count ?? 0) > 0)
        #expect(report.troubles.isEmpty)
    }

    private func text(_ report: Report, _ subject: String? = nil) -> String? {
        report.explanation(of: subject, at: .at(1212))?.text
    }
}

extension Failure {
    fileprivate init(_ message: String) { self.init(.error, message) }
}
