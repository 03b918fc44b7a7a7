import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A reload and an end of what is in service: one meets the other, or follows it.
extension ReloadTests {
    /// A command that waits for a file, and heeds no SIGTERM.
    private func wait(for file: String) -> String {
        "trap '' TERM; while ! [ -e \(folder.path)/\(file) ]; do sleep 0.02; done"
    }

    /// A program that on SIGTERM waits for a file.
    private func program(endingWith file: String) -> String {
        """
        { command: [/bin/sh, -c, "trap 'while ! [ -e \(folder.path)/\(file) ]; do sleep 0.02; done; exit' TERM; \
        while :; do sleep 0.05; done"], ready: started }
        """
    }

    /// Asks for a reload, and goes on.
    private func askForReload(
        _ daemon: RunningDaemon,
        _ configuration: String
    ) throws -> Task<LaunchRefusal?, Never> {
        let socket = daemon.socket
        try folder.write("name: tested\ngrace: 5s\n" + configuration, to: "tested.yaml")
        return Task.detached {
            refusal {
                _ = try ControlClient(path: socket).call(Method.Reload(), timeout: .seconds(60))
            }
        }
    }

    private func untilItStops(_ daemon: RunningDaemon) async throws {
        try await eventually("it stops") { try daemon.report().phase == .stopping }
    }

