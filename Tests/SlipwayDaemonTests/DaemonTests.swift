import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The daemon as a process: its socket, its exit status and its output.
@Suite(.timeLimit(.minutes(5)))
struct DaemonTests {
    /// Ready once the file `gate` exists; its action prints its payload to standard error.
    private static let gated = """
        name: gated
        operations:
          gate: { wait: { file: "${env.GATE}" } }
          answer: { exec: { command: [/bin/echo, '{"id": 42}'], output: json } }
        actions:
          note:
            requires: [gate]
            queue: main
            exec: [/bin/sh, -c, 'echo "noted $1 for $2" >&2', note, "${payload.text}", "${operations.answer.value.id}"]
            parameters: { text: { type: string, required: true, maxLength: 100 } }
        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var gate: String { folder.url.appending(path: "gate").path() }

    private func openGate() throws { try Data().write(to: URL(filePath: gate)) }

    private func gatedDaemon() async throws -> RunningDaemon {
        try await RunningDaemon(Self.gated, environment: ["GATE": gate])
    }

    @Test func answersBeforeAnyOperationHasEnded() async throws {
        let daemon = try await gatedDaemon()
        let status = try daemon.client().call(Method.GetStatus()).status
        #expect(status.name == "gated")
        #expect(status.phase == .starting)
        #expect(await daemon.stop().status == 0)
    }

    @Test func anActionThatCameTooEarlyWaitsAndRunsOnce() async throws {
        let daemon = try await gatedDaemon()
        let client = try daemon.client()
        let request = Method.Submit(kind: "note", payload: ["text": "early"])
        let accepted = try client.call(request)
        #expect(
            accepted.action.state == .waiting(missing: ["gate"])
                || accepted.action.state == .waiting(missing: ["gate", "answer"])
        )
        #expect(accepted.durability == .memory)
        try openGate()
        try await eventually("the action is done") {
            try client.call(Method.ListActions()).actions.map(\.state) == [
                .done
            ]
        }
        let output = await daemon.stop().output
        #expect(output.components(separatedBy: "noted early for 42").count == 2)
    }

    @Test func aSenderCanWaitUntilItsActionIsDone() async throws {
        let daemon = try await gatedDaemon()
        try openGate()
        let request = Method.Submit(kind: "note", payload: ["text": "x"], wait: .done)
        let reply = try daemon.client().call(request)
        #expect(reply.action.state == .done)
        #expect(!reply.waitTimedOut)
    }

    @Test func aWaitThatTimesOutIsNoFailure() async throws {
        let daemon = try await gatedDaemon()
        let request = Method.Submit(
            kind: "note",
            payload: ["text": "x"],
            wait: .done,
            timeout: .milliseconds(20)
        )
        let reply = try daemon.client().call(request)
        #expect(reply.waitTimedOut)
        #expect(!reply.action.state.isEnded)
    }

    @Test func theSameKeyAndPayloadAreTheSameAction() async throws {
        let daemon = try await gatedDaemon()
        let client = try daemon.client()
        let request = Method.Submit(kind: "note", payload: ["text": "x"], key: "k")
        let first = try client.call(request)
        let second = try client.call(request)
        #expect(!first.isDuplicate && second.isDuplicate)
        #expect(first.action.id == second.action.id)
        #expect(try client.call(Method.ListActions()).actions.count == 1)
    }

    @Test func theSameKeyWithAnotherPayloadIsAConflict() async throws {
        let daemon = try await gatedDaemon()
        let client = try daemon.client()
        _ = try client.call(Method.Submit(kind: "note", payload: ["text": "x"], key: "k"))
        let other = Method.Submit(kind: "note", payload: ["text": "y"], key: "k")
        #expect(refusal(other, client)?.name == "org.slipway.Launch.Conflict")
    }

    @Test(arguments: [
        (Method.Submit(kind: "nope"), "UnknownKind"),
        (Method.Submit(kind: "note"), "InvalidPayload"),
        (Method.Submit(kind: "note", payload: ["text": 7]), "InvalidPayload"),
        (Method.Submit(kind: "note", payload: ["text": "x", "more": true]), "InvalidPayload"),
        (
            Method.Submit(
                kind: "note",
                payload: ["text": .string(String(repeating: "x", count: 70_000))]
            ),
            "PayloadTooLarge"
        ),
    ])
    func refusesWithATypedError(request: Method.Submit, error: String) async throws {
        let daemon = try await gatedDaemon()
        let client = try daemon.client()
        #expect(refusal(request, client)?.name == "org.slipway.Launch.\(error)")
        #expect(try client.call(Method.ListActions()).actions.isEmpty)
    }

    @Test func anActionWhoseOperationFailedIsRefusedWithItsName() async throws {
        let daemon = try await RunningDaemon(
            """
            name: refuses
            operations:
              extra: { optional: true, exec: [/bin/false] }
            actions:
              act: { requires: [extra], sleep: 1ms }
            """
        )
        let client = try daemon.client()
        try await eventually("it is ready") {
            try client.call(Method.GetReport()).launch.phase == .ready(degraded: true)
        }
        let error = refusal(Method.Submit(kind: "act"), client)
        #expect(error?.name == "org.slipway.Launch.LaunchFailed")
        #expect(error?.parameters["operation"] == "extra")
    }

    private func refusal(_ request: Method.Submit, _ client: ControlClient) -> VarlinkError? {
        do throws(ControlClientError) {
            _ = try client.answer(to: request)
            return nil
        } catch {
            guard case .refused(let error) = error else { return nil }
            return error
        }
    }

    @Test func aWatcherSeesTheLaunchAndEveryChangeToItsEnd() async throws {
        let daemon = try await gatedDaemon()
        let client = try daemon.client()
        var fold = ReportFold()
        var report: Report? { fold.report }
        try client.stream("org.slipway.Launch.Watch") { parameters, _ in
            fold.apply(try WatchReply(parameters, following: report))
            if report?.phase == .starting { try openGate() }
            if report?.phase == .ready(degraded: false) { daemon.program.terminate() }
            return true
        }
        #expect(report?.phase == .stopped)
        #expect(report?.operations.allSatisfy { $0.outcome == .succeeded } == true)
        #expect(await daemon.program.result().status == 0)
    }

    @Test func aFailedLaunchExitsWithOneAndNamesTheOperation() async throws {
        let result = try await run(
            "name: f\noperations: { broken: { exec: [/bin/sh, -c, 'echo no key >&2; exit 3'] } }"
        )
        #expect(result.status == 1)
        #expect(result.output.contains("'broken'"))
        #expect(result.output.contains("exited with 3: no key"))
    }

    @Test func aLaunchThatIsLateExitsWithOneAndSaysWhoIs() async throws {
        let result = try await run("name: f\ndeadline: 50ms\noperations: { slow: { sleep: 10m } }")
        #expect(result.status == 1)
        #expect(result.output.contains("'slow'"))
    }

    @Test func sigtermDuringStartupIsAnOrdinaryEnd() async throws {
        let daemon = try await gatedDaemon()
        let result = await daemon.stop()
        #expect(result.status == 0)
        #expect(!FileManager.default.fileExists(atPath: daemon.socket))
    }

    @Test func whatSucceededIsTornDownInReverse() async throws {
        let daemon = try await RunningDaemon(
            """
            name: teardown
            operations:
              first: { exec: [/bin/true], stop: [/bin/sh, -c, 'echo stop first >&2'] }
              second: { requires: [first], exec: [/bin/true], stop: [/bin/sh, -c, 'echo stop second >&2'] }
            """
        )
        let client = try daemon.client()
        try await eventually("it is ready") {
            try client.call(Method.GetReport()).launch.phase == .ready(degraded: false)
        }
        let output = await daemon.stop().output
        let second = try #require(output.range(of: "stop second"))
        let first = try #require(output.range(of: "stop first"))
        #expect(second.lowerBound < first.lowerBound)
    }

    @Test func stepsAreRetriedDegradedGroupedSkippedAndWritten() async throws {
        let target = folder.url.appending(path: "written")
        let daemon = try await RunningDaemon(
            """
            name: kinds
            operations:
              token:
                exec: [/bin/false]
                retry: { attempts: 2, initial: 1ms }
                fallback: { value: { key: k } }
              login:
                group:
                  value: user
                  operations:
                    user:
                      exec:
                        command: [/bin/sh, -c, 'echo "$1"; exit 3', sh, "${operations.token.value.key}"]
                        output: text
                      success: [3]
              save:
                when: { value: "${operations.login.value}", equals: k }
                write: { path: "${env.TARGET}", content: "${operations.login.value}" }
              never: { when: { exists: /nonexistent }, exec: [/bin/false] }
            """,
            environment: ["TARGET": target.path()]
        )
        let client = try daemon.client()
        try await eventually("it is ready, though degraded") {
            try client.call(Method.GetReport()).launch.phase == .ready(degraded: true)
        }
        let report = try client.call(Method.GetReport()).launch
        #expect(
            report.operations.map { "\($0.name) \($0.outcome?.word ?? "-")" }
                == [
                    "token degraded", "user succeeded", "login succeeded", "save succeeded",
                    "never \(Outcome.notNeeded(condition: "").word)",
                ]
        )
        #expect(try String(contentsOf: target, encoding: .utf8) == "k")
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: [
        (
            "name: x\noperations: { a: { requires: [b], sleep: 1ms }, b: { requires: [a], sleep: 1ms } }",
            "dependency cycle 'a' -> 'b' -> 'a'"
        ),
        (
            "name: x\noperations: { a: { requires: [bb], sleep: 1ms }, b: { sleep: 1ms } }",
            "did you mean 'b'?"
        ),
        (
            "name: x\npriorities: learned\noperations: { a: { sleep: 1ms } }",
            "not supported yet"
        ),
        ("name: x\noperations: { a: { sleep: 5 } }", "operations.a.sleep"),
        ("name: x\n  bad: [", "tested.yaml:"),
    ])
    func aFaultyConfigurationExitsWith78AndSaysWhere(text: String, message: String) async throws {
        let result = try await run(text)
        #expect(result.status == 78)
        #expect(result.output.contains(message), "\(result.output)")
    }

    @Test func aMissingConfigurationExitsWith78() async throws {
        let result = try await slipwayd(["--config", "/nonexistent/app.yaml"])
        #expect(result.status == 78)
        #expect(result.output.contains("/nonexistent/app.yaml"))
    }

    /// The memory of a process is a file that cannot be read at its beginning.
    @Test func aConfigurationThatTheMachineCannotReadNowExitsWith1() async throws {
        let result = try await slipwayd(["--config", "/proc/self/mem"])
        #expect(result.status == 1)
        #expect(result.output == "/proc/self/mem: cannot read: Input/output error (EIO)\n")
    }

    @Test func checkSaysWhetherItIsRightAndRunsNothing() async throws {
        let file = folder.url.appending(path: "c.yaml")
        try Data("name: c\noperations: { a: { exec: [/bin/false] } }".utf8).write(to: file)
        let result = try await slipwayd(["--config", file.path(), "--check"])
        #expect(result.status == 0)
        #expect(result.output.contains("1 operation"))
    }

    @Test(arguments: [[], ["--config"], ["--nope"], ["--config", "a", "b"], ["--check=yes"]])
    func aWrongCommandLineExitsWith64AndShowsTheUsage(arguments: [String]) async throws {
        let result = try await slipwayd(arguments)
        #expect(result.status == 64)
        #expect(result.output.contains("USAGE: slipwayd"))
    }

    @Test func anArgumentThatIsNotUTF8IsNamed() async throws {
        let result = try await Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: [
                "-c", #"exec "$0" --config a --action "b=c=$(printf '\377')""#,
                Checkout.programs.appending(path: "slipwayd").path(),
            ]
        ).run()
        #expect(result.status == 64)
        #expect(result.output.hasPrefix(#"slipwayd: argument 4, 'b=c=\xff', is not UTF-8"#))
    }

    @Test func actionsOfTheCommandLineComeBeforeAllOthers() async throws {
        let daemon = try await RunningDaemon(
            Self.gated,
            arguments: ["--action", "note=text=first", "--action=note={\"text\": \"second\"}"],
            environment: ["GATE": gate]
        )
        let client = try daemon.client()
        let actions = try client.call(Method.ListActions()).actions
        #expect(actions.count == 2)
        let first = try client.call(Method.GetAction("\(actions[0].id)"))
        #expect(first.payload == ["text": "first"])
        #expect(first.sender?.uid == geteuid())
        let request = Method.Submit(kind: "note", payload: ["text": "third"], wait: .done)
        try openGate()
        _ = try client.call(request)
        let lines = await daemon.stop().output.split(separator: "\n").filter {
            $0.contains("noted ")
        }
        #expect(lines.map { $0.contains("first") } == [true, false, false])
        #expect(lines.last?.contains("third") == true)
    }

    @Test(
        arguments: [
            (
                "nope=text=x",
                "slipwayd: option '--action nope': no kind of launch action is named 'nope'; known "
                    + "are 'note'\n"
            ),
            (
                "note",
                "slipwayd: option '--action note': cannot send action: payload key 'text': is "
            ),
            ("note={", "slipwayd: option '--action note': cannot read JSON: "),
        ],
        [[], ["--check"]]
    )
    func aWrongActionOfTheCommandLineExitsWith64BeforeAnythingStarts(
        action: (text: String, message: String),
        arguments: [String]
    ) async throws {
        let file = folder.url.appending(path: "gated.yaml")
        let yaml = Self.gated.replacing("wait: { file: \"${env.GATE}\" }", with: "sleep: 1h")
        try Data(yaml.utf8).write(to: file)
        let socket = folder.url.appending(path: "socket").path()
        let result = try await slipwayd(
            ["--config", file.path(), "--socket", socket, "--action", action.text] + arguments
        )
        #expect(result.status == 64)
        #expect(result.output.hasPrefix(action.message), "\(result.output)")
        #expect(result.output.split(separator: "\n").count == 1)
    }

    @Test func aSecondDaemonOnTheSameSocketIsTurnedAway() async throws {
        let daemon = try await gatedDaemon()
        let file = folder.url.appending(path: "second.yaml")
        try Data("name: second".utf8).write(to: file)
        let result = try await slipwayd(["--config", file.path(), "--socket", daemon.socket])
        #expect(result.status == 1)
        #expect(result.output.contains("is another daemon running?"))
        #expect(throws: Never.self) { try daemon.client().call(Method.GetStatus()) }
    }

    private func run(_ configuration: String) async throws -> Program.Result {
        let file = folder.url.appending(path: "tested.yaml")
        try Data(configuration.utf8).write(to: file)
        return try await slipwayd(
            ["--config", file.path(), "--socket", folder.url.appending(path: "s").path()])
    }

    private func slipwayd(_ arguments: [String]) async throws -> Program.Result {
        try await Program(
            executable: Checkout.programs.appending(path: "slipwayd"),
            arguments: arguments
        ).run()
    }
}
