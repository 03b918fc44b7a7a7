import Slipway
import SlipwayInterface
import SlipwaySystem
import Testing

@testable import SlipwayCommand

struct SendOutcomeTests {
    @Test func whatWasAcceptedIsASuccess() {
        let outcome = outcome(.waiting(missing: ["user-data"]))
        #expect(outcome.text == "a1 open-url: waiting for user-data")
        #expect(outcome.failure == nil)
    }

    @Test func whatIsDoneSaysHowLongItTook() {
        let outcome = outcome(.done, ended: 512, isDuplicate: true)
        #expect(outcome.text == "a1 open-url: done after 412ms (sent before)")
        #expect(outcome.failure == nil)
    }

    @Test func whatWasSentBeforeSaysWhenAndHowItEnded() {
        let failed = ActionStatus.State.failed(Failure(.error, "exit status 1"), operation: nil)
        let sent = Duration.seconds(1_790_000_000)
        let outcome = outcome(failed, ended: 512, isDuplicate: true, sentDate: sent)
        let before = "sent before, at \(sent.dateText)"
        #expect(outcome.text == "a1 open-url: failed: exit status 1 after 412ms (\(before))")
        #expect(
            outcome.failure
                == .no(
                    "action 'a1' was \(before), and is not run again: failed: exit status 1; "
                        + "'slipway retry a1' sends it again"
                )
        )
    }

    @Test func anActionThatFailedIsANo() {
        let outcome = outcome(.failed(Failure(.error, "exit status 1"), operation: nil), ended: 512)
        #expect(outcome.failure == .no("action 'a1' failed: exit status 1"))
    }

    @Test func aWaitThatTimesOutSaysThatTheActionIsAccepted() {
        let outcome = outcome(.running, waitTimedOut: true)
        #expect(
            outcome.failure
                == .late("timed out after 5s: action 'a1' is accepted, but not done yet")
        )
    }

    @Test(
        arguments: [
            (.waiting(missing: ["user-data"]), "waiting for user-data (held in memory only)"),
            (.running, "running (held in memory only)"),
            (.done, "done"),
        ] as [(ActionStatus.State, String)]
    )
    func whatIsKeptInMemoryOnlySaysSoUntilItHasEnded(state: ActionStatus.State, text: String) {
        #expect(outcome(state, durability: .memory).text == "a1 open-url: \(text)")
    }

    @Test(
        arguments: [
            (.waiting(missing: []), .accepted, nil),
            (.waiting(missing: []), .running, "started"),
            (.waiting(missing: []), .done, "ended"),
            (.running, .done, "ended"),
            (.done, .done, nil),
        ] as [(ActionStatus.State, Method.Submit.Wait, String?)]
    )
    func whatHasNotComeWithTheLastReplyIsNoSuccess(
        state: ActionStatus.State,
        wait: Method.Submit.Wait,
        missing: String?
    ) {
        let outcome = outcome(state, wait: wait)
        #expect(outcome.failure == nil)
        let message = missing.map {
            "action 'a1' had not \($0) when the service stopped; 'slipway actions a1' tells what "
                + "became of it"
        }
        #expect(outcome.lastFailure == message.map(CommandFailure.late))
    }

    private func outcome(
        _ state: ActionStatus.State,
        ended: Int64? = nil,
        isDuplicate: Bool = false,
        sentDate: Duration? = nil,
        waitTimedOut: Bool = false,
        durability: ActionPolicy.Durability = .disk,
        wait: Method.Submit.Wait = .done
    ) -> SendOutcome {
        SendOutcome(
            reply: SubmitReply(
                action: Reports.action("a1", state, ended: ended),
                isDuplicate: isDuplicate,
                waitTimedOut: waitTimedOut,
                durability: durability,
                sentDate: sentDate
            ),
            wait: wait,
            timeout: .seconds(5)
        )
    }
}
