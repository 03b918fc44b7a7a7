import Foundation
import Slipway
import SlipwayCommand
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// Whole command lines, against a socket with prepared answers.
struct RootTests {
    @Test(
        arguments: [
            (["status"], Reports.ready, 0, "storefront: ready after 980ms of 30s, 3 operations"),
            (["status"], Reports.failed, 1, "storefront: failed after 600ms of 30s, 2 operations"),
            (["wait"], Reports.ready, 0, "storefront: ready after 980ms"),
            (["wait", "--timeout", "0s"], Reports.ready, 0, "storefront: ready after 980ms"),
            (
                ["wait", "--for", "sdk-init"], Reports.starting, 0,
                "sdk-init: succeeded after 398ms"
            ),
            (["wait"], Reports.failed, 1, ""),
            (["wait", "--for", "nobody"], Reports.ready, 1, ""),
            (["wait", "--timeout", "0s"], Reports.starting, 3, ""),
            (
                ["status", "--strict"], Reports.ready, 0,
                "storefront: ready after 980ms of 30s, 3 operations"
            ),
            (
                ["status"], Reports.degraded, 0,
                "storefront: degraded after 980ms of 30s, 3 operations"
            ),
            (
                ["status", "--strict"], Reports.degraded, 4,
                "storefront: degraded after 980ms of 30s, 3 operations"
            ),
            (
                ["status", "--strict"], Reports.failed, 1,
                "storefront: failed after 600ms of 30s, 2 operations"
            ),
            (["wait", "--strict"], Reports.ready, 0, "storefront: ready after 980ms"),
            (
                ["wait"], Reports.degraded, 0,
                "storefront: degraded after 980ms; program 'web' is stopped"
            ),
            (
                ["wait", "--strict"], Reports.degraded, 4,
                "storefront: degraded after 980ms; program 'web' is stopped"
            ),
            (["actions"], Reports.ready, 0, "no actions"),
            (
                ["time"], Reports.ready, 0,
                "Startup finished in 980ms: 12ms before launch + 968ms launch; 3 operations"
            ),
            (["blame", "--limit", "1"], Reports.ready, 0, "812ms user-data (waited 2ms)"),
            (
                ["critical-chain"], Reports.ready, 0,
                "The time at which an operation started is printed after the \"@\" character."
            ),
            (["critical-chain", "nobody"], Reports.ready, 1, ""),
        ] as [([String], Report, Int32, String)]
    )
    func theExitCodeIsTheAnswer(
        arguments: [String],
        report: Report,
        exitCode: Int32,
        firstLine: String
    ) throws {
        let ran = try run(
            arguments,
            [
                "GetStatus": .replies([Reports.status(report)]),
                "GetReport": .replies([Method.GetReport.Reply(report).object()]),
                "ListActions": .replies([Self.page(report)]),
                "Watch": .silence(after: [["launch": report.json]]),
            ]
        )
        #expect(ran.exitCode == exitCode)
        #expect(ran.output.split(separator: "\n").first.map(String.init) ?? "" == firstLine)
        #expect(ran.errors.isEmpty == (exitCode == 0 || !ran.output.isEmpty))
    }

    @Test func waitingFollowsTheLaunchUntilItIsReady() throws {
        let ready = WatchReply.phase(PhaseChange(Reports.ready))
        let offsets = Offsets(processStart: Reports.starting.processStart)
        let ran = try run(
            ["wait"],
            [
                "GetStatus": .replies([Reports.status(Reports.starting)]),
                "Watch": .silence(
                    after: [
                        ["launch": Reports.starting.json], ["somethingNew": true],
                        ready.object(offsets),
                    ]
                ),
            ]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output.hasPrefix("storefront: ready after 980ms"))
    }

