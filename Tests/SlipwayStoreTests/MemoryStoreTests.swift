import Slipway
import SlipwayInterface
import SlipwayJSON
import Testing

@testable import SlipwayStore

struct MemoryStoreTests {
    private let store = MemoryStore()

    private func admit(
        _ id: String,
        key: String? = "k",
        kind: String = "open",
        uid: UInt32 = 0,
        _ payload: JSONObject = [:]
    ) throws -> Admission {
        let action = NewAction.sent(id, kind: kind, payload, key: key, uid: uid)
        return store.admit(action)
    }

    private func note(_ id: String, _ state: ActionStatus.State) {
        store.note(Self.status(id, state))
    }

    private static func status(_ id: String, _ state: ActionStatus.State) -> ActionStatus {
        ActionStatus(
            id: ActionID(id),
            kind: "open",
            queue: .main,
            requires: [],
            state: state,
            acceptedAt: .now
        )
    }

    @Test func theKeyOfOneUserIsNotThatOfAnother() throws {
        #expect(try admit("a", uid: 1000, ["x": 1]) == .accepted(.memory))
        #expect(try admit("b", uid: 1001, ["x": 2]) == .accepted(.memory))
        #expect(try admit("c", uid: 1001, ["x": 2]) == .duplicate(ActionID("b"), .memory))
    }

    private static let payload: JSONObject = [
        "url": "/cart", "from": ["app": "shop", "ids": [1, 2, [3, nil]]],
    ]

    @Test(arguments: [false, true])
    func theSameKeyAndPayloadIsADuplicateAlsoOnceItHasEnded(hasEnded: Bool) throws {
        #expect(try admit("a", Self.payload) == .accepted(.memory))
        if hasEnded { note("a", .done) }
        let reordered: JSONObject = [
            "from": ["ids": [1, 2, [3, nil]], "app": "shop"], "url": "/cart",
        ]
        #expect(try admit("b", reordered) == .duplicate(ActionID("a"), .memory))
        #expect(store.action(ActionID("b")) == nil)
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
        #expect(try admit("a", Self.payload) == .accepted(.memory))
        note("a", .done)
        #expect(try admit("b", payload) == .conflict(ActionID("a")))
        #expect(try admit("c", kind: "close", payload) == .accepted(.memory))
    }

    @Test func withoutAKeyEveryActionIsANewOne() throws {
        #expect(try admit("a", key: nil, Self.payload) == .accepted(.memory))
        #expect(try admit("b", key: nil, Self.payload) == .accepted(.memory))
    }

    @Test(arguments: ["k", nil])
    func knowsWhoSentAnActionAndItsPayloadUntilItHasEnded(key: String?) throws {
        _ = try admit("a", key: key, uid: 1000, Self.payload)
        note("a", .running)
        let running = try #require(store.action(ActionID("a")))
        #expect(running.sender == ActionSender(uid: 1000, pid: 7))
        #expect(running.key == key)
        #expect(running.payload == Self.payload)
        note("a", .done)
        let ended = try #require(store.action(ActionID("a")))
        #expect(ended.sender == running.sender)
        #expect(ended.payload == nil)
        #expect(ended.status?.state == .done)
    }

    @Test func aWithdrawnActionLeavesItsKeyFree() throws {
        #expect(try admit("a", Self.payload) == .accepted(.memory))
        store.withdraw(ActionID("a"))
        #expect(try admit("b") == .accepted(.memory))
    }

    @Test func theOldestEndedActionsAreForgottenAndTheirKeysFree() throws {
        #expect(try admit("waiting", key: "w") == .accepted(.memory))
        note("waiting", .waiting(missing: []))
        for index in 0...MemoryStore.retained {
            #expect(try admit("\(index)", key: "\(index)") == .accepted(.memory))
            note("\(index)", .done)
        }
        #expect(store.count == MemoryStore.retained + 1)
        #expect(store.action(ActionID("0")) == nil)
        #expect(store.action(ActionID("1"))?.status?.state == .done)
        #expect(try admit("again", key: "0", Self.payload) == .accepted(.memory))
        #expect(try admit("new", key: "1") == .duplicate(ActionID("1"), .memory))
        #expect(try admit("other", key: "w") == .duplicate(ActionID("waiting"), .memory))
    }

    @Test func neverKeepsMoreThanItSays() throws {
        for index in 0..<3 * MemoryStore.retained {
            _ = try admit("\(index)", key: "\(index)")
            note("\(index)", .waiting(missing: []))
            note("\(index)", .done)
            // A second or late end changes nothing.
            note("\(index)", .cancelled(reason: "late"))
            #expect(store.count <= MemoryStore.retained)
        }
        #expect(store.count == MemoryStore.retained)
    }

    @Test func aStatusThatIsBehindChangesNothing() throws {
        _ = try admit("a")
        note("a", .running)
        note("a", .waiting(missing: []))
        #expect(store.action(ActionID("a"))?.status?.state == .running)
        note("a", .done)
        note("a", .running)
        #expect(store.action(ActionID("a"))?.status?.state == .done)
    }

    @Test func whatEndedUnseenIsNotKeptForEver() throws {
        for id in ["unseen", "seen", "open", "new"] { _ = try admit(id, key: id) }
        for id in ["unseen", "seen", "open"] { note(id, .waiting(missing: [])) }
        store.noteLoss { id in
            switch id.description {
            case "seen": Self.status("seen", .done)
            case "open": Self.status("open", .running)
            default: nil
            }
        }
        #expect(store.action(ActionID("seen"))?.status?.state == .done)
        #expect(store.action(ActionID("open"))?.status?.state == .running)
        for index in 0..<MemoryStore.retained {
            _ = try admit("\(index)", key: "\(index)")
            note("\(index)", .done)
        }
        #expect(store.action(ActionID("unseen")) == nil)
        #expect(try admit("again", key: "unseen") == .accepted(.memory))
        // The action that was being submitted is still there, and so is the open one.
        #expect(try admit("again", key: "new") == .duplicate(ActionID("new"), .memory))
        #expect(try admit("again", key: "open") == .duplicate(ActionID("open"), .memory))
    }
}
