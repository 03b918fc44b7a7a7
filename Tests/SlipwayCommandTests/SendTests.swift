import Slipway
import SlipwayCommand
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// `slipway send`, against a socket with prepared answers.
struct SendTests {
    private static let shuttingDown = StubDaemon.Answer.error(
        LaunchRefusal.shuttingDown.varlinkError
    )
    private static let noKeys = StubDaemon.Answer.error(
        LaunchRefusal.noKeys(uid: 65534).varlinkError
    )

    @Test func everyActionHasAKeyOfItsOwn() throws {
        let keys = try (1...2).map { _ in try send([], [Self.done()]).keys }
        #expect(keys.allSatisfy { $0.count == 1 && $0[0]?.utf8.count == 32 })
        #expect(keys[0] != keys[1])
    }

    @Test(arguments: [(["--key", "mine"], "mine"), (["--no-key"], nil)] as [([String], String?)])
    func theSenderMayChooseTheKey(arguments: [String], key: String?) throws {
        #expect(try send(arguments, [Self.done()]).keys == [key])
    }

    @Test(arguments: [.close, shuttingDown] as [StubDaemon.Answer])
    func whatADaemonThatGoesAwayDidNotAnswerIsSentAgain(answer: StubDaemon.Answer) throws {
        let ran = try send([], [answer, answer, Self.done(isDuplicate: true)])
        #expect(ran.exitCode == 0)
        #expect(ran.output == "a1 open-url: done after 412ms\n")
        #expect(ran.errors.hasSuffix("; trying again\n"))
        #expect(ran.errors.split(separator: "\n").count == 1)
        #expect(ran.keys.count == 3)
        #expect(Set(ran.keys).count == 1)
    }

    @Test func withJSONOnlyTheAnswerIsPrinted() throws {
        let ran = try send(["--json"], [.close, Self.done()])
        #expect(ran.exitCode == 0)
        #expect(ran.errors == "")
        #expect(try JSON(parsing: ran.output)["duplicate"] == false)
    }

    @Test func withoutAKeyALostConnectionEndsIt() throws {
        let ran = try send(["--no-key"], [.close, Self.done()])
        #expect(ran.exitCode == 2)
        #expect(ran.errors.hasSuffix("; whether it took the action, and ran it, is not known\n"))
        #expect(ran.keys == [nil])
    }

    @Test func aUserWithoutKeysSendsWithoutOne() throws {
        let ran = try send([], [Self.noKeys, Self.done()])
        #expect(ran.exitCode == 0)
        #expect(ran.keys.map { $0 == nil } == [false, true])
        let lost = try send([], [Self.noKeys, .close, Self.done()])
        #expect(lost.exitCode == 2)
        #expect(lost.keys.count == 2)
    }

    @Test func aKeyOfTheSendersOwnIsNotLeftOut() throws {
        let ran = try send(["--key", "mine"], [Self.noKeys, Self.done()])
        #expect(ran.exitCode == 1)
        #expect(ran.errors.contains("send without a key"))
        #expect(ran.keys == ["mine"])
    }

    @Test func theTriesEndWithTheTimeout() throws {
        let ran = try send(["--timeout", "150ms"], [Self.shuttingDown])
        #expect(ran.exitCode == 1)
        #expect(ran.errors.hasSuffix("cannot take the call: the launch is stopping\n"))
        #expect(ran.keys.count == 3)
    }