    @Test func aProgramThatDoesNotComeBackAfterAReloadThatFailedEndsTheService() async throws {
        let again = """
            [ -e \(folder.path)/ran ] && exec sleep 1000; touch \(folder.path)/ran; \
            systemd-notify --ready; exec sleep 1000
            """
        func text(_ script: String) -> String {
            """
            operations:
              web: { exec: { command: [/bin/sh, -c, "\(script)"], ready: notify }, timeout: 6s }
            """
        }
        let daemon = try await daemon(text(again))
        let refused = refusal { try reload(daemon, text("exit 3")) }
        #expect("\(try #require(refused))".contains("'/bin/sh' exited with 3"))
        let result = await daemon.program.result()
        #expect(result.status == 1)
        let words = "not done within 6s: '/bin/sh' has not said READY=1"
        #expect(
            result.output.contains(
                "'web' was undone for it, and it could not be done again after a reload that failed: "
                    + words
            ),
            "\(result.output)"
        )
    }

    /// With a fallback it may require what is optional, and so may the step that undoes it.
    @Test func whatRequiresAnOptionalOperationWithAFallbackIsReplaced() async throws {
        func text(_ version: Int) -> String {
            """
            operations:
              maybe: { optional: true, exec: [/bin/false] }
              web: { requires: [maybe], fallback: { value: 1 }, exec: \(step("web \(version)")), stop: \(step("no web")) }
              always: { optional: true, exec: [/bin/true] }
              app: { requires: [always], fallback: { value: 1 }, exec: \(step("app \(version)")), stop: \(step("no app")) }
            """
        }
        let daemon = try await daemon(text(1))
        try reload(daemon, text(2))
        #expect(steps == ["app 1", "no app", "app 2"])
        #expect(await daemon.stop().status == 0)
    }

    /// Each row: whether the service ends by itself.
    @Test(arguments: [false, true])
    func whatAnActionOfAnEarlierGenerationRequiresIsUndoneAfterIt(isFailure: Bool) async throws {
        let text = """
            drain: 60s
            operations:
              mail: { exec: \(program("mail")) }
              other: { exec: \(program("other")), ended: fail }
            actions:
              slow:
                requires: [mail]
                exec: [/bin/sh, -c, "while ! [ -e \(folder.path)/go ]; do sleep 0.02; done; echo done >>\(folder.path)/steps"]
            """
        let daemon = try await daemon(text)
        let sent = Method.Submit(kind: "slow", wait: .running)
        #expect(try daemon.client().call(sent).action.state == .running)
        // More than one comes between.
        for _ in 0..<2 { try reload(daemon, text) }
        if isFailure {
            kill(try pid(of: "other", daemon), SIGKILL)
        } else {
            try daemon.send(SIGTERM)
        }
        try await daemon.untilItSays("The stop waits for action 'slow'")
        #expect(!steps.contains("mail ends"))
        try folder.write("", to: "go")
        #expect(await daemon.program.result().status == (isFailure ? 1 : 0))
        let ends = steps.filter { $0 == "done" || $0 == "mail ends" }
        #expect(ends == ["done", "mail ends"])
    }

    /// What has failed is not undone, in a start and here.
    @Test func aStepThatCannotBeDoneAgainIsNotUndoneASecondTime() async throws {
        func text(_ script: String) -> String {
            """
            operations:
              a: { exec: { command: [/bin/sh, -c, "\(script)"] }, stop: \(step("a undone")) }
            """
        }
        let ran = "\(folder.path)/ran"
        let once = "[ -e \(ran) ] && exit 4; echo a >\(ran)"
        let daemon = try await daemon(text(once))
        let refused = refusal { try reload(daemon, text("exit 3")) }
        #expect("\(try #require(refused))".contains("'/bin/sh' exited with 3"))
        let result = await daemon.program.result()
        #expect(result.status == 1)
        #expect(result.output.contains("could not be done again after a reload that failed"))
        #expect(steps == ["a undone"])
    }

    @Test func whatCouldNotBeUndoneIsNamedWhereAnotherWaitsForIt() async throws {
        func text(_ words: String) -> String {
            """
            operations:
              a: { exec: \(step(words)), stop: \(step("a undone")) }
              b: { requires: [a], exec: \(step("b")), stop: [/bin/sh, -c, "exit 3"] }
            """
        }
        let daemon = try await daemon(text("a 1"))
        let error = #expect(throws: (any Error).self) { try reload(daemon, text("a 2")) }
        #expect(
            error.map { "\($0)" }?.contains(
                "undo a: 'b', which depends on it, could not be undone: '/bin/sh' exited with 3"
            ) ?? false,
            "\(String(describing: error))"
        )
        #expect(!steps.contains("a undone"))
        #expect(try await daemon.stop().status == 0)
    }

    @Test func aReloadThatIsGivenUpEndsNothingThatAnActionMayNeed() async throws {
        func text(_ version: Int, _ deadline: String) -> String {
            """
            deadline: \(deadline)
            operations:
              web: { exec: \(program("web \(version)")) }
            actions:
              long: { requires: [web], exec: [/bin/sh, -c, "echo begins >>\(folder.path)/steps; \
            \(wait(for: "go")); echo ends >>\(folder.path)/steps"] }
            """
        }
        let daemon = try await daemon(text(1, "1m"))
        let pid = try pid(of: "web", daemon)
        let client = try daemon.client()
        let id = try client.call(Method.Submit(kind: "long")).action.id.description
        try await eventually("the action runs") { steps == ["web 1", "begins"] }
        let refused = refusal { try reload(daemon, text(2, "500ms")) }
        #expect("\(try #require(refused))".contains("not ready within 500ms"))
        #expect(steps == ["web 1", "begins"])
        try folder.write("", to: "go")
        let end = try client.call(Method.WaitAction(id), timeout: .seconds(30))
        #expect(end.action.state == .done)
        // Others may begin again.
        _ = try client.call(Method.Submit(kind: "long", wait: .done), timeout: .seconds(30))
        #expect(try self.pid(of: "web", daemon) == pid)
        #expect(await daemon.stop().status == 0)
        #expect(steps == ["web 1", "begins", "ends", "begins", "ends", "web 1 ends"])
    }

    @Test func aStopDuringAReloadEndsNothingThatAnActionMayNeedBeforeThat() async throws {
        func text(_ version: Int) -> String {
            """
            drain: 1m
            operations:
              web: { exec: \(program("web \(version)")) }
            actions:
              long: { requires: [web], exec: [/bin/sh, -c, "echo begins >>\(folder.path)/steps; \
            \(wait(for: "go")); echo ends >>\(folder.path)/steps"] }
            """
        }
        let daemon = try await daemon(text(1))
        _ = try daemon.client().call(Method.Submit(kind: "long"))
        try await eventually("the action runs") { steps == ["web 1", "begins"] }
        let asked = try askForReload(daemon, text(2))
        try await eventually("the reload waits for it") { try daemon.report().isPaused }
        try daemon.send(SIGTERM)
        #expect(await asked.value == .shuttingDown)
        #expect(steps == ["web 1", "begins"])
        try folder.write("", to: "go")
        #expect(await daemon.program.result().status == 0)
        #expect(steps == ["web 1", "begins", "ends", "web 1 ends"])
    }

    @Test func noGenerationBeginsOnceTheServiceFails() async throws {
        func text(_ version: Int) -> String {
            """
            drain: 1m
            operations:
              web: { exec: \(program("web")) }
              slow: { exec: \(program(endingWith: "end")) }
              step: { queue: main, exec: \(step("step \(version)")) }
            actions:
              hold: { queue: main, exec: [/bin/sh, -c, "\(wait(for: "go"))"] }
            """
        }
        let daemon = try await daemon(text(1))
        _ = try daemon.client().call(Method.Submit(kind: "hold"))
        let asked = try askForReload(daemon, text(2))
        try await eventually("the reload waits for the queue") {
            try daemon.report().pausedQueues == [.main]
        }
        kill(try pid(of: "web", daemon), SIGKILL)
        try await untilItStops(daemon)
        try folder.write("", to: "go")
        #expect(await asked.value == .shuttingDown)
        #expect(!steps.contains("step 2"))
        try folder.write("", to: "end")
        #expect(await daemon.program.result().status == 1)
    }

    @Test func aGenerationEndsOnceTheServiceFailsThatItWasToFollow() async throws {
        let slow = "  slow: { exec: \(program(endingWith: "end")) }\n"
        let gate = "echo gate >>\(folder.path)/steps; while :; do sleep 0.05; done"
        let daemon = try await daemon(
            "operations:\n\(slow)  web: { exec: \(program("web")) }\n"
        )
        let pid = try pid(of: "slow", daemon)
        let asked = try askForReload(
            daemon,
            "operations:\n\(slow)  gate: { exec: [/bin/sh, -c, \"\(gate)\"] }\n"
        )
        try await eventually("the new one is on its way") { steps.contains("gate") }
        kill(try self.pid(of: "web", daemon), SIGKILL)
        #expect(await asked.value == .shuttingDown)
        #expect(isRunning(pid), "the end of the old one takes its time")
        try folder.write("", to: "end")
        #expect(await daemon.program.result().status == 1)
    }

    /// The new one builds on what it takes over.
    @Test func aStopUndoesWhatAReloadHasBegunBeforeWhatWasThereAlready() async throws {
        let schema = "  schema: { exec: \(step("schema")), stop: \(step("drop")) }\n"
        let daemon = try await daemon("operations:\n\(schema)")
        let slow = "[/bin/sh, -c, \"sleep 0.3; echo empty >>\(folder.path)/steps\"]"
        let asked = try askForReload(
            daemon,
            "operations:\n\(schema)  fill: { requires: [schema], exec: \(step("fill")), stop: \(slow) }\n"
                + "  gate: { requires: [fill], wait: { file: \"\(folder.path)/never\" } }\n"
        )
        try await eventually("the new one is on its way") { steps.contains("fill") }
        let result = await daemon.stop()
        #expect(await asked.value == .shuttingDown)
        #expect(result.status == 0)
        #expect(steps == ["schema", "fill", "empty", "drop"])
    }

    @Test func whatGoesOnHasTheGraceOfTheNewConfiguration() async throws {
        func text(_ grace: String) -> String {
            """
            name: tested
            grace: \(grace)
            operations:
              step: { sleep: 1ms, stop: [/bin/sleep, "1000"] }
              deaf: { exec: { command: [/bin/sh, -c, "trap '' TERM; while :; do sleep 1; done"], ready: started } }
              web: { exec: { command: [/bin/sleep, "1000"], ready: started }, stop: [/bin/sleep, "1000"] }
            """
        }
        let daemon = try await RunningDaemon(text("100s"), in: folder)
        try await daemon.untilReady()
        try folder.write(text("1500ms"), to: "tested.yaml")
        let reply = try daemon.client().call(Method.Reload(), timeout: .seconds(60))
        #expect(Set(fates(reply).values) == [.stays])
        let begin = ContinuousClock.now
        let result = await daemon.stop()
        #expect(begin.duration(to: .now) < .seconds(30))
        #expect(result.status == 0)
        #expect(result.output.contains("'deaf' was killed: it did not end within 1.350s"))
        #expect(!result.output.contains("not done within"), "\(result.output)")
    }
}
