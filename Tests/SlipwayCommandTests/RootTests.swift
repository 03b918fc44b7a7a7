import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
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
        let ran = try StubDaemon.run(
            arguments,
            [
                "GetStatus": .replies([Reports.status(report)]),
                "GetReport": .replies([Method.GetReport.Reply(report).object()]),
                "ListActions": .replies([Reports.page(report)]),
                "Watch": .silence(after: [["launch": report.json]]),
            ]
        )
        #expect(ran.exitCode == exitCode)
        #expect(ran.output.split(separator: "\n").first.map(String.init) ?? "" == firstLine)
        #expect(ran.errors.isEmpty == (exitCode == 0 || !ran.output.isEmpty))
    }

    @Test func withJSONAFailureIsJSONToo() throws {
        let refusal = LaunchRefusal.conflict(key: "k", id: "a1").varlinkError
        let ran = try StubDaemon.run(["send", "open", "--json"], ["Submit": .error(refusal)])
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
        let ran = try StubDaemon.run(["status"], ["GetReport": answer])
        #expect(ran.exitCode == 2)
        #expect(ran.output == "")
        #expect(ran.errors.hasPrefix("slipway: cannot "))
    }

    @Test func unknownMembersOfARepliesAreNoFault() throws {
        var launch = Reports.ready.json.objectValue ?? [:]
        launch["surprise"] = ["of": "a newer daemon"]
        let ran = try StubDaemon.run(
            ["status"],
            ["GetReport": .replies([["launch": .object(launch), "more": 1]])]
        )
        #expect(ran.exitCode == 0)
    }

    @Test func aRefusalIsANoWithItsReason() throws {
        let refusal = LaunchRefusal.unknownKind("open-ulr", known: ["open-url"])
        let ran = try StubDaemon.run(
            ["send", "open-ulr"],
            ["Submit": .error(refusal.varlinkError)]
        )
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors
                == "slipway: no kind of launch action is named 'open-ulr'; known are 'open-url'\n"
        )
    }

    @Test func callPrintsEveryReplyOfAStream() throws {
        let ran = try StubDaemon.run(
            ["call", "Watch", "--more"],
            ["Watch": .replies([["a": 1], ["b": [2]]])]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == "{\"a\":1}\n{\"b\":[2]}\n")
    }

    @Test func callShowsAnErrorAsItCame() throws {
        let error = VarlinkError("org.varlink.service.MethodNotFound", ["method": "x"])
        let ran = try StubDaemon.run(["call", "org.example.Nothing"], ["Nothing": .error(error)])
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors == "slipway: org.varlink.service.MethodNotFound {\"method\":\"x\"}\n"
        )
    }

    @Test func explainPrintsTheDaemonsAnswer() throws {
        let explanation = try #require(Reports.starting.explanation(at: Reports.at(1214)))
        let ran = try StubDaemon.run(
            ["explain"],
            ["Explain": .replies([Method.Explain.Reply(explanation).object()])]
        )
        #expect(ran.output == explanation.text + "\n")
    }

    @Test func whatTheServerRefusesIsSaidInWords() throws {
        let refusal = ConnectionRefusal.tooManyWaiting(limit: 8, yours: 8)
        let ran = try StubDaemon.run(
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

    /// An empty list is no answer while what was stored cannot be read.
    @Test(
        arguments: [
            (
                .unavailable,
                "slipway: launch actions are not stored: a newer version of Slipway wrote it\n"
            ),
            (
                .awaited,
                "slipway: waits for the store of launch actions: a newer version of Slipway wrote it\n"
            ),
            (.absent, ""),
            (.failing, ""),
            (.damaged, ""),
        ] as [(StorageTrouble.Kind, String)]
    )
    func aStoreThatCannotBeReadIsNoEmptyOne(kind: StorageTrouble.Kind, words: String) throws {
        var report = Reports.ready
        report.storage = StorageTrouble(
            kind,
            "a newer version of Slipway wrote it",
            since: Reports.at(0)
        )
        for options in [[], ["--json"]] {
            let ran = try StubDaemon.run(
                ["actions"] + options,
                [
                    "ListActions": .replies([Reports.page(report)]),
                    "GetStatus": .replies([Reports.status(report)]),
                ]
            )
            #expect(ran.exitCode == 0)
            #expect(ran.errors == words)
        }
    }
}
