import Testing

@testable import Slipway

/// The knowledge of the launch that takes another one's place.
struct ActionSuccessorTests {
    private let lock = ActionResource.lock("l")

    @Test func isToldOfTheSameUseOnce() {
        var successor = ActionSuccessor.comes(owesRestored: false)
        let told = [nil, [lock], [lock], [], []].map {
            successor.tell(isRestored: true, using: $0)
        }
        #expect(told == [[], [.uses([lock])], [], [.uses([])], []])
        #expect(successor.knows([]))
    }

    @Test func isOwedWhatIsLeftInTheStoreUntilThatIsKnown() {
        var successor = ActionSuccessor.comes(owesRestored: true)
        let told = [
            successor.tell(isRestored: false, using: []),
            successor.tell(isRestored: true, using: [lock]),
            successor.tell(isRestored: true, using: [lock]),
        ]
        #expect(told == [[.uses([])], [.restored, .uses([lock])], []])
        #expect(!successor.owesRestored)
    }

    @Test func isToldNothingByALaunchThatIsPassedBy() {
        var successor = ActionSuccessor.isToldEarlier
        let told = successor.tell(isRestored: true, using: [lock])
        #expect(told.isEmpty)
    }
}
