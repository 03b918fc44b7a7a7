import Slipway
import SlipwayJSON
import SlipwayStore
import SlipwayTestSupport
import Testing

/// The facts that the store has of attempts, for the next launch.
struct ActionAttemptStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ body: (OpenStore) async throws -> Void) async throws {
        let store = try await OpenStore(in: folder)
        try await body(store)
        store.close()
    }

    private func found() async throws -> [String: RestoredAction] {
        let store = try await OpenStore(in: folder)
        store.close()
        return Dictionary(
            store.open.map { ($0.id.description, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test func aCrashCountsForNoneOfSeveralAndForOneThatRanAlone() async throws {
        try await open { store in
            for id in ["poison", "innocent", "waits"] { try await store.accept(id) }
            for id in ["poison", "innocent"] { try await store.attempt(id) }
        }
        try await open { store in
            #expect(store.suspects == 2)
            #expect(store.open.map(\.isInterrupted) == [true, true, false])
            #expect(store.open.map(\.interruptions) == [0, 0, 0])
            // It runs alone.
            try await store.attempt("poison", 2)
        }
        try await open { store in
            #expect(store.suspects == 0)
            #expect(store.open.map(\.isInterrupted) == [true, true, false])
            #expect(store.open.map(\.interruptions) == [1, 0, 0])
            try await store.attempt("poison", 3, interruptions: 1)
            _ = try await store.write(.end(ActionID("poison"), .done))
            try await store.attempt("innocent", 2)
        }
        #expect(try await found()["innocent"]?.interruptions == 1)
    }

    @Test(arguments: [true, false])
    func anInterruptionThatIsToldIsCountedOnce(counts: Bool) async throws {
        try await open { store in
            try await store.accept("a")
            try await store.attempt("a")
            _ = try await store.write(.interrupted(ActionID("a"), counts: counts))
        }
        let action = try #require(try await found()["a"])
        #expect(action.interruptions == (counts ? 1 : 0))
        #expect(!action.isInterrupted)
    }

    @Test func anAttemptHasWhatCouldNotBeStoredOfEarlierOnes() async throws {
        try await open { store in
            try await store.accept("a")
            try await store.attempt("a")
            // The disk was full when that one failed, and when another one was interrupted.
            try await store.attempt("a", 3, failures: 1, interruptions: 1)
            _ = try await store.write(
                .backOff(ActionID("a"), Failure("HTTP 503"), for: .seconds(1))
            )
        }
        let action = try #require(try await found()["a"])
        #expect(action.attempts == 3)
        #expect(action.failures == 2)
        #expect(action.interruptions == 1)
    }

    @Test func anAttemptGetsTheKey() async throws {
        try await open { store in
            try await store.accept("a", key: "k", ["n": 1])
            let begins = Beginning(kind: "open", payload: ["n": 1], key: "k")
            #expect(try await store.begin("a") == begins)
        }
    }

    @Test func whatAStopInterruptedHasNotFailed() async throws {
        try await open { store in
            try await store.accept("a")
            try await store.attempt("a")
            _ = try await store.write(.handOn(ActionID("a")))
        }
        let action = try #require(try await found()["a"])
        #expect(action.attempts == 1)
        #expect(action.failures == 0)
        #expect(action.interruptions == 0)
    }

    @Test func aPauseGoesOnInTheNextLaunch() async throws {
        try await open { store in
            for (id, pause) in [("long", Duration.seconds(100)), ("over", .zero)] {
                try await store.accept(id)
                try await store.attempt(id)
                _ = try await store.write(.backOff(ActionID(id), Failure("HTTP 503"), for: pause))
            }
        }
        let now = Instant.now
        let found = try await found()
        let retryAt = try #require(found["long"]?.retryAt)
        #expect(retryAt > now && now.duration(to: retryAt) <= .seconds(100))
        #expect(found["long"]?.failures == 1)
        #expect(found["long"]?.lastFailure == Failure("HTTP 503"))
        #expect(found["over"]?.retryAt == nil)
    }
}
