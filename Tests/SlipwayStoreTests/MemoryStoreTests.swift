import Slipway
import SlipwayJSON
import Synchronization
import Testing

@testable import SlipwayStore

struct MemoryStoreTests {
    private let store = MemoryStore()

    private func admit(
        _ id: String,
        key: String? = "k",
        kind: String = "open",
        _ payload: JSONObject = [:]
    ) throws -> Admission {
        let answer = Mutex<Admission?>(nil)
        let action = NewAction(id: ActionID(id), kind: kind, payload: payload, key: key, uid: 0)
        store.admit(action) { result in answer.withLock { $0 = try? result.get() } }
        return try #require(answer.withLock { $0 })
    }

    private func note(_ id: String, _ state: ActionStatus.State) {
        store.note(
            ActionStatus(
                id: ActionID(id),
                kind: "open",
                queue: .main,
                requires: [],
                state: state,
                acceptedAt: .now
            )
        )
    }

    private static let payload: JSONObject = [
        "url": "/cart", "from": ["app": "shop", "ids": [1, 2, [3, nil]]],
    ]

    @Test(arguments: [false, true])
    func theSameKeyAndPayloadIsADuplicateAlsoOnceItHasEnded(hasEnded: Bool) throws {
        #expect(try admit("a", Self.payload) == .admitted)
        if hasEnded { note("a", .done) }
        let reordered: JSONObject = [
            "from": ["ids": [1, 2, [3, nil]], "app": "shop"], "url": "/cart",
        ]
        #expect(try admit("b", reordered) == .duplicate(ActionID("a")))
        #expect(store.status(of: ActionID("b")) == nil)
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
    func theSameKeyWithAnotherPayloadIsAConflict(payload: JSONObject) throws {
        #expect(try admit("a", Self.payload) == .admitted)
        note("a", .done)
        #expect(try admit("b", payload) == .conflict(ActionID("a")))
        #expect(try admit("c", kind: "close", payload) == .admitted)
    }

    @Test func withoutAKeyEveryActionIsANewOne() throws {
        #expect(try admit("a", key: nil, Self.payload) == .admitted)
        #expect(try admit("b", key: nil, Self.payload) == .admitted)
        note("a", .running)
        #expect(store.status(of: ActionID("a"))?.state == .running)
    }

    @Test func aWithdrawnActionLeavesItsKeyFree() throws {
        #expect(try admit("a", Self.payload) == .admitted)
        store.withdraw(ActionID("a"))
        #expect(try admit("b") == .admitted)
    }

    @Test func theOldestEndedActionsAreForgottenAndTheirKeysFree() throws {
        #expect(try admit("waiting", key: "w") == .admitted)
        note("waiting", .waiting(missing: []))
        for index in 0..<(2 * MemoryStore.retained) {
            #expect(try admit("\(index)", key: "\(index)") == .admitted)
            note("\(index)", .done)
        }
        #expect(store.status(of: ActionID("0")) == nil)
        #expect(try admit("again", key: "0", Self.payload) == .admitted)
        let last = "\(2 * MemoryStore.retained - 1)"
        #expect(store.status(of: ActionID(last))?.state == .done)
        #expect(try admit("new", key: last) == .duplicate(ActionID(last)))
        #expect(try admit("other", key: "w") == .duplicate(ActionID("waiting")))
    }
}
