import Slipway
import SlipwayJSON
import Testing

@testable import SlipwayStore

/// A launch that takes another one's place learns how it is with the store at that moment.
struct StorageSwitchTests {
    private let store = ActionStore(isDurable: false)
    private let old: Launch
    private let new: Launch

    init() throws {
        let graph = try Graph(Plan("shop"))
        (old, new) = (Launch(graph), Launch(graph))
        for launch in [old, new] {
            store.serve(launch) { _, payload in ActionPayload(JSON.object(payload)) }
        }
    }

    @Test func itLearnsOfTheTroubleAndOfItsEnd() {
        store.take(.cannotStore(StoreError("the disk is full")))
        #expect(old.report.storage?.kind == .failing)
        #expect(new.report.storage == nil)
        store.replaceLaunch(with: new)
        #expect(new.report.storage == old.report.storage)
        store.take(.stores)
        #expect(new.report.storage == nil)
    }

    /// It was told of the trouble in another way before.
    @Test func anEndThatComesJustBeforeIsNotMissed() {
        store.take(.cannotStore(StoreError("the disk is full")))
        new.note(old.report.storage)
        store.take(.stores)
        store.replaceLaunch(with: new)
        #expect(new.report.storage == nil)
    }

    @Test func aTroubleOfWhichTheStoreKnowsNothingStays() {
        let trouble = StorageTrouble(.absent, "there is no state directory", since: .now)
        new.note(trouble)
        store.replaceLaunch(with: new)
        #expect(new.report.storage == trouble)
    }
}
