import SlipwayConfiguration
import SlipwayControlServer
import SlipwayInterface
import SlipwayOperations
import SlipwaySystem
import Synchronization
import Testing

@testable import SlipwayDaemon
@testable import SlipwayHost

/// The rights of users.
struct AuthorityTests {
    private static let authority = Authority(
        owner: 500,
        Authority.Rights(
            operators: Principals(users: [1000], groups: [60]),
            senders: ["close": Principals(users: [1002], groups: [70]), "never": Principals()]
        )
    )

    private static let root = Peer(pid: 1, uid: 0, gid: 0)
    private static let own = Peer(pid: 2, uid: 500, gid: 500)
    private static let anna = Peer(pid: 3, uid: 1000, gid: 1000)
    /// An operator through one of her groups.
    private static let olga = Peer(pid: 4, uid: 1001, gid: 1001, groups: [1001, 60])
    private static let carl = Peer(pid: 5, uid: 1002, gid: 1002)
    /// May send as carl may, through her first group.
    private static let cleo = Peer(pid: 6, uid: 1003, gid: 70)
    private static let ben = Peer(pid: 7, uid: 1004, gid: 1004, groups: [1004])

    /// A user that the kernel cannot name.
    private static let other = Peer(pid: 8, uid: 65534, gid: 65534)

    @Test(
        arguments: [
            (root, true), (own, true), (anna, true), (olga, true), (carl, false), (cleo, false),
            (ben, false),
        ]
    )
    func rootTheOwnUserAndOperatorsMayOperate(peer: Peer, may: Bool) {
        #expect(Self.authority.mayOperate(peer) == may)
        let refusal = refusal { () throws(LaunchRefusal) in
            try Self.authority.checkOperating(peer)
        }
        #expect(refusal == (may ? nil : .notAllowed(.operate, uid: peer.uid, kind: nil)))
    }

    @Test func aServiceLetsNoUserSendWhatIsRestrictedBeforeItsNamesAreKnown() {
        let authority = Authority(HostOptions(allow: ["close": .init(users: ["carl"])]))
        let made = Mutex(0)
        authority.whenKnown(Method.Submit(kind: "close"), Self.carl) {
            made.withLock { $0 += 1 }
        }
        #expect(made.withLock(\.self) == 0)
        #expect(throws: LaunchRefusal.self) { try authority.checkSending("close", Self.carl) }
        #expect(throws: Never.self) { try authority.checkSending("open", Self.carl) }
    }

    @Test(
        arguments: [
            ("open", ben, true), ("close", ben, false), ("close", carl, true),
            ("close", cleo, true), ("close", olga, true), ("close", own, true),
            ("never", carl, false), ("never", root, true),
        ]
    )
    func whoMaySendIsNarrowedByKind(kind: String, peer: Peer, may: Bool) {
        let refusal = refusal { () throws(LaunchRefusal) in
            try Self.authority.checkSending(kind, peer)
        }
        #expect(refusal == (may ? nil : .notAllowed(.send, uid: peer.uid, kind: kind)))
    }