    @Test func whatMayHaveBeenTakenIsSaidInTheEnd() throws {
        let ran = try send(["--timeout", "150ms"], [.close, Self.shuttingDown])
        #expect(ran.exitCode == 2)
        let key = try #require(ran.keys.last ?? nil)
        #expect(
            ran.errors.hasSuffix(
                "; an earlier try was lost: whether the daemon took the action is not known; sending it again "
                    + "with --key '\(key)' is safe\n"
            )
        )
    }

    @Test(arguments: [[], ["--timeout", "50ms"]])
    func withoutAnySocketNothingIsSent(arguments: [String]) throws {
        let ran = try CapturedOutput.run(
            ["send", "open-url", "--socket", "/nonexistent/socket"] + arguments
        )
        #expect(ran.exitCode == 2)
        let words = "cannot connect to /nonexistent/socket: No such file or directory (ENOENT); "
        let lines = ran.errors.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("slipway: " + words) })
        #expect(lines.count == (arguments.isEmpty ? 1 : 2))
    }

    @Test(
        arguments: [
            (["send", "open-url"], 2, "(EAGAIN); the daemon does not take connections"),
            (["wait"], 3, "'ready' has not come yet; no daemon takes a connection"),
        ]
    )
    func aDaemonThatTakesNoConnectionIsNotWaitedForLongerThanTheTimeout(
        command: [String],
        exitCode: Int32,
        words: String
    ) throws {
        let daemon = try BusyDaemon()
        let began = ContinuousClock.now
        let ran = try CapturedOutput.run(
            command + ["--socket", daemon.path, "--timeout", "150ms"]
        )
        #expect(began.duration(to: .now) < .seconds(4))
        #expect(ran.exitCode == exitCode)
        #expect(ran.errors.hasSuffix(words + "\n"), "\(ran.errors)")
    }

    @Test(
        arguments: [
            (["--key", "mine"], "sending it again with --key 'mine' is safe"),
            (["--no-key"], "sending it again may run it twice"),
        ]
    )
    func aDaemonThatDoesNotAnswerIsNotWaitedForLongAfterTheTimeout(
        arguments: [String],
        advice: String
    ) throws {
        let began = ContinuousClock.now
        let ran = try send(
            ["--wait", "done", "--timeout", "50ms"] + arguments,
            [.silence(after: [])]
        )
        #expect(began.duration(to: .now) < .seconds(20))
        #expect(ran.exitCode == 3)
        #expect(
            ran.errors
                == "slipway: timed out after 50ms: the daemon does not answer, but may have taken the "
                + "action: 'slipway actions' shows it; \(advice)\n"
        )
    }

    @Test func aDaemonThatFallsSilentHasAcceptedTheAction() throws {
        let reply = Self.reply(SubmitReply(action: Reports.action("a1", .running)))
        let ran = try send(
            ["--wait", "done", "--timeout", "50ms"],
            [.silence(after: [reply])]
        )
        #expect(ran.exitCode == 3)
        #expect(ran.output == "a1 open-url: running\n")
        #expect(
            ran.errors
                == "slipway: timed out after 50ms: action 'a1' is accepted, but not done yet; the "
                + "daemon does not answer any more\n"
        )
    }

    @Test func aLastReplyThatIsNotTheEndIsNoSuccess() throws {
        let reply = Self.reply(SubmitReply(action: Reports.action("a1", .running)))
        let ran = try send(["--wait", "done", "--timeout", "100ms"], [.replies([reply])])
        #expect(ran.exitCode == 3)
        #expect(ran.output == "a1 open-url: running\n")
        #expect(
            ran.errors
                == "slipway: the service does not run; waiting for its next launch, which has action "
                + "'a1'\n"
                + "slipway: action 'a1' had not ended when the service stopped; 'slipway actions a1' "
                + "tells what became of it; it has not answered again in the meantime\n"
        )
    }

    private static let postponed: JSONObject = {
        var action = Reports.action("a1", .waiting(missing: []))
        action.isPostponed = true
        return reply(SubmitReply(action: action))
    }()

    private static func status(_ phase: Phase, launch: String = "1") -> StubDaemon.Answer {
        var report = Reports.report(phase)
        report.launchID = launch
        return .replies([Reports.status(report)])
    }

    /// Sends to a service that stops, which then answers so.
    private func sendThrough(
        _ statuses: [StubDaemon.Answer],
        _ waits: [StubDaemon.Answer],
        _ arguments: [String] = []
    ) throws -> (exitCode: Int32, output: String, errors: String) {
        let daemon = try StubDaemon([
            "Submit": .replies([Self.postponed]), "GetStatus": .inTurn(statuses),
            "WaitAction": .inTurn(waits),
        ])
        let ran = try CapturedOutput.run(
            ["send", "open-url", "--socket", daemon.path, "--wait", "done"] + arguments
        )
        #expect(daemon.calls(of: "Submit").count == 1)
        #expect(daemon.calls(of: "WaitAction").allSatisfy { $0["id"] == "a1" })
        return ran
    }

    @Test func aSenderWaitsForItsActionThroughARestart() throws {
        let running = Self.reply(SubmitReply(action: Reports.action("a1", .running)))
        let ran = try sendThrough(
            [Self.status(.stopping), .close, Self.status(.starting, launch: "2")],
            [.replies([running, Self.doneReply(isDuplicate: false)])]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.errors == Self.stopping + "slipway: the service is back\n")
        #expect(
            ran.output.split(separator: "\n").suffix(2) == [
                "a1 open-url: running", "a1 open-url: done after 412ms",
            ]
        )
    }

    @Test func aSenderLearnsThatTheServiceDoesNotStart() throws {
        let refusal = LaunchRefusal.launchFailed(operation: "db", message: "exited with 1")
        let ran = try sendThrough(
            [Self.status(.stopping), .error(refusal.varlinkError), .close],
            [.close],
            ["--timeout", "1s"]
        )
        #expect(ran.exitCode == 3)
        #expect(
            ran.errors
                == Self.stopping
                + "slipway: action 'a1' is stored, and runs when the service starts again; the "
                + "launch failed at operation 'db': exited with 1\n"
        )
    }

    private static let stopping =
        "slipway: the service is stopping; waiting for its next launch, which has action 'a1'\n"

    @Test func aSenderLearnsHowOftenAServiceCameBackThatCrashes() throws {
        let lost =
            "slipway: the service went away; waiting for its next launch, which has action 'a1'\n"
        let back = "slipway: the service is back\n"
        let ran = try sendThrough(
            [
                Self.status(.stopping), Self.status(.starting, launch: "2"),
                Self.status(.starting, launch: "3"), .close,
            ],
            [.close],
            ["--timeout", "1s"]
        )
        #expect(ran.exitCode == 3)
        #expect(
            ran.errors
                == Self.stopping + back + lost + back + lost
                + "slipway: action 'a1' is stored, and runs when the service starts again; it came "
                + "back 2 times, and went away again each time\n"
        )
    }

    @Test func whatWasAcceptedBeforeACrashIsNotCalledUnknown() throws {
        let waiting = Self.reply(
            SubmitReply(action: Reports.action("a1", .waiting(missing: ["user-data"])))
        )
        let ran = try send(
            ["--wait", "done", "--timeout", "500ms"],
            [.cut(after: [waiting]), .cut(after: [waiting]), .close]
        )
        let lost =
            "slipway: the service went away; waiting until it is back, to go on with action 'a1'\n"
        #expect(ran.exitCode == 3)
        #expect(ran.output == "a1 open-url: waiting for user-data\n")
        #expect(
            ran.errors
                == lost + "slipway: the service is back\n" + lost
                + "slipway: action 'a1' was accepted, but not done when the service went away; "
                + "'slipway actions a1' tells what became of it; it came back once, and went away "
                + "again\n"
        )
    }

    @Test func whatWasOnlyInMemoryIsNotToBeLookedUpAfterACrash() throws {
        let waiting = Self.reply(
            SubmitReply(
                action: Reports.action("a1", .waiting(missing: ["user-data"])),
                durability: .memory
            )
        )
        let ran = try send(
            ["--wait", "done", "--timeout", "500ms"],
            [.cut(after: [waiting]), .close]
        )
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors.contains(
                "slipway: action 'a1' was held in memory only, and is lost if the service has ended; "
            ),
            "\(ran.errors)"
        )
    }

    /// The launch lacks what the action requires, and goes on.
    @Test func whatIsLeftToTheNextLaunchByOneThatGoesOnIsNotWaitedFor() throws {
        let ran = try sendThrough(
            [Self.status(.ready(degraded: true))],
            [.replies([Self.postponed])]
        )
        #expect(ran.exitCode == 3)
        #expect(
            ran.errors
                == "slipway: action 'a1' is stored, and runs when the service starts again\n"
        )
    }

    @Test func waitingPrintsEachChangeOnce() throws {
        let states: [ActionStatus.State] = [.waiting(missing: ["user-data"]), .running, .running]
        var replies = states.map { Self.reply(SubmitReply(action: Reports.action("a1", $0))) }
        replies.append(Self.doneReply(isDuplicate: false))
        let ran = try send(["--wait", "done"], [.replies(replies)])
        #expect(
            ran.output == """
                a1 open-url: waiting for user-data
                a1 open-url: running
                a1 open-url: done after 412ms

                """
        )
        let json = try send(["--wait", "done", "--json"], [.replies(replies)])
        #expect(try JSON(parsing: json.output)["action"]?["state"] == "done")
    }

    @Test(
        arguments: [
            (["c=77"], "c", "; a value that is no text is written 'c:=77'\n"),
            (["c=true", "d=x"], "c", "; a value that is no text is written 'c:=true'\n"),
            // It was meant as text.
            (["c=many"], "c", "expected an integer\n"),
            (["c:=\"7\""], "c", "expected an integer\n"),
            (["c=77", "d=x"], "d", "expected an integer\n"),
        ]
    )
    func aNumberThatWasSentAsTextIsSaidHowToWrite(
        arguments: [String],
        key: String,
        end: String
    ) throws {
        let reason = "is a string; expected an integer"
        let refusal = LaunchRefusal.invalidPayload(key: key, reason: reason).varlinkError
        let ran = try send(arguments, [.error(refusal)])
        #expect(ran.exitCode == 1)
        #expect(ran.errors.hasSuffix(end))
    }

    @Test(
        arguments: [
            "has 8 characters; at most 4 are accepted",
            "does not match its pattern; expected '[a-z]+'",
            "is not one of its values; expected \"a\"",
        ]
    )
    func aTextThatIsWrongOtherwiseIsNotSaidToBeANumber(reason: String) throws {
        let refusal = LaunchRefusal.invalidPayload(key: "code", reason: reason).varlinkError
        let ran = try send(["code=12345678"], [.error(refusal)])
        #expect(ran.exitCode == 1)
        #expect(ran.errors.hasSuffix("\(reason)\n"), "\(ran.errors)")
    }

    private static func done(isDuplicate: Bool = false) -> StubDaemon.Answer {
        .replies([doneReply(isDuplicate: isDuplicate)])
    }

    private static func doneReply(isDuplicate: Bool) -> JSONObject {
        reply(
            SubmitReply(
                action: Reports.action("a1", .done, started: 500, ended: 512),
                isDuplicate: isDuplicate
            )
        )
    }

    private static func reply(_ reply: SubmitReply) -> JSONObject {
        reply.object(Offsets(processStart: Reports.at(0)))
    }

    private func send(
        _ arguments: [String],
        _ answers: [StubDaemon.Answer]
    ) throws -> (exitCode: Int32, output: String, errors: String, keys: [String?]) {
        let daemon = try StubDaemon(["Submit": .inTurn(answers)])
        let ran = try CapturedOutput.run(["send", "open-url", "--socket", daemon.path] + arguments)
        let keys = daemon.calls(of: "Submit").map { $0["key"]?.stringValue }
        return (ran.exitCode, ran.output, ran.errors, keys)
    }
}

extension SubmitReply {
    fileprivate init(action: ActionStatus, isDuplicate: Bool = false) {
        self.init(action: action, isDuplicate: isDuplicate, durability: .disk)
    }
}
