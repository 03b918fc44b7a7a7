import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayStore
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayControlServer
@testable import SlipwayDaemon
@testable import SlipwayHost

/// The acts of senders on each other's actions, and their view of them.
@Suite(.timeLimit(.minutes(10)))
struct SenderTests {
    /// A sender that sends again finds the next daemon.
    @Test func whatComesOnceTheStoreIsClosedIsRefusedBecauseTheServiceEnds() {
        #expect(LaunchRefusal(StoreError.closed) == .shuttingDown)
        let full = StoreError("database or disk is full")
        #expect(LaunchRefusal(full) == .storeFailed(message: full.description))
    }

    private static let yaml = """
        name: test
        operations:
          hold: { sleep: 1s }
        actions:
          later: { requires: [hold], sleep: 1s, parameters: { a: {} } }
          repeats:
            exec: { command: [/bin/echo, '{"${payload.a}":1,"${payload.a}":2}'], output: json }
            parameters: { a: { required: true } }
          scarce: { requires: [hold], sleep: 1s, limit: 4 }
          closed: { sleep: 1s, allow: { users: [1002] } }
          fails:
            exec: [/bin/sh, -c, 'echo "cannot open $0" >&2; exit 3', "${payload.a}"]
            parameters: { a: { required: true } }
          is-killed:
            exec: [/bin/sh, -c, 'kill -9 $$$$']
            parameters: { a: {} }
          hangs:
            exec: [/bin/sh, -c, 'echo "opening $0" >&2; exec sleep 1000', "${payload.a}"]
            parameters: { a: { required: true } }
            timeout: 2s
          has-no-directory:
            exec: { command: [/bin/true], directory: "/no/such/${payload.a}" }
            parameters: { a: { required: true } }
          waits:
            wait: { socket: "/no/such/${payload.a}" }
            parameters: { a: { required: true } }
            timeout: 1s
          asks:
            http: "http://127.0.0.1:1/${payload.a}?b=${payload.a}"
            parameters: { a: { required: true } }
        """
    private static let ben = Peer(pid: 7, uid: 1000, gid: 1000)
    private static let cleo = Peer(pid: 8, uid: 1001, gid: 1001)
    private static let carl = Peer(pid: 9, uid: 1002, gid: 1002)

    private let served: ServedLaunch

    init() throws { served = try ServedLaunch(Self.yaml) }

    @Test func everyoneMaySeeAnActionAndOnlyItsUserAndOperatorsItsPayload() async throws {
        try await served.run {
            let before = Calendar.now.date(of: .now)
            let request = Method.Submit(kind: "later", payload: ["a": "secret"], key: "mine")
            let sent = try answer(request, for: Self.ben)
            let call = Method.GetAction(sent.action.id.description)
            for peer in [Self.ben, Peer(pid: 1, uid: 0, gid: 0)] {
                let reply = try answer(call, for: peer)
                #expect(reply.action.state == .waiting(missing: ["hold"]))
                #expect(reply.sender == ActionSender(uid: 1000, pid: 7))
                #expect(reply.payload == ["a": "secret"])
                #expect(reply.key == "mine")
                #expect(reply.acceptedDate >= before - .seconds(1))
                #expect(reply.acceptedDate <= Calendar.now.date(of: .now) + .seconds(1))
            }
            let strangers = try answer(call, for: Self.cleo)
            #expect(strangers.sender?.uid == 1000)
            #expect(strangers.payload == nil)
            #expect(strangers.key == nil)
            for (peer, key) in [(Self.ben, "mine"), (Self.cleo, nil)] {
                let listed = try answer(Method.ListActions(), for: peer).listed
                #expect(listed.map(\.sender?.uid) == [1000])
                #expect(listed.map(\.key) == [key])
            }
        }
    }

