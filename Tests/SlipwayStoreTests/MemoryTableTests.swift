import Slipway
import SlipwayInterface
import SlipwayJSON
import Synchronization
import Testing

@testable import SlipwayStore

/// An action in memory goes the way of those that are stored, and is kept for as long as the
/// process lives.
struct MemoryTableTests {
    private let database = ActionDatabase(isDurable: false)

    init() throws { try database.prepare() }

    private func write(
        _ change: ActionChange,
        _ result: HandlerResult = HandlerResult()
    ) async throws -> ActionWritten {
        try await withCheckedThrowingContinuation { continuation in
            database.write(change, result: result) {
                continuation.resume(with: $0.mapError { $0 as any Error })
            }
        }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (ActionReading) throws(StoreError) -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            database.read { reading in
                let result = Result { () throws(StoreError) in try body(reading) }
                continuation.resume(with: result.mapError { $0 as any Error })
            }
        }
    }

    private func admit(
        _ id: String,
        key: String? = "k",
        kind: String = "open",
        uid: UInt32 = 0,
        _ payload: JSONObject = [:]
    ) async throws -> KeepingAnswer? {
        let action = NewAction.sent(id, kind: kind, payload, key: key, uid: uid)
        guard case .answer(let answer) = try await write(.accept(action, in: .memory))
        else { return nil }
        return answer
    }

    private func end(_ id: String, _ state: ActionStatus.State = .done) async throws {
        _ = try await write(.end(ActionID(id), state), HandlerResult(lastWords: "no such cart"))
    }

    private func record(_ id: String) async throws -> StoredAction? {
        try await read { reading throws(StoreError) in try reading.record(ActionID(id)) }
    }

    private func count() async throws -> Int {
        try await read { reading throws(StoreError) in
            try reading.page(ActionFilter(in: .memory)).actions.count
        }
    }

    @Test func theKeyOfOneUserIsNotThatOfAnother() async throws {
        #expect(try await admit("a", uid: 1000, ["x": 1]) == .stored)
        #expect(try await admit("b", uid: 1001, ["x": 2]) == .stored)
        #expect(try await admit("c", uid: 1001, ["x": 2]) == .duplicate(ActionID("b"), .memory))
    }

    private static let payload: JSONObject = [
        "url": "/cart", "from": ["app": "shop", "ids": [1, 2, [3, nil]]],
    ]

    @Test(arguments: [false, true])
    func theSameKeyAndPayloadIsADuplicateAlsoOnceItHasEnded(hasEnded: Bool) async throws {
        #expect(try await admit("a", Self.payload) == .stored)
        if hasEnded { try await end("a") }
        let reordered: JSONObject = [
            "from": ["ids": [1, 2, [3, nil]], "app": "shop"], "url": "/cart",
        ]
        #expect(try await admit("b", reordered) == .duplicate(ActionID("a"), .memory))
        #expect(try await record("b") == nil)
    }

    @Test(
        arguments: [
            [:],
            ["url": "/cart"],
            ["url": "/cart", "from": ["app": "shop", "ids": [1, 2, [nil, 3]]]],
            ["url": "/cart", "from": ["app": "shop", "ids": [1, 2, 3, nil]]],
            ["url": "/cart", "from": ["app": "shop", "ids": ["1", 2, [3, nil]]]],
            ["url": "shop", "from": ["app": "/cart", "ids": [1, 2, [3, nil]]]],
        ] as [JSONObject]
    )
    func theSameKeyWithAnotherPayloadIsAConflict(payload: JSONObject) async throws {
        #expect(try await admit("a", Self.payload) == .stored)
        try await end("a")
        #expect(try await admit("b", payload) == .conflict(ActionID("a")))
        #expect(try await admit("c", kind: "close", payload) == .stored)
    }

    @Test func withoutAKeyEveryActionIsANewOne() async throws {
        #expect(try await admit("a", key: nil, Self.payload) == .stored)
        #expect(try await admit("b", key: nil, Self.payload) == .stored)
    }

    @Test(arguments: ["k", nil])
    func knowsWhoSentAnActionAndItsPayloadUntilItHasEnded(key: String?) async throws {
        _ = try await admit("a", key: key, uid: 1000, Self.payload)
        let begins = ActionWritten.begins(kind: "open", payload: Self.payload, key: key)
        #expect(
            try await write(.attempt(ActionID("a"), number: 1, isSynced: true)) == begins
        )
        let running = try #require(try await record("a"))
        #expect(running.durability == .memory)
        #expect(running.sender == ActionSender(uid: 1000, pid: 7))
        #expect(running.key == key)
        #expect(running.payload == Self.payload)
        try await end("a")
        let ended = try #require(try await record("a"))
        #expect(ended.sender == running.sender)
        #expect(ended.payload == nil)
        #expect(ended.result.lastWords == "no such cart")
        #expect(ended.status.state == .done)
        // A second or late end changes nothing.
        try await end("a", .cancelled(reason: "late"))
        #expect(try await record("a")?.status.state == .done)
    }

    @Test func theOldestEndedActionsAreForgottenAndTheirKeysFree() async throws {
        let retained = ActionRetention.inMemory.count
        #expect(try await admit("waiting", key: "w") == .stored)
        for index in 0..<3 * retained {
            #expect(try await admit("\(index)", key: "\(index)") == .stored)
            try await end("\(index)")
        }
        // They are let go of in batches.
        #expect(retained + 1...retained + 257 ~= (try await count()))
        #expect(try await record("0") == nil)
        #expect(try await record("\(2 * retained)")?.status.state == .done)
        #expect(try await admit("again", key: "0", Self.payload) == .stored)
        let last = ActionID("\(3 * retained - 1)")
        #expect(try await admit("new", key: last.description) == .duplicate(last, .memory))
        #expect(
            try await admit("other", key: "w") == .duplicate(ActionID("waiting"), .memory)
        )
    }

    @Test func aPurgeForgetsWhatHasEnded() async throws {
        for id in ["a", "b"] { _ = try await admit(id, key: id) }
        try await end("a")
        let purged = try await read { reading throws(StoreError) in try reading.purge() }
        #expect(purged == 1)
        #expect(try await count() == 1)
        #expect(try await admit("again", key: "a") == .stored)
    }

    @Test func whereNothingIsKeptThereIsNothing() async throws {
        let database = ActionDatabase(isDurable: false)
        let count = await withCheckedContinuation { continuation in
            database.read {
                continuation.resume(returning: try? $0.page(ActionFilter()).actions.count)
            }
        }
        #expect(count == 0)
        #expect(database.close(within: .seconds(60)))
    }
}
