import Slipway
import SlipwayReport
import Testing

/// The reasons why an action waits of which its report does not know.
struct ActionExplanationTests {
    /// It is of the launch before, say, or its start is being stored.
    @Test func aHolderThatIsNeitherAnOperationNorARunningActionIsNamed() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 100,
            [],
            actions: [
                .made("a1", .waiting(missing: []), ready: 100),
                .made("b1", "refresh", .main, .waiting(missing: []), ready: 30),
            ]
        )
        var locked = report
        locked.actions[0].obstacle = .lock("session", holder: "login")
        #expect(
            why(locked, "a1")
                == "a1: waiting for 1.192s (open-url; waits for lock 'session', held by 'login')"
        )
        var holds = ActionHolds()
        holds.holders[.main] = ["open-url"]
        holds.beginning = [ActionID("a1")]
        #expect(
            why(report, "b1", holds)
                == "b1: waiting for 1.192s (refresh; waits for queue 'main', held by 'open-url')"
        )
        #expect(
            why(report, "a1", holds)
                == "a1: waiting for 1.192s (open-url; its start is being stored)"
        )
    }

    @Test func whatWaitsForTheNextLaunchSaysWhy() {
        var action = ActionStatus.made("a1", .waiting(missing: []))
        action.isPostponed = true
        let user = OperationStatus.made(
            "user",
            .ended(.failed(Failure(.error, "401"))),
            12,
            12,
            400
        )
        var report = Report.made(.ready(degraded: false), ready: 100, [user], actions: [action])
        var holds = ActionHolds()
        holds.unmet["open-url"] = "user"
        #expect(
            why(report, "a1", holds) == """
                a1: waiting for 1.192s (open-url; waits for the next launch, as 'user' did not succeed)
                └─because of user: failed after 388ms (401)
                """
        )
        report.phase = .stopping
        #expect(
            why(report, "a1")
                == "a1: waiting for 1.192s (open-url; waits for the next launch, as this one ends)"
        )
    }

    @Test func whatTheGenerationBeforeKeepsFromBeginningSaysSo() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 100,
            [],
            actions: [.made("a1", .waiting(missing: []))]
        )
        let uses: [([ActionResource], String)] = [
            ([], "actions that wait in the generation before come first"),
            ([.kind("open-url")], "an action of its kind still runs in the generation before"),
            ([.lock("db")], "an action of the generation before holds lock 'db'"),
            ([.queue(.main)], "an action of the generation before holds queue 'main'"),
        ]
        for (used, words) in uses {
            var holds = ActionHolds()
            holds.earlier["open-url"] = Set(used)
            #expect(why(report, "a1", holds) == "a1: waiting for 1.192s (open-url; \(words))")
        }
    }

    @Test func aStartThatCannotBeStoredSaysWhy() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 100,
            [],
            actions: [.made("a1", .waiting(missing: []), ready: 100)]
        )
        var holds = ActionHolds()
        holds.refusals[ActionID("a1")] = "the disk is full"
        #expect(
            why(report, "a1", holds) == """
                a1: waiting for 1.192s (open-url; its start could not be stored: the disk is full; \
                it is tried again)
                """
        )
    }

    @Test func whatStandsBackForOneThatIsTriedAloneSaysSoAndSoDoesThatOne() {
        var report = Report.made(
            .ready(degraded: false),
            ready: 100,
            [],
            actions: [
                .made("a1", .running, ready: 100, started: 200),
                .made("b1", "refresh", .main, .waiting(missing: [])),
            ]
        )
        var holds = ActionHolds()
        holds.suspect = ActionID("a1")
        holds.standingBack = ["refresh"]
        let words = "waits until an interrupted action has been tried alone"
        #expect(
            why(report, "b1", holds) == """
                b1: waiting for 1.192s (refresh; \(words))
                └─waits for a1: running for 1.012s (open-url)
                """
        )
        holds.suspect = ActionID("b1")
        report.actions[1].attempts = 1
        #expect(
            why(report, "b1", holds) == """
                b1: waiting for 1.192s (refresh; was interrupted, and is tried alone once the others \
                have ended)
                └─waits for a1: running for 1.012s (open-url)
                """
        )
    }

    @Test func aLineThatIsHeldByAHandlerWhichHasNotReturnedSaysSo() {
        var action = ActionStatus.made("a2", .waiting(missing: []))
        action.waitsBehind = ActionID("forgotten")
        let report = Report.made(.ready(degraded: false), ready: 100, [], actions: [action])
        #expect(
            why(report, "a2") == """
                a2: waiting for 1.192s (open-url; its line is held by a handler that has not returned)
                """
        )
    }

    private func why(
        _ report: Report,
        _ name: String,
        _ holds: ActionHolds = ActionHolds()
    ) -> String? {
        report.explanation(of: name, at: .at(1212), holds)?.text
    }
}
