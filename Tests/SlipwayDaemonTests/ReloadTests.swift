import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// A running daemon that takes a new configuration.
@Suite(.timeLimit(.minutes(5)))
struct ReloadTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A step that leaves a line.
    func step(_ words: String) -> String {
        "[/bin/sh, -c, \"echo \(words) >>\(folder.path)/steps\"]"
    }

    /// A program that leaves a line when it is ready, and one when it is asked to end.
    func program(_ words: String) -> String {
        """
        { command: [/bin/sh, -c, "trap 'echo \(words) ends >>\(folder.path)/steps; exit' TERM; \
        echo \(words) >>\(folder.path)/steps; systemd-notify --ready; while :; do sleep 0.05; done"], \
        ready: notify }
        """
    }

    var steps: [String] {
        (try? folder.read("steps"))?.split(separator: "\n").map(String.init) ?? []
    }

    func daemon(_ configuration: String, arguments: [String] = []) async throws -> RunningDaemon {
        let daemon = try await RunningDaemon(
            "name: tested\ngrace: 5s\n" + configuration,
            arguments: ["--state-directory", "\(folder.path)/state"] + arguments,
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        try await daemon.untilReady()
        return daemon
    }

    @discardableResult
    func reload(
        _ daemon: RunningDaemon,
        _ configuration: String,
        isDryRun: Bool = false
    ) throws -> ReloadReply {
        try folder.write("name: tested\ngrace: 5s\n" + configuration, to: "tested.yaml")
        return try daemon.client().call(Method.Reload(isDryRun: isDryRun), timeout: .seconds(60))
    }

    func fates(_ reply: ReloadReply) -> [String: ReloadStep.Fate] {
        Dictionary(uniqueKeysWithValues: reply.operations.map { ($0.name, $0.fate) })
    }

    func pid(of name: String, _ daemon: RunningDaemon) throws -> Int32 {
        try #require(try daemon.report().programs.first { $0.name == name }?.pid)
    }

    @Test func whatDidNotChangeIsNotRunAgainAndItsProgramGoesOn() async throws {
        let before = """
            operations:
              user:
                exec: { command: [/bin/echo, '{"id": 7}'], output: json }
              step: { exec: \(step("step")) }
              web: { requires: [step], exec: \(program("web")) }
            """
        let daemon = try await daemon(before)
        let pid = try pid(of: "web", daemon)
        let after = before + "\n  late: { exec: \(step("late ${operations.user.value.id}")) }"
        for generation in 2...4 {
            let reply = try reload(daemon, after)
            #expect(reply.generation == generation)
            #expect(fates(reply)["web"] == .stays)
        }
        #expect(steps == ["step", "web", "late 7"])
        #expect(try self.pid(of: "web", daemon) == pid)
        #expect(try daemon.client().call(Method.GetStatus()).status.generation == 4)
        #expect(await daemon.stop().status == 0)
        #expect(steps.last == "web ends")
    }

    /// It counts from the beginning of the new generation, as the time that is shown beside it.
    @Test func theDeadlineOfAGenerationIsTheOneThatItDeclares() async throws {
        let text = "deadline: 10m\noperations: { step: { exec: \(step("step")) } }\n"
        let daemon = try await daemon(text)
        try reload(daemon, text.replacing("step: {", with: "other: {"))
        let report = try daemon.report()
        let deadline = try #require(report.deadline)
        #expect(report.processStart.duration(to: deadline) == .seconds(600))
        #expect(
            try daemon.client().call(Method.Explain()).explanation.steps.first?.budget
                == .seconds(600)
        )
        #expect(await daemon.stop().status == 0)
    }

    /// What only comes after it stays.
    @Test func aChangedStepIsUndoneBeforeItRunsAndWhatDependsOnItRunsAgain() async throws {
        func text(_ version: Int) -> String {
            """
            operations:
              schema: { exec: \(step("schema \(version)")), stop: \(step("drop \(version)")) }
              fill: { requires: [schema], exec: \(step("fill")), stop: \(step("empty")) }
              other: { after: [schema], exec: \(step("other")), stop: \(step("no other")) }
            """
        }
        let daemon = try await daemon(text(1))
        let before = steps.count
        let reply = try reload(daemon, text(2))
        #expect(fates(reply) == ["schema": .replaced, "fill": .replaced, "other": .stays])
        #expect(Array(steps.dropFirst(before)) == ["empty", "drop 1", "schema 2", "fill"])
        #expect(await daemon.stop().status == 0)
        let last = steps.suffix(3)
        #expect(Set(last) == ["empty", "drop 2", "no other"])
        #expect(last.firstIndex(of: "empty")! < last.firstIndex(of: "drop 2")!)
    }

    @Test(arguments: [false, true])
    func aChangedProgramIsReplacedAsItSays(overlaps: Bool) async throws {
        func text(_ version: Int) -> String {
            """
            operations:
              web:
                exec: \(program("web \(version)"))
                replace: \(overlaps ? "overlap" : "stopFirst")
            """
        }
        let daemon = try await daemon(text(1))
        let reply = try reload(daemon, text(2))
        #expect(fates(reply) == ["web": overlaps ? .overlaps : .replaced])
        try await eventually("the old one has ended") { steps.count == 3 }
        #expect(
            steps
                == (overlaps
                    ? ["web 1", "web 2", "web 1 ends"] : ["web 1", "web 1 ends", "web 2"])
        )
        #expect(try daemon.report().phase == .ready(degraded: false))
        #expect(await daemon.stop().status == 0)
        #expect(steps.last == "web 2 ends")
    }

    @Test func aWrongConfigurationIsRefusedWithItsFaultsAndChangesNothing() async throws {
        let text = "operations:\n  web: { exec: \(program("web")) }\n"
        let daemon = try await daemon(text)
        let pid = try pid(of: "web", daemon)
        let refused = refusal { try reload(daemon, text + "  second: { exce: [/bin/true] }") }
        guard case .cannotReload(_, let faults)? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(
            faults.contains { $0.contains("tested.yaml:5:13: operations.second.exce: unknown") }
        )
        #expect(try self.pid(of: "web", daemon) == pid)
        let status = try daemon.client().call(Method.GetStatus()).status
        #expect(status.generation == 1)
        #expect(status.remarks?.failedReload?.reason.contains("tested.yaml:5:") == true)
        try reload(daemon, text)
        #expect(try daemon.client().call(Method.GetStatus()).status.remarks == nil)
        #expect(await daemon.stop().status == 0)
    }

    @Test func aGenerationThatFailsIsUndoneAndTheOldOneIsAsItWas() async throws {
        func text(_ version: Int, _ last: String) -> String {
            """
            operations:
              schema: { exec: \(step("schema \(version)")), stop: \(step("drop \(version)")) }
              web: { requires: [schema], exec: \(program("web \(version)")) }
              last: { requires: [web], exec: [\(last)] }
            actions:
              greet: { requires: [web], exec: \(step("greeted")) }
            """
        }
        let daemon = try await daemon(text(1, "/bin/true"))
        let refused = refusal { try reload(daemon, text(2, "/bin/false")) }
        guard case .cannotReload(let message, let faults)? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(message.hasPrefix("last: '/bin/false' exited with 1"))
        #expect(faults.isEmpty)
        #expect(
            steps == [
                "schema 1", "web 1", "web 1 ends", "drop 1", "schema 2", "web 2", "web 2 ends",
                "drop 2", "schema 1", "web 1",
            ]
        )
        #expect(try daemon.report().phase == .ready(degraded: false))
        _ = try daemon.client().call(Method.Submit(kind: "greet", wait: .done))
        #expect(steps.last == "greeted")
        #expect(await daemon.stop().status == 0)
        #expect(Array(steps.suffix(2)) == ["web 1 ends", "drop 1"])
    }

    /// The first runs on across the reload, the others wait.
    @Test func actionsGoOverInOrderAndEachRunsOnce() async throws {
        func text(_ version: Int) -> String {
            """
            operations:
              step: { exec: \(step("step \(version)")) }
            actions:
              slow:
                parameters: { n: { type: integer, required: true } }
                exec:
                  [/bin/sh, -c, "echo $0 begins >>\(folder.path)/steps; while ! [ -e \(folder.path)/go ]; \
            do sleep 0.02; done; echo $0 ends \(version) >>\(folder.path)/steps", "${payload.n}"]
              other: { requires: [step], exec: \(step("other")) }
            """
        }
        let daemon = try await daemon(text(1))
        let client = try daemon.client()
        var ids: [String] = []
        for number in 1...5 {
            let reply = try client.call(
                Method.Submit(kind: "slow", payload: ["n": .integer(Int64(number))])
            )
            ids.append(reply.action.id.description)
        }
        try await eventually("the first runs") { steps.contains("1 begins") }
        try reload(daemon, text(2))
        // Another kind does not wait for it.
        _ = try client.call(Method.Submit(kind: "other", wait: .done))
        #expect(steps == ["step 1", "1 begins", "step 2", "other"])
        // One more comes after those that waited.
        let last = try client.call(Method.Submit(kind: "slow", payload: ["n": 6]))
        try folder.write("", to: "go")
        let id = last.action.id.description
        let end = try client.call(Method.WaitAction(id), timeout: .seconds(30))
        #expect(end.action.state == .done)
        let runs = steps.drop { $0 != "other" }.dropFirst()
        #expect(
            Array(runs)
                == ["1 ends 1"] + (2...6).flatMap { ["\($0) begins", "\($0) ends 2"] }
        )
        for id in ids {
            #expect(try client.call(Method.GetAction(id)).action.state == .done)
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aDryRunTellsAndDoesNothing() async throws {
        let daemon = try await daemon("operations:\n  a: { exec: \(step("a 1")) }\n")
        let reply = try reload(
            daemon,
            "operations:\n  a: { exec: \(step("a 2")) }\n  b: { exec: \(step("b")) }\n",
            isDryRun: true
        )
        #expect(reply.generation == 1)
        #expect(reply.operations.map(\.reason) == ["its exec changed", "it is new"])
        #expect(steps == ["a 1"])
        #expect(await daemon.stop().status == 0)
    }

    @Test func aSignalReloadsAndAChangedEnvironmentFileCounts() async throws {
        try folder.write("WORD=one\n", to: "words")
        let text = """
            operations:
              said:
                exec:
                  command: [/bin/sh, -c, "echo $WORD >>\(folder.path)/steps"]
                  environmentFiles: ["\(folder.path)/words"]
              other: { exec: \(step("other")) }
            """
        let daemon = try await daemon(text)
        try folder.write("WORD=two\n", to: "words")
        try daemon.send(SIGHUP)
        try await daemon.untilItSays("generation 2 is in service")
        #expect(Set(steps) == ["one", "other", "two"])
        #expect(steps.count == 3)
        #expect(await daemon.stop().status == 0)
    }

    @Test func aStopDuringAReloadEndsBoth() async throws {
        let daemon = try await daemon("operations:\n  web: { exec: \(program("web 1")) }\n")
        let socket = daemon.socket
        try folder.write(
            "name: tested\noperations:\n  web: { exec: \(program("web 2")), replace: overlap }\n"
                + "  slow: { requires: [web], exec: [/bin/sleep, \"1000\"] }\n",
            to: "tested.yaml"
        )
        let asked = Task.detached {
            try ControlClient(path: socket).call(Method.Reload(), timeout: .seconds(60))
        }
        try await eventually("the new one runs") { steps.contains("web 2") }
        #expect(await daemon.stop().status == 0)
        #expect(steps.count == 4)
        await #expect(throws: (any Error).self) { try await asked.value }
    }

    @Test func reloadsLeaveNothingBehind() async throws {
        func text(_ version: Int) -> String {
            """
            operations:
              step: { exec: [/bin/echo, "\(version)"], stop: [/bin/true] }
              web: { exec: \(program("web")) }
            """
        }
        let daemon = try await daemon(text(0))
        let process = "/proc/\(try daemon.identifier)"
        func names(_ folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: "\(process)/\(folder)")) ?? []
        }
        func use() -> [Int] {
            let threads = names("task").compactMap { thread in
                try? String(contentsOfFile: "\(process)/task/\(thread)/comm", encoding: .utf8)
            }
            // Dispatch keeps threads of its own for a while.
            let own = threads.filter { $0.hasPrefix("slipway") }
            let children = names("task").compactMap { thread in
                try? String(contentsOfFile: "\(process)/task/\(thread)/children", encoding: .utf8)
            }
            let count = children.reduce(0) { $0 + $1.split(separator: " ").count }
            return [names("fd").count, own.count, count]
        }
        for version in 1...3 { try reload(daemon, text(version)) }
        var before: [Int] = []
        try await eventually("the third has taken its place") {
            defer { before = use() }
            return before == use()
        }
        for version in 4...23 { try reload(daemon, text(version)) }
        try await eventually("it has no more than \(before)") {
            zip(use(), before).allSatisfy { $0 <= $1 }
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aServiceWithAnotherNameIsNotReloaded() async throws {
        let daemon = try await daemon("operations: {}\n")
        try folder.write("name: another\noperations: {}\n", to: "tested.yaml")
        let refused = refusal { _ = try daemon.client().call(Method.Reload()) }
        #expect(
            "\(try #require(refused))"
                == "cannot reload: the service is named 'tested', and the new configuration 'another'; a "
                + "name changes with a restart"
        )
        #expect(await daemon.stop().status == 0)
    }
}