    @Test func aWaitThatTimesOutSaysWhatItIsAt() throws {
        let ran = try run(
            ["wait", "--timeout", "20ms"],
            [
                "GetStatus": .replies([Reports.status(Reports.starting)]),
                "Watch": .silence(after: [["launch": Reports.starting.json]]),
            ]
        )
        #expect(ran.exitCode == 3)
        #expect(
            ran.errors
                == "slipway: timed out after 20ms: 'ready' has not come yet; it is at 'user-data', "
                + "running\n"
        )
    }

    @Test(arguments: [StubDaemon.Answer.close, .error(LaunchRefusal.shuttingDown.varlinkError)])
    func aDaemonThatGoesAwayIsWaitedFor(answer: StubDaemon.Answer) throws {
        let ran = try run(
            ["wait", "--timeout", "20ms"],
            ["GetStatus": .replies([Reports.status(Reports.starting)]), "Watch": answer]
        )
        #expect(ran.exitCode == 3)
        let lines = ran.errors.split(separator: "\n")
        #expect(lines.first == "slipway: the service went away; waiting until it is back")
        // It may have come back before the time was up.
        let words = "slipway: timed out after 20ms: 'ready' has not come yet; it "
        #expect(lines.last?.hasPrefix(words) == true, "\(ran.errors)")
    }

    @Test func withJSONAFailureIsJSONToo() throws {
        let refusal = LaunchRefusal.conflict(key: "k", id: "a1").varlinkError
        let ran = try run(["send", "open", "--json"], ["Submit": .error(refusal)])
        #expect(ran.exitCode == 1)
        #expect(ran.output == "")
        #expect(
            try JSON(parsing: ran.errors) == [
                "exitCode": 1,
                "message": .string(LaunchRefusal.conflict(key: "k", id: "a1").description),
                "error": "org.slipway.Launch.Conflict",
                "parameters": ["key": "k", "id": "a1"],
            ]
        )
        let usage = try CapturedOutput.run(["send", "--json"])
        #expect(usage.exitCode == 64)
        #expect(try JSON(parsing: usage.errors)["exitCode"] == 64)
    }

    @Test(
        arguments: [
            .close, .bytes("not JSON\0"), .bytes("[]\0"), .replies([[:]]),
            .replies([["launch": ["name": 1]]]),
        ] as [StubDaemon.Answer]
    )
    func nonsenseFromTheSocketIsNoAnswer(answer: StubDaemon.Answer) throws {
        let ran = try run(["status"], ["GetReport": answer])
        #expect(ran.exitCode == 2)
        #expect(ran.output == "")
        #expect(ran.errors.hasPrefix("slipway: cannot "))
    }

    @Test func unknownMembersOfARepliesAreNoFault() throws {
        var launch = Reports.ready.json.objectValue ?? [:]
        launch["surprise"] = ["of": "a newer daemon"]
        let ran = try run(
            ["status"],
            ["GetReport": .replies([["launch": .object(launch), "more": 1]])]
        )
        #expect(ran.exitCode == 0)
    }

    @Test func aRefusalIsANoWithItsReason() throws {
        let refusal = LaunchRefusal.unknownKind("open-ulr", known: ["open-url"])
        let ran = try run(["send", "open-ulr"], ["Submit": .error(refusal.varlinkError)])
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors
                == "slipway: no kind of launch action is named 'open-ulr'; known are 'open-url'\n"
        )
    }

    @Test func sendingPrintsWhatBecameOfIt() throws {
        let reply = SubmitReply(
            action: Reports.action("a1", .done, started: 500, ended: 512),
            durability: .memory
        )
        let answer = StubDaemon.Answer.replies([
            reply.object(Offsets(processStart: Reports.at(0)))
        ])
        let ran = try run(
            ["send", "open-url", "url=https://a.example", "--wait", "done"],
            ["Submit": answer]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == "a1 open-url: done after 412ms\n")
    }

    @Test(
        arguments: [
            (["pause"], "PauseQueue", true, 0, "the launch is paused\n"),
            (["pause", "main"], "PauseQueue", false, 0, "queue 'main' was paused already\n"),
            (["resume"], "ResumeQueue", true, 0, "the launch goes on\n"),
            (["resume", "main"], "ResumeQueue", false, 0, "queue 'main' was not paused\n"),
            (["cancel", "a"], "CancelOperation", true, 0, "'a' was asked to end\n"),
            (["cancel", "a"], "CancelOperation", false, 1, ""),
            (
                ["cancel", "8b383ac31d993463a6342b0af91b21d7"], "CancelAction", true, 0,
                "'8b383ac31d993463a6342b0af91b21d7' was asked to end\n"
            ),
        ] as [([String], String, Bool, Int32, String)]
    )
    func operatingSaysWhetherItChangedAnything(
        arguments: [String],
        method: String,
        changed: Bool,
        exitCode: Int32,
        text: String
    ) throws {
        let ran = try run(
            arguments,
            [method: .replies([Method.PauseQueue.Reply(changed).object()])]
        )
        #expect(ran.exitCode == exitCode)
        #expect(ran.output == text)
    }

    @Test(
        arguments: [
            (0, "no launch action runs, and the launch is paused\n"),
            (1, "no launch action runs, and the launch is paused; 1 launch action waits\n"),
            (7, "no launch action runs, and the launch is paused; 7 launch actions wait\n"),
        ]
    )
    func aDrainSaysWhatWaits(waiting: Int, text: String) throws {
        let ran = try run(
            ["drain", "--timeout", "5s"],
            ["Drain": .replies([Method.Drain.Reply(waiting: waiting).object()])]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == text)
    }

    @Test(
        arguments: [
            (true, "running", 0, "'a' was asked to end\n"),
            (true, "cancelled", 0, "'a' is cancelled\n"),
            (false, "succeeded", 1, "slipway: cannot cancel 'a': it has ended: succeeded\n"),
        ] as [(Bool, String, Int32, String)]
    )
    func whatHasEndedIsNotSaidToBeAskedToEnd(
        changed: Bool,
        state: String,
        exitCode: Int32,
        text: String
    ) throws {
        let reply = Method.CancelOperation.Reply(changed, state: state).object()
        let ran = try run(["cancel", "a"], ["CancelOperation": .replies([reply])])
        #expect(ran.exitCode == exitCode)
        #expect(ran.output + ran.errors == text)
    }

    @Test func callPrintsEveryReplyOfAStream() throws {
        let ran = try run(
            ["call", "Watch", "--more"],
            ["Watch": .replies([["a": 1], ["b": [2]]])]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == "{\"a\":1}\n{\"b\":[2]}\n")
    }

    @Test func callShowsAnErrorAsItCame() throws {
        let error = VarlinkError("org.varlink.service.MethodNotFound", ["method": "x"])
        let ran = try run(["call", "org.example.Nothing"], ["Nothing": .error(error)])
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors == "slipway: org.varlink.service.MethodNotFound {\"method\":\"x\"}\n"
        )
    }

    @Test func explainPrintsTheDaemonsAnswer() throws {
        let explanation = try #require(Reports.starting.explanation(at: Reports.at(1214)))
        let ran = try run(
            ["explain"],
            ["Explain": .replies([Method.Explain.Reply(explanation).object()])]
        )
        #expect(ran.output == explanation.text + "\n")
    }

    @Test(
        arguments: [
            "status", "time", "blame", "critical-chain", "history", "actions", "wait", "values",
            "programs",
        ]
    )
    func jsonIsJSON(command: String) throws {
        let ran = try run(
            [command, "--json"],
            [
                "GetStatus": .replies([Reports.status(Reports.ready)]),
                "GetReport": .replies([Method.GetReport.Reply(Reports.ready).object()]),
                "ListActions": .replies([Self.page(Reports.ready)]),
                "ListValues": .replies([Method.ListValues.Reply([]).object()]),
                "ListLaunches": .replies([Method.ListLaunches.Reply([]).object()]),
                "ListPrograms": .replies([
                    Method.ListPrograms.Reply([], since: Reports.at(0)).object()
                ]),
            ]
        )
        #expect(ran.exitCode == 0)
        #expect(throws: Never.self) { try JSON(parsing: ran.output) }
    }

    private static func page(_ report: Report) -> JSONObject {
        ActionPage(listed: report.actions.map { ListedAction($0) }, now: .now).object(
            Offsets(processStart: report.processStart)
        )
    }

    @Test func jsonIsTheRecordsOfTheSocket() throws {
        let report = Reports.starting
        let offsets = Offsets(processStart: report.processStart)
        let answers: [String: StubDaemon.Answer] = [
            "GetStatus": .replies([Reports.status(Reports.ready)]),
            "GetReport": .replies([Method.GetReport.Reply(report).object()]),
            "ListActions": .replies([Self.page(report)]),
        ]
        let records: [([String], JSON)] = [
            (["status"], report.json),
            (["actions"], .array(report.actions.map { $0.json(offsets) })),
            (["wait"], Reports.status(Reports.ready)["status"] ?? .null),
            (["wait", "--for", "sdk-init"], report.operations[0].json(offsets)),
            (["wait", "--for", "a0"], report.actions[1].json(offsets)),
        ]
        for (arguments, record) in records {
            let ran = try run(arguments + ["--json"], answers)
            #expect(try JSON(parsing: ran.output) == record)
        }
    }

    @Test func theChainIsPrintedWithItsParts() throws {
        let report = Reports.ready
        let ran = try run(
            ["critical-chain", "--json"],
            ["GetReport": .replies([Method.GetReport.Reply(report).object()])]
        )
        #expect(try JSON(parsing: ran.output) == .array(report.criticalChain().map(\.json)))
    }

    /// Only commands that print every operation ask for the report.
    @Test func waitingForReadinessTakesNoReport() throws {
        let ran = try run(["wait"], ["GetStatus": .replies([Reports.status(Reports.failed)])])
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors
                == "slipway: 'storefront' failed: 'sdk-init' failed: exit status 3; "
                + "skipped 'feature-toggles'\n"
        )
    }

    @Test func whatTheServerRefusesIsSaidInWords() throws {
        let refusal = ConnectionRefusal.tooManyWaiting(limit: 8, yours: 8)
        let ran = try run(
            ["send", "open-url"],
            ["Submit": .error(refusal.varlinkError)]
        )
        #expect(ran.exitCode == 1)
        #expect(ran.errors == "slipway: \(refusal)\n")
    }

    @Test func withoutADaemonNothingCanBeFoundOut() throws {
        let ran = try CapturedOutput.run(["status", "--socket", "/nonexistent/socket"])
        #expect(ran.exitCode == 2)
        #expect(ran.errors.hasPrefix("slipway: cannot connect to /nonexistent/socket: "))
    }

    private func run(
        _ arguments: [String],
        _ answers: [String: StubDaemon.Answer]
    ) throws -> (exitCode: Int32, output: String, errors: String) {
        let daemon = try StubDaemon(answers)
        return try withExtendedLifetime(daemon) {
            try CapturedOutput.run(["--socket", daemon.path] + arguments)
        }
    }
}