    private static let withoutWords = [
        ("fails", "'/bin/sh' exited with 3", ": cannot open secret"),
        ("hangs", "timed out after 2s", ": '/bin/sh' last said: opening secret"),
        (
            "has-no-directory",
            "cannot run '/bin/true': cannot enter directory '/no/such/${payload.a}': "
                + "No such file or directory (ENOENT)",
            ""
        ),
        (
            "waits",
            "timed out after 1s: still waiting for socket /no/such/${payload.a}: "
                + "No such file or directory (ENOENT)",
            ""
        ),
        (
            "repeats",
            "cannot read the output of '/bin/echo' as JSON: byte 12: a key for the second time in "
                + "one object, of 24 bytes",
            ""
        ),
        ("asks", "GET http://127.0.0.1:1/${payload.a}?…: Connection refused (ECONNREFUSED)", ""),
    ]

    @Test(arguments: withoutWords)
    func whyAnActionFailedHasNoWordOfItsPayloadForOthers(
        kind: String,
        shared: String,
        ofProgram: String
    ) async throws {
        let path = served.socket
        try await served.run {
            let request = Method.Submit(kind: kind, payload: ["a": "secret"], wait: .done)
            let told = try await blocking {
                try ControlClient(path: path).call(request, timeout: nil)
            }
            #expect(told.action.state.message == shared + ofProgram)
            let call = Method.GetAction(told.action.id.description)
            let own = Peer(pid: 7, uid: geteuid(), gid: getegid())
            #expect(try message(call, for: own) == shared + ofProgram)
            #expect(try message(call, for: Self.cleo) == shared)
            #expect(served.launch.action(told.action.id)?.state.message == shared)
        }
    }

    private func message(_ call: Method.GetAction, for peer: Peer) throws -> String? {
        try answer(call, for: peer).action.state.message
    }

    @Test func anActionIsCancelledByItsUserAndByNoOtherOne() async throws {
        try await served.run {
            let sent = try answer(Method.Submit(kind: "later"), for: Self.ben)
            let call = Method.CancelAction(sent.action.id.description)
            let refusal = LaunchRefusal.notAllowed(.cancel, uid: 1001, kind: "later")
            #expect(throws: refusal.varlinkError) { try answer(call, for: Self.cleo) }
            #expect(try answer(call, for: Self.ben).changed)
            #expect(try !answer(call, for: Self.ben).changed)
            let status = served.launch.action(sent.action.id)
            #expect(status?.state == .cancelled(reason: "user 1000 asked for it"))
        }
    }

