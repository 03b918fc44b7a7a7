import Testing

@testable import Slipway

/// The changes that a store has not kept.
struct ActionStoringTests {
    private let end = ActionChange.backOff(ActionID("a"), Failure("no window"), for: .seconds(1))
    private let later = ActionChange.handOn(ActionID("a"))

    @Test func isSettledOnceEveryEndIsStored() {
        var storing = ActionStoring(isDurable: true)
        storing.ends += 1
        #expect(!storing.isSettled(awaitsAttempts: false))
        storing.ends -= 1
        #expect(storing.isSettled(awaitsAttempts: true))
    }

    @Test func anEndOfAnAttemptIsAwaitedOnlyForASuccessor() {
        var storing = ActionStoring(isDurable: true)
        storing.asked(end)
        #expect(storing.isSettled(awaitsAttempts: false))
        #expect(!storing.isSettled(awaitsAttempts: true))
        storing.answered(end, isStored: true)
        #expect(storing.isSettled(awaitsAttempts: true))
    }

    @Test func theAnswerToAnEarlierChangeLeavesALaterOne() {
        var storing = ActionStoring(isDurable: true)
        storing.asked(end)
        storing.asked(later)
        storing.answered(end, isStored: false)
        #expect(storing.keeping == [ActionID("a"): later])
        storing.unkept[ActionID("a")] = later
        storing.answered(end, isStored: true)
        #expect(storing.unkept == [ActionID("a"): later])
    }

    @Test func anAttemptThatIsStoredHasWhatCouldNotBeStoredBefore() {
        var storing = ActionStoring(isDurable: true)
        storing.unkept[ActionID("a")] = end
        storing.refusals[ActionID("a")] = "the disk is full"
        let hadChange = storing.forget(ActionID("a"))
        #expect(hadChange)
        #expect(storing.refusals.isEmpty)
        #expect(storing.isSettled(awaitsAttempts: true))
    }
}
