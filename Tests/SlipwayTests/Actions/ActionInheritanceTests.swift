import Testing

@testable import Slipway

/// The actions that earlier launches left, and the kinds that the launch before holds.
struct ActionInheritanceTests {
    private let kinds = [
        0: ActionBook.Kind(name: "open", queue: .main, requires: [], policy: ActionPolicy())
    ]
    private let lock = ActionResource.lock("l")

    @Test func withoutAStoreNothingIsLeft() {
        #expect(ActionInheritance(isDurable: false).isKnown)
        #expect(!ActionInheritance(isDurable: true).isKnown)
    }

    @Test func thoseThatHaveComeAreKnownWithTheLast() {
        var inheritance = ActionInheritance(isDurable: true)
        inheritance.expect(kinds)
        #expect(inheritance.restoring?.kinds["open"] == 0)
        inheritance.join(ActionID("a"), of: 0)
        inheritance.join(ActionID("b"), of: 0)
        #expect(!inheritance.isKnown)
        let restored = inheritance.takeRestored(areAll: true)
        #expect(restored?.order == [ActionID("a"), ActionID("b")])
        #expect(restored?.lines[0]?.count == 2)
        #expect(inheritance.isKnown)
    }

    @Test func aLaunchThatFollowsNoneHoldsNothing() {
        let inheritance = ActionInheritance(isDurable: true)
        #expect(!inheritance.isSuccessor)
        #expect(!inheritance.holds(0))
        #expect(inheritance.used == [])
    }

    @Test func everyKindIsHeldUntilTheLaunchBeforeHasHandedOver() {
        var inheritance = ActionInheritance(isDurable: true)
        inheritance.awaitHandover()
        #expect(inheritance.holds(0) && inheritance.holds(1))
        #expect(inheritance.used == nil)
        let isFirst = inheritance.uses([lock], of: [0, 1])
        #expect(isFirst)
        #expect(inheritance.held == [0, 1])
        inheritance.release(1)
        #expect(inheritance.holds(0) && !inheritance.holds(1))
    }

    @Test func aKindThatWasReleasedIsNotHeldAgain() {
        var inheritance = ActionInheritance(isDurable: true)
        inheritance.awaitHandover()
        _ = inheritance.uses([], of: [0])
        inheritance.release(0)
        let isFirst = inheritance.uses([lock], of: [0])
        #expect(!isFirst)
        #expect(inheritance.used == [lock])
        #expect(!inheritance.holds(0))
    }

    @Test func whatComesFromTheLaunchBeforeIsAllOnceThatKnowsTheStore() {
        var inheritance = ActionInheritance(isDurable: true)
        inheritance.awaitHandover()
        inheritance.begins(knowsStored: false)
        inheritance.expectMore(kinds)
        inheritance.join(ActionID("a"), of: 0)
        _ = inheritance.takeRestored(areAll: inheritance.knowsStored)
        #expect(!inheritance.isKnown)
        let tellings = [inheritance.storeIsKnown(), inheritance.storeIsKnown()]
        #expect(tellings == [true, false])
        inheritance.becomesKnown()
        #expect(inheritance.isKnown)
    }

    @Test func moreMayComeAfterItWasKnown() {
        var inheritance = ActionInheritance(isDurable: true)
        inheritance.awaitHandover()
        inheritance.begins(knowsStored: true)
        #expect(inheritance.isKnown)
        inheritance.expectMore(kinds)
        #expect(!inheritance.isKnown)
        inheritance.becomesKnown()
        #expect(!inheritance.isKnown, "they are in no line yet")
        _ = inheritance.takeRestored(areAll: inheritance.knowsStored)
        #expect(inheritance.isKnown)
    }
}