    @Test(
        arguments: [Method.GetAction("a1"), Method.CancelAction("a1")] as [any LaunchMethod]
    )
    func anActionThatThereIsNotIsRefused(call: any LaunchMethod) throws {
        #expect(throws: LaunchRefusal.noSuchAction("a1").varlinkError) {
            try answer(call, for: Self.ben)
        }
    }

    @Test func aSenderWhomTheKernelCannotNameHasNoKeys() throws {
        let nobody = Peer(pid: 7, uid: 65534, gid: 65534)
        let keyed = Method.Submit(kind: "later", key: "k")
        let refusal = LaunchRefusal.noKeys(uid: 65534)
        #expect(throws: refusal.varlinkError) { try answer(keyed, for: nobody) }
        let plain = Method.Submit(kind: "later")
        #expect(throws: Never.self) { try answer(plain, for: nobody) }
    }

    @Test func oneUserDoesNotFillTheLineForOthers() async throws {
        try await served.run {
            let call = Method.Submit(kind: "scarce")
            let root = Peer(pid: 1, uid: 0, gid: 0)
            for _ in 1...3 { _ = try answer(call, for: Self.ben) }
            let refusal = LaunchRefusal.queueFull(limit: 4, share: 3, retryAfter: .seconds(1))
            #expect(throws: refusal.varlinkError) { try answer(call, for: Self.ben) }
            _ = try answer(call, for: root)
            let full = LaunchRefusal.queueFull(limit: 4, retryAfter: .seconds(1))
            #expect(throws: full.varlinkError) { try answer(call, for: root) }
        }
    }

    @Test func whoMayNotSendAKindIsToldSo() throws {
        let call = Method.Submit(kind: "closed")
        let refusal = LaunchRefusal.notAllowed(.send, uid: 1000, kind: "closed")
        #expect(throws: refusal.varlinkError) { try answer(call, for: Self.ben) }
        #expect(throws: Never.self) { try answer(call, for: Self.carl) }
    }

    @Test(
        arguments: [
            Method.PauseQueue(), Method.ResumeQueue(), Method.PauseQueue("main"),
            Method.CancelOperation("hold"), Method.Drain(),
        ] as [any LaunchMethod]
    )
    func whoMayNotOperateChangesNothing(call: any LaunchMethod) throws {
        let refusal = LaunchRefusal.notAllowed(.operate, uid: 1000, kind: nil)
        #expect(throws: refusal.varlinkError) { try answer(call, for: Self.ben) }
        #expect(!served.launch.report.isPaused)
        #expect(served.launch.report.operations[0].outcome == nil)
    }

    /// So that what is no operation may be tried as the beginning of an action's identity.
    @Test(arguments: ["nope", "later"])
    func whatIsNoOperationIsSaidToBeNoneToEveryone(name: String) throws {
        let call = Method.CancelOperation(name)
        let error = #expect(throws: VarlinkError.self) { try answer(call, for: Self.ben) }
        guard case .noSuchOperation = error.flatMap({ LaunchRefusal($0) }) else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func howAHandlersProgramEndedIsAField() async throws {
        let path = served.socket
        try await served.run {
            let ends: [(String, ProgramExit?)] = [
                ("fails", .status(3)), ("is-killed", .signal("SIGKILL")), ("hangs", nil),
            ]
            for (kind, exit) in ends {
                let request = Method.Submit(kind: kind, payload: ["a": "secret"], wait: .done)
                let told = try await blocking {
                    try ControlClient(path: path).call(request, timeout: nil)
                }
                guard case .failed(let failure, _) = told.action.state else {
                    Issue.record("\(told.action.state)")
                    continue
                }
                #expect(failure.exit == exit)
            }
        }
    }

    /// An observer may wait for actions that others sent, and learns what observers may learn.
    @Test func whoWaitsForAnotherUsersActionHasNoWordOfItsPayload() async throws {
        try await served.run {
            let request = Method.Submit(kind: "fails", payload: ["a": "secret"])
            let sent = try answer(request, for: Self.ben)
            let call = Method.WaitAction(sent.action.id.description)
            for (peer, words) in [(Self.ben, ": cannot open secret"), (Self.cleo, "")] {
                let outbox = CallOutbox(limit: 1 << 20) {}
                served.service.call(
                    call.call(),
                    from: peer,
                    reply: ReplySink(mode: .single, outbox: outbox)
                )
                var reply: JSON?
                try await eventually("it is answered") {
                    reply = try ServedLaunch.firstReply(in: outbox)
                    return reply != nil
                }
                let action = try SubmitReply(try #require(reply)).action
                #expect(action.state.message == "'/bin/sh' exited with 3\(words)")
            }
        }
    }

    @Test func theBeginningOfAnIdentityIsEnoughWhereNoOtherBeginsSo() async throws {
        try await served.run {
            let ids = try (0..<40).map { _ in
                try answer(Method.Submit(kind: "later"), for: Self.ben)
                    .action.id.description
            }
            let id = ids[7]
            let short = String(id.prefix(12))
            let found = try answer(Method.GetAction(short), for: Self.ben)
            #expect(found.action.id.description == id)
            let cancel = Method.CancelAction(short)
            #expect(try answer(cancel, for: Self.ben).changed)
            for beginning in [String(id.prefix(3)), String(id.prefix(11)) + "z"] {
                #expect(throws: LaunchRefusal.noSuchAction(beginning).varlinkError) {
                    try answer(Method.GetAction(beginning), for: Self.ben)
                }
            }
        }
    }

    private func answer<Called: LaunchMethod>(
        _ method: Called,
        for peer: Peer
    ) throws -> Called.Reply {
        try served.answer(method, for: peer)
    }
}

extension ActionStatus.State {
    /// Why it failed.
    fileprivate var message: String? {
        guard case .failed(let failure, _) = self else { return nil }
        return failure.message
    }
}