    @Test(
        arguments: [
            (ben, ben.uid, true), (carl, ben.uid, false), (anna, ben.uid, true),
            (ben, nil, false), (root, nil, true), (other, other.uid, false),
        ] as [(Peer, UInt32?, Bool)]
    )
    func aSenderMayCancelAndReadItsOwn(peer: Peer, sender: UInt32?, may: Bool) {
        let sender = sender.map { ActionSender(uid: $0, pid: 9) }
        let refusal = refusal { () throws(LaunchRefusal) in
            try Self.authority.checkCancelling("open", of: sender, peer)
        }
        #expect(refusal == (may ? nil : .notAllowed(.cancel, uid: peer.uid, kind: "open")))
        if let sender { #expect(Self.authority.mayRead(actionOf: sender, peer) == may) }
    }

    /// To retry one's own is to send it again: `close` may be sent by few.
    @Test(
        arguments: [
            ("open", ben, ben.uid, nil), ("open", carl, ben.uid, .retry),
            ("open", ben, nil, .retry),
            ("close", carl, carl.uid, nil), ("close", ben, ben.uid, .send),
            ("close", anna, ben.uid, nil), ("open", other, other.uid, .retry),
        ] as [(String, Peer, UInt32?, Right?)]
    )
    func aSenderMayRetryItsOwn(kind: String, peer: Peer, sender: UInt32?, lacks: Right?) {
        let sender = sender.map { ActionSender(uid: $0, pid: 9) }
        let refusal = refusal { () throws(LaunchRefusal) in
            try Self.authority.checkRetrying(kind, of: sender, peer)
        }
        #expect(refusal == lacks.map { .notAllowed($0, uid: peer.uid, kind: kind) })
    }

    @Test func callsThatDependOnNamesWaitUntilTheseAreFound() throws {
        let text = """
            name: test
            operators: { users: [anna, 1003] }
            actions:
              close: { sleep: 1s, allow: { users: [carl] } }
              open: { sleep: 1s }
            """
        let file = ConfigurationFile(name: "test.yaml", bytes: Array(text.utf8))
        let configuration = try ConfiguredGraph(parsing: file).configuration
        let authority = Authority(configuration)
        let made = Mutex<[String]>([])
        func make(_ name: String, _ call: any AnsweredMethod, _ peer: Peer) {
            authority.whenKnown(call, peer) { made.withLock { $0.append(name) } }
        }
        make("pause", Method.PauseQueue(), Self.anna)
        make("close", Method.Submit(kind: "close"), Self.carl)
        make("open", Method.Submit(kind: "open"), Self.carl)
        make("status", Method.GetStatus(), Self.ben)
        make("pause of root", Method.PauseQueue(), Self.root)
        #expect(made.withLock(\.self) == ["open", "status", "pause of root"])
        #expect(authority.mayOperate(Self.cleo), "a number needs no name")

        let known: [String: UInt32] = ["anna": 1000, "carl": 1002]
        authority.lookUp(configuration, by: { $0.resolved(user: { known[$0] }) }) { warning in
            Issue.record("\(warning)")
        }
        #expect(made.withLock { $0.dropFirst(3) } == ["pause", "close"])
        make("resume", Method.ResumeQueue(), Self.anna)
        #expect(made.withLock(\.last) == "resume")
        #expect(authority.mayOperate(Self.anna))
        #expect(throws: Never.self) { try authority.checkSending("close", Self.carl) }
    }

    /// Before a kind of another generation can be sent it has its senders.
    @Test func whatAReloadRestrictsIsRestrictedBeforeItsNamesAreKnown() throws {
        let authority = try Authority(Self.parsed("open: { sleep: 1s }"))
        #expect(throws: Never.self) { try authority.checkSending("close", Self.carl) }
        let next = try Self.parsed("close: { sleep: 1s, allow: { users: [carl] } }")
        authority.expect(next, of: 2)
        let made = Mutex(0)
        authority.whenKnown(Method.Submit(kind: "close"), Self.ben) { made.withLock { $0 += 1 } }
        #expect(made.withLock(\.self) == 0)
        #expect(throws: LaunchRefusal.self) { try authority.checkSending("close", Self.ben) }
        // The names of the generation before are found only now.
        authority.take(Authority.Rights(), of: 1)
        #expect(made.withLock(\.self) == 0)
        authority.lookUp(next, of: 2, by: { $0.resolved(user: { _ in 1002 }) }) { _ in }
        #expect(made.withLock(\.self) == 1)
        #expect(throws: LaunchRefusal.self) { try authority.checkSending("close", Self.ben) }
        #expect(throws: Never.self) { try authority.checkSending("close", Self.carl) }
    }

    @Test func anOperatorMayObserveWhileTheNamesOfAReloadAreLookedUp() throws {
        let authority = Authority(
            owner: 500,
            Authority.Rights(operators: Principals(users: [1000]))
        )
        authority.expect(Authority.Rights(), isKnown: false, of: 2)
        #expect(authority.mayObserve(Self.anna, group: nil))
        #expect(!authority.mayOperate(Self.anna))
        authority.take(Authority.Rights(), of: 2)
        #expect(!authority.mayObserve(Self.anna, group: nil))
    }

    private static func parsed(_ action: String) throws -> Configuration {
        let text = "name: test\nactions:\n  \(action)\n"
        let file = ConfigurationFile(name: "test.yaml", bytes: Array(text.utf8))
        return try ConfiguredGraph(parsing: file).configuration
    }

    private func refusal(_ check: () throws(LaunchRefusal) -> Void) -> LaunchRefusal? {
        do throws(LaunchRefusal) { try check() } catch { return error }
        return nil
    }
}
