import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

/// `slipway programs`.
struct ProgramListTests {
    private static let web = ProgramStatus(
        name: "web",
        state: .running,
        since: Reports.at(4000),
        startedAt: Reports.at(3900),
        readyAt: Reports.at(4000),
        pid: 77,
        restarts: 2,
        earlier: [
            ProgramRun(
                startedAt: Reports.at(100),
                readyAt: Reports.at(180),
                endedAt: Reports.at(2000),
                pid: 71,
                reason: "exited with 3: no\u{1B}[31m"
            ),
            ProgramRun(startedAt: Reports.at(2100), endedAt: Reports.at(2900), pid: 72),
        ]
    )
    private static let worker = ProgramStatus(
        name: "worker",
        state: .pausing(next: Reports.at(6000)),
        since: Reports.at(4500),
        startedAt: Reports.at(100),
        reason: "was killed by SIGKILL"
    )

    private func text(_ programs: [ProgramStatus], runs: Bool = false) -> [String] {
        ProgramListText(
            programs: programs,
            processStart: Reports.at(0),
            showsRuns: runs,
            now: Reports.at(5000),
            style: .plain
        ).text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test func eachHasItsStateItsUseAndItsLastEnd() {
        var web = Self.web
        web.use = ResourceUse(memory: 45_678_901, processorTime: .milliseconds(1234), processes: 3)
        #expect(
            text([web, Self.worker]) == [
                "PROGRAM STATE SINCE PID RESTARTS PROCESSES MEMORY CPU LAST END",
                "web running 1s 77 2 3 43.5M 1.234s 3s ago: exited with 3: no\\u{1B}[31m",
                "worker pausing, starts again in 1s 500ms - 0 - - - 500ms ago: was killed by SIGKILL",
            ]
        )
        #expect(text([]) == ["no program was started"])
    }

    @Test func oneThatAnOperatorStoppedSaysWhoItWas() {
        var web = ProgramStatus(name: "web", state: .stopped, since: Reports.at(4000))
        web.stop = OperatorStop(uid: 1000, user: "ann", at: Reports.at(3000))
        #expect(text([web]).last == "web stopped by user 1000 (ann) 1s - 0 - - - -")
        #expect(web.words(at: Reports.at(5000)) == "was stopped by user 1000 (ann) 2s ago")
    }

    @Test func ofAChosenOneEveryRunIsListed() {
        #expect(
            text([Self.web], runs: true).suffix(3) == [
                "'web' ran before",
                "pid 71, @100ms, ready in 80ms, ended after 1.900s: exited with 3: no\\u{1B}[31m",
                "pid 72, @2.100s, ended after 800ms",
            ]
        )
    }

    @Test func anUnknownNameIsNamedWithTheNearest() throws {
        let reply = Method.ListPrograms.Reply([Self.web], since: Reports.at(0))
        let stub = try StubDaemon(["ListPrograms": .replies([reply.object()])])
        let ran = try CapturedOutput.run(["programs", "wbe", "--socket", stub.path])
        #expect(ran.exitCode == 1)
        #expect(ran.errors == "slipway: no program is named 'wbe'; did you mean 'web'?\n")
        let found = try CapturedOutput.run(["programs", "web", "--json", "--socket", stub.path])
        #expect(try JSON(parsing: found.output) == reply.json())
    }
}
