import Foundation
import Slipway
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import SlipwayTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ExecBodyTests {
    @Test(
        arguments: [
            (.none, .null),
            (.json, ["id": "u-1042", "tags": [1, 2]]),
            (.text, "{\"id\": \"u-1042\",\n \"tags\": [1, 2]}"),
            (.lines, ["{\"id\": \"u-1042\",", " \"tags\": [1, 2]}"]),
        ] as [(ExecSpecification.Output, JSON)]
    )
    func outputIsTheValueThatTheConfigurationSays(
        _ output: ExecSpecification.Output,
        _ value: JSON
    ) async throws {
        let script = #"printf '{"id": "u-1042",\n "tags": [1, 2]}\n'"#
        // No output where the value is null: standard output is then the test's own.
        let body = BodySpecification.shell(output == .none ? "true" : script, output: output)
        #expect(try await BodyRunner.quiet().run(body) == value)
    }

    @Test(
        arguments: [
            ("printf 'a\\n\\nb'", ["a", "", "b"]),
            ("printf 'a\\nb\\n'", ["a", "b"]),
            ("printf 'a\\n\\n'", ["a", ""]),
            ("true", []),
        ] as [(String, [JSON])]
    )
    func everyLineCountsAndAFinalNewlineEndsTheLast(_ script: String, _ lines: [JSON]) async throws
    {
        let value = try await BodyRunner.quiet().run(.shell(script, output: .lines))
        #expect(value == .array(lines))
    }

    @Test func argumentsReachTheProgramUnchanged() async throws {
        let value = try await BodyRunner.quiet().run(
            .program("printf", "%s|", "a b", "$HOME;`ls`", "*", "", "é'\"", output: .text)
        )
        #expect(value == "a b|$HOME;`ls`|*||é'\"|")
    }

    @Test func templatesAreFilledInEverywhere() async throws {
        let reference = Template(segments: [.literal("<"), .reference(.environment("WHO"))])
        let folder = try TemporaryFolder()
        let body = BodySpecification.program(
            "/bin/sh",
            "-c",
            "echo \"$1 $X $(cat) $PWD\"",
            "sh",
            reference,
            environment: ["X": reference],
            directory: Template(segments: [.reference(.payload(path: ["folder"]))]),
            stdin: reference,
            output: .text
        )
        let values = TemplateValues(
            payload: ["folder": .string(folder.path)],
            environment: ["WHO": "ada"]
        )
        #expect(
            try await BodyRunner.quiet().run(body, values: values)
                == "<ada <ada <ada \(folder.path)"
        )
    }

    @Test func childrenInheritTheEnvironmentWithoutWhatIsTheDaemons() async throws {
        let runner = BodyRunner.quiet([
            "KEPT": "yes", "REPLACED": "old", "1BAD": "x", "INVOCATION_ID": "abc",
            "NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1",
            "LISTEN_FDS": "1", "LISTEN_PID": "1", "LISTEN_FDNAMES": "a", "LISTEN_PIDFDID": "1",
            "FDSTORE": "1", "MAINPID": "1", "JOURNAL_STREAM": "8:9",
        ])
        let body = BodySpecification.program(
            "/usr/bin/env",
            environment: ["REPLACED": "new"],
            output: .lines
        )
        let values = TemplateValues(launchID: "launch-7")
        let lines = try await runner.run(
            body,
            of: BodyOwner(name: "user-data"),
            values: values,
            grace: .seconds(30)
        )
        let all = lines.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(
            Set(all) == [
                "KEPT=yes", "REPLACED=new", "1BAD=x", "INVOCATION_ID=abc", "PATH=/usr/bin:/bin",
                "LAUNCH_ID=launch-7", "LAUNCH_OPERATION=user-data",
            ]
        )
    }

    @Test(arguments: [("k1", "k1"), (nil, "a1")] as [(String?, String)])
    func theProgramOfAnActionKnowsWhatItHandles(key: String?, shown: String) async throws {
        let owner = BodyOwner(name: "open", action: ActionID("a1"), attempt: 3, key: key)
        var values = TemplateValues()
        values.action = owner.recognition
        let script: Template = "echo $LAUNCH_ACTION_ID $LAUNCH_ACTION_ATTEMPT $LAUNCH_ACTION_KEY"
        let parts: [ValueReference.ActionPart] = [.id, .attempt, .key]
        #expect(parts.map { values.action[$0] } == ["a1", "3", shown])
        let told = try await BodyRunner.quiet().run(
            .program("sh", "-c", script, output: .text),
            of: owner,
            values: values,
            grace: .seconds(30)
        )
        #expect(told == .string("a1 3 \(shown)"))
    }

    @Test func childrenHaveDefaultSignalsAndNoDescriptorsOfTheDaemon() async throws {
        let status = try await BodyRunner.quiet().run(
            .program("grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status", output: .lines)
        )
        let masks = status.arrayValue?.compactMap { $0.stringValue?.suffix(16) }
        #expect(masks == ["0000000000000000", "0000000000000000"])
        // 3 is the folder that ls reads.
        let descriptors = try await BodyRunner.quiet().run(
            .program("ls", "/proc/self/fd", output: .lines)
        )
        #expect(descriptors == ["0", "1", "2", "3"])
    }

    @Test func childrenLeadASessionOfTheirOwn() async throws {
        let value = try await BodyRunner.quiet().run(
            .shell("echo $$; cut -d' ' -f5,6 /proc/$$/stat", output: .lines)
        )
        let lines = value.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(lines.count == 2)
        #expect(lines.last == "\(lines.first ?? "") \(lines.first ?? "")")
    }

    @Test(arguments: [0, 1, 65_536, 65_537, 1 << 20])
    func inputOfAnySizeArrivesWhole(_ size: Int) async throws {
        let input = Template(literal: String(repeating: "x", count: size))
        let value = try await BodyRunner.quiet().run(
            .program("wc", "-c", stdin: input, output: .json)
        )
        #expect(value == .integer(Int64(size)))
    }

    @Test func aChildNeedNotReadItsInput() async throws {
        let input = Template(literal: String(repeating: "x", count: 500_000))
        #expect(try await BodyRunner.quiet().run(.program("true", stdin: input)) == .null)
        let closed = BodySpecification.shell("exec <&-; echo fine", stdin: input, output: .text)
        #expect(try await BodyRunner.quiet().run(closed) == "fine")
    }

    @Test func inputPastTheLimitIsRefused() async {
        let input = Template(literal: String(repeating: "x", count: 1 << 20 + 1))
        let failure = await BodyRunner.quiet().failure(.program("true", stdin: input))
        #expect(failure == "cannot run 'true': its input is longer than 1048576 bytes")
    }

    @Test func standardErrorIsPassedOn() async throws {
        let folder = try TemporaryFolder()
        let log = open(try folder.write("", to: "log"), O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(log) }
        let runner = BodyRunner.quiet(standardError: log)
        _ = try await runner.run(.shell("echo one >&2; printf 'two\\nthree' >&2"))
        #expect(try folder.read("log") == "step: one\nstep: two\nstep: three\n")
    }

    @Test func aBrokenStandardErrorFailsNoOne() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let runner = BodyRunner.quiet(standardError: ends[1])
        #expect(try await runner.run(.shell("echo lost >&2; echo kept", output: .text)) == "kept")
    }

    @Test func aGrandchildThatKeepsTheOutputOpenHangsNoOne() async throws {
        let value = try await BodyRunner.quiet().run(
            .shell("sleep 1000 & echo $!; echo bye >&2", output: .json)
        )
        let grandchild = try #require(value.integerValue)
        // A successful step may leave a process behind: start scripts do.
        #expect(kill(pid_t(grandchild), SIGKILL) == 0)
    }

    @Test func aGrandchildThatNeverStopsTalkingHangsNoOne() async throws {
        let failure = await BodyRunner.quiet().failure(.shell("yes >&2 & yes >&2 & exit 3"))
        let isEnd = failure?.hasPrefix("'/bin/sh' exited with 3") == true
        #expect(isEnd, "\(failure ?? "none")")
    }
}
