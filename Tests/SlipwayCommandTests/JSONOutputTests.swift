import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayVarlink
import Testing

/// What `--json` prints: the records of the socket.
struct JSONOutputTests {
    @Test(
        arguments: [
            "status", "time", "blame", "critical-chain", "history", "actions", "wait", "values",
            "programs",
        ]
    )
    func jsonIsJSON(command: String) throws {
        let ran = try StubDaemon.run(
            [command, "--json"],
            [
                "GetStatus": .replies([Reports.status(Reports.ready)]),
                "GetReport": .replies([Method.GetReport.Reply(Reports.ready).object()]),
                "ListActions": .replies([Reports.page(Reports.ready)]),
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

    @Test func jsonIsTheRecordsOfTheSocket() throws {
        let report = Reports.starting
        let offsets = Offsets(processStart: report.processStart)
        let answer = Method.GetReport.Reply(report).object()
        var launch = try #require(report.json.objectValue)
        launch["generation"] = answer["generation"]
        let answers: [String: StubDaemon.Answer] = [
            "GetStatus": .replies([Reports.status(Reports.ready)]),
            "GetReport": .replies([answer]),
            "ListActions": .replies([Reports.page(report)]),
        ]
        let records: [([String], JSON)] = [
            (["status"], .object(launch)),
            (["actions"], .array(report.actions.map { $0.json(offsets) })),
            (["wait"], Reports.status(Reports.ready)["status"] ?? .null),
            (["wait", "--for", "sdk-init"], report.operations[0].json(offsets)),
            (["wait", "--for", "a0"], report.actions[1].json(offsets)),
        ]
        for (arguments, record) in records {
            let ran = try StubDaemon.run(arguments + ["--json"], answers)
            #expect(try JSON(parsing: ran.output) == record)
        }
    }

    @Test func theChainIsPrintedWithItsParts() throws {
        let report = Reports.ready
        let ran = try StubDaemon.run(
            ["critical-chain", "--json"],
            ["GetReport": .replies([Method.GetReport.Reply(report).object()])]
        )
        #expect(try JSON(parsing: ran.output) == .array(report.criticalChain().map(\.json)))
    }
}
