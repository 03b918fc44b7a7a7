import Slipway
import SlipwayControl
import SlipwayRecords
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

    private func outcome(
        _ state: ActionStatus.State,
        ended: Int64? = nil,
        isDuplicate: Bool = false,
        waitTimedOut: Bool = false
    ) -> SendOutcome {
        SendOutcome(
            reply: SubmitReply(
                action: Reports.action("a1", state, ended: ended),
                isDuplicate: isDuplicate,
                waitTimedOut: waitTimedOut,
                durability: .memory
            ),
            wait: .done,
            timeout: .seconds(5)
        )
    }
}
