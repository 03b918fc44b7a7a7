import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

/// What a sender in Swift sends again, against a socket with prepared answers.
struct LaunchClientRepeatTests {
    private static let id = "0123456789abcdef0123456789abcdef"

    private static func reply(
        _ state: ActionStatus.State,
        isDuplicate: Bool = false,
        _ durability: ActionPolicy.Durability = .disk
    ) -> JSONObject {
        SubmitReply(
            action: Reports.action(id, state),
            isDuplicate: isDuplicate,
            durability: durability
        ).object(Offsets(processStart: Reports.at(0)))
    }

    private static let shuttingDown = StubDaemon.Answer.error(
        LaunchRefusal.shuttingDown.varlinkError
    )

    /// Sends to these answers; the result, and the keys of all calls.
    private func send(
        key: String? = "mine",
        timeout: Duration? = nil,
        _ answers: [StubDaemon.Answer],
        _ others: [String: StubDaemon.Answer] = [:]
    ) throws -> (result: Result<SentAction, ClientError>, keys: [String?]) {
        let daemon = try StubDaemon(others.merging(["Submit": .inTurn(answers)]) { $1 })
        let client = LaunchClient(socket: daemon.path)
        let result = Result { () throws(ClientError) in
            try client.send("open-url", key: key, until: .done, timeout: timeout)
        }
        return (result, daemon.calls(of: "Submit").map { $0["key"]?.stringValue })
    }

    @Test func withAKeyALostCallIsMadeAgain() throws {
        let done = StubDaemon.Answer.replies([Self.reply(.done, isDuplicate: true)])
        let sent = try send([.close, .close, done])
        #expect(try sent.result.get().action.state == .done)
        #expect(sent.keys == ["mine", "mine", "mine"])
    }

    @Test func anActionThatWasSeenToBeTakenFirstIsNoDuplicateForItsCall() throws {
        let done = StubDaemon.Answer.replies([Self.reply(.done, isDuplicate: true)])
        let sent = try send([.cut(after: [Self.reply(.running)]), done])
        #expect(try !sent.result.get().isDuplicate)
    }

    @Test func withoutAKeyALostCallIsNotMadeAgainAndNotKnown() throws {
        let sent = try send(key: nil, [.close, .replies([Self.reply(.done)])])
        let error = #expect(throws: ClientError.self) { try sent.result.get() }
        #expect(error?.kind == .interrupted)
        #expect(
            error?.description
                == "cannot call org.slipway.Launch.Submit: the daemon went away before it had answered; "
                + "whether it took the action, and ran it, is not known"
        )
        #expect(sent.keys == [nil])
    }

    @Test func withoutAKeyWhatIsStoredIsAskedFor() throws {
        let sent = try send(
            key: nil,
            [.cut(after: [Self.reply(.running)])],
            [
                "GetStatus": .replies([Reports.status(Reports.report(.ready(degraded: false)))]),
                "WaitAction": .replies([Self.reply(.done)]),
            ]
        )
        #expect(try sent.result.get().action.state == .done)
        #expect(sent.keys == [nil])
    }

    @Test func withoutAKeyWhatWasNotTakenIsSentAgain() throws {
        let sent = try send(key: nil, [Self.shuttingDown, .replies([Self.reply(.done)])])
        #expect(try sent.result.get().action.state == .done)
        #expect(sent.keys == [nil, nil])
    }

    @Test func whatMayHaveBeenTakenIsSaidInTheEnd() throws {
        let sent = try send(timeout: .milliseconds(300), [.close, Self.shuttingDown])
        let error = #expect(throws: ClientError.self) { try sent.result.get() }
        #expect(error?.kind == .interrupted)
        #expect(
            error?.description
                == "cannot take the call: the launch is stopping; an earlier call was lost: whether the "
                + "service took the action is not known; sending it again with the key 'mine' is safe"
        )
    }

    @Test(arguments: ["mine", nil])
    func whatWasInMemoryAloneIsSaidToBeLost(key: String?) throws {
        let running = Self.reply(.running, .memory)
        let answers = [StubDaemon.Answer.cut(after: [running]), .close]
        let sent = try send(key: key, timeout: .milliseconds(300), answers)
        let error = #expect(throws: ClientError.self) { try sent.result.get() }
        #expect(error?.kind == .interrupted)
        #expect(
            error?.description
                == "action '\(Self.id)' was held in memory only, and is lost if the service has ended"
        )
    }

    @Test func aRefusalIsNotTriedAgain() throws {
        let full = LaunchRefusal.queueFull(limit: 1, retryAfter: .seconds(1))
        let sent = try send([.error(full.varlinkError)])
        let error = #expect(throws: ClientError.self) { try sent.result.get() }
        #expect(error?.kind == .full(retryAfter: .seconds(1)))
        #expect(sent.keys.count == 1)
    }
}
