import Foundation
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// `slipway simulate`, `what-if`, `advise` and `compare` with files.
struct SimulationCommandTests {
    private static let text = """
        name: shop
        deadline: 3s
        operations:
          sdk: { queue: main, sleep: 1s, timeout: 1s }
          login:
            requires: [sdk]
            optional: true
            group:
              operations:
                token: { sleep: 1s, timeout: 500ms, retry: { attempts: 2, initial: 100ms, jitter: 0 } }
          web: { requires: [sdk], exec: { command: [web], ready: notify }, ended: restart }
        actions:
          open: { requires: [login], sleep: 1s }
        """

    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.write(Self.text, to: "shop.yaml")
    }

    private func json(_ arguments: [String], exitCode: Int32 = 0) throws -> JSON {
        let ran = try CapturedOutput.run(arguments + ["--json"])
        #expect(ran.exitCode == exitCode, "\(ran.errors)")
        return try JSON(parsing: ran.output)
    }

    /// The file of a launch in which these took that long.
    private func report(_ durations: [String: Int], to name: String) throws -> String {
        let words = durations.sorted { $0.key < $1.key }.flatMap {
            ["--duration", "\($0.key)=\($0.value)ms"]
        }
        let launch = try json(["simulate", file] + words)["launch"]
        return try folder.write(try #require(launch).compact, to: name)
    }

    @Test func aLaunchIsSimulatedWithTheTimesThatAreGiven() throws {
        let ran = try CapturedOutput.run([
            "simulate", file, "--duration", "sdk=400ms", "--duration", "token=200ms", "--default",
            "50ms",
        ])
        #expect(ran.exitCode == 0)
        #expect(
            ran.output.hasPrefix(
                "Startup finished in 600ms: 0 before launch + 600ms launch; 3 operations\n"
            )
        )
        #expect(ran.output.contains("\n└─token @400ms +200ms\n  └─sdk @0 +400ms\n"))
    }

    @Test func itsJSONHasChainAndLaunch() throws {
        let answer = try json(["simulate", file, "--duration", "sdk=400ms"])
        #expect(answer["time"]?["totalUSec"] == 400_000)
        #expect(answer.value(at: ["launch", "operations", "0", "endedUSec"]) == 400_000)
        #expect(answer["criticalChain"]?.arrayValue?.isEmpty == false)
    }

    @Test func theTimesOfALaunchCountAndThoseThatAreGivenCountMore() throws {
        let kept = try report(["sdk": 300, "token": 250], to: "kept.json")
        let answer = try json(["simulate", file, "--from", kept])
        #expect(answer["time"]?["totalUSec"] == 550_000)
        let changed = try json(["simulate", file, "--from", kept, "--duration", "sdk=100ms"])
        #expect(changed["time"]?["totalUSec"] == 350_000)
    }

    @Test func whatIfHasARowForEachTrouble() throws {
        let answer = try json(["what-if", file])
        let rows = try #require(answer["rows"]?.arrayValue)
        #expect(rows.count == 1 + 3 * 3 + 1)
        #expect(rows.first?["launch"] == "ready")
        let hang = try #require(rows.first { $0["operation"] == "token" && $0["if"] == "hangs" })
        #expect(hang["launch"] == "degraded")
        #expect(hang["afterUSec"] == 1_200_000)
        #expect(hang["actions"] == [["kind": "open", "answer": "fails", "operation": "login"]])
        #expect(answer["unbounded"] == ["web"])
        let death = try #require(rows.first { $0["if"] == "dies" })
        #expect(death["operation"] == "web" && death["launch"] == "degraded")
    }

    @Test func aRequirementThatIsBrokenExitsWith1() throws {
        let answer = try json(
            ["what-if", file, "--require", "hangs: ready within 2s"],
            exitCode: 1
        )
        #expect(answer["broken"]?[0]?["requirement"] == "hangs: ready within 2s")
        #expect(
            answer["broken"]?[0]?["rows"]?.arrayValue?.map { $0["operation"] } == ["sdk", "web"]
        )
        let ran = try CapturedOutput.run(["what-if", file, "--require", "ends within 3s"])
        #expect(ran.exitCode == 0)
    }

    @Test func adviceComesFromAFile() throws {
        let kept = try report(["sdk": 300, "token": 250], to: "kept.json")
        let answer = try json(["advise", "--from", kept, "--config", file])
        #expect(answer["readyUSec"] == answer["replayedUSec"])
        #expect(answer["faster"]?[0]?["operation"] == "sdk")
        #expect(answer["faster"]?[0]?["gainUSec"] == 150_000)
        let ran = try CapturedOutput.run(["advise", "--from", kept])
        #expect(ran.output.contains("sdk 50% faster: ready 150ms sooner (it took 300ms)"))
    }

    @Test func twoFilesAreCompared() throws {
        let first = try report(["sdk": 300, "token": 250], to: "first.json")
        let second = try report(["sdk": 300, "token": 400], to: "second.json")
        let ran = try CapturedOutput.run(["compare", "--from", first, second])
        #expect(ran.output.hasPrefix("ready 150ms later (550ms, then 700ms): token +150ms\n"))
        #expect(try json(["compare", "--from", first, second])["differenceUSec"] == 150_000)
        // Also without the option, as for 'plot --compare'.
        #expect(try json(["compare", first, second])["differenceUSec"] == 150_000)
    }

    @Test func whatIsNoReportIsNamed() throws {
        let other = try folder.write("{\"name\": 1}", to: "other.json")
        let ran = try CapturedOutput.run(["advise", "--from", other])
        #expect(ran.exitCode == 64)
        #expect(ran.errors.hasPrefix("slipway: '\(other)' is no report of a launch: "))
        let missing = try CapturedOutput.run(["advise", "--from", "/nowhere/report.json"])
        #expect(missing.exitCode == 2)
        #expect(
            missing.errors
                == "slipway: cannot read '/nowhere/report.json': No such file or directory (ENOENT)\n"
        )
    }
}
