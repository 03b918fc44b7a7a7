import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayStore
import SlipwayTestSupport
import Testing

/// A store that an earlier version wrote opens, with everything that was in it.
struct MigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func everyVersionHasAFixture() {
        #expect(StoreFixture.all.map(\.version) == Array(1...StoreFixture.current))
    }

    @Test(arguments: StoreFixture.all)
    func whatWaitsWaitsOnAndKnowsHowFarItHasCome(fixture: StoreFixture) async throws {
        try folder.make(fixture)
        let store = try await OpenStore(in: folder)
        #expect(store.findings == [])
        let open = store.open
        #expect(open.map(\.id.description) == ["waits", "pauses", "runs"])
        #expect(open.map(\.kind) == ["open", "open", "open"])
        #expect(open.map(\.owner) == [1000, 1000, 0])
        #expect(open.map(\.attempts) == [0, 2, 1])
        #expect(open.map(\.failures) == [0, 1, 0])
        #expect(open.map(\.interruptions) == [0, 1, 1])
        #expect(open.map(\.isInterrupted) == [false, false, true])
        #expect(open.map(\.lastFailure) == [nil, Failure("HTTP 503"), nil])
        #expect(open.map { $0.startedAt == nil } == [true, false, false])
        for action in open {
            let begins = Beginning(
                kind: "open",
                payload: ["n": 1],
                key: action.id == ActionID("waits") ? "k1" : nil
            )
            let number = action.attempts + 1
            #expect(try await store.begin(action.id.description, number) == begins)
        }
        store.close()
    }

    @Test(arguments: StoreFixture.all)
    func whatHasEndedIsKnownWithItsKey(fixture: StoreFixture) async throws {
        try folder.make(fixture)
        let store = try await OpenStore(in: folder)
        let (done, failed) = (try await store.record("done"), try await store.record("failed"))
        #expect(done?.status.state == .done)
        #expect(done?.payload == ["n": 1])
        #expect(failed?.status.state == .cancelled(reason: "by hand"))
        #expect(failed?.result.lastWords == "no such cart")
        #expect(failed?.payload == nil)
        let times = ActionTimes(started: .microseconds(1), ended: .seconds(2_200_000_000))
        #expect([done, failed].map(\.?.status.times) == [times, times])
        for (key, holder) in [("k1", "waits"), ("k2", "done")] {
            let again = try await store.accept("again", key: key, uid: 1000)
            #expect(again == .duplicate(ActionID(holder)))
        }
        store.close()
    }

    /// The difference of two of them is no number of 64 bits.
    @Test(arguments: [(Int64.min, Int64.max), (.max, .min)])
    func datesThatCannotBeKeepNoFileFromOpening(accepted: Int64, started: Int64) async throws {
        try folder.make(StoreFixture.all[1])
        try folder.run("UPDATE action SET accepted = ?1, started = ?2", accepted, started)
        let store = try await OpenStore(in: folder)
        #expect(store.findings == [])
        #expect(store.open.map(\.id.description) == ["waits", "pauses", "runs"])
        #expect(try await store.record("done")?.status.state == .done)
        store.close()
    }

    /// Whatever its way, a file has the tables of a new one.
    @Test(arguments: StoreFixture.all)
    func itsTablesAreThoseOfANewFile(fixture: StoreFixture) throws {
        try folder.make(fixture)
        let new = try TemporaryFolder()
        let migrated = try folder.tables()
        #expect(migrated == (try new.tables()))
        #expect(migrated.count > 20)
    }
}
