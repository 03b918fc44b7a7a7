import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// Launch actions that run on over several reloads.
extension ReloadTests {
    /// Runs until the file `go` is there, and leaves a line at both ends.
    private func slow(_ name: String) -> String {
        """
        [/bin/sh, -c, "echo \(name) begins >>\(folder.path)/steps; \
        while ! [ -e \(folder.path)/go ]; do sleep 0.02; done; echo \(name) ends >>\(folder.path)/steps"]
        """
    }

    private func threads(of daemon: RunningDaemon) throws -> Int {
        try FileManager.default
            .contentsOfDirectory(atPath: "/proc/\(daemon.identifier)/task").count
    }

    /// It runs in the first generation, and the third one is to replace what it uses.
    @Test(arguments: ["web", "work"])
    func whatAnActionOfTheGenerationBeforeLastUsesIsLeftAlone(changed: String) async throws {
        func text(_ version: Int, more: String = "") -> String {
            func words(_ name: String) -> String { name == changed ? "\(name) \(version)" : name }
            return """
                queues: { one: { width: 1 } }
                operations:
                  web: { exec: \(program(words("web"))) }
                  work: { queue: one, locks: [disk], exec: \(step(words("work"))) }
                \(more)
                actions:
                  slow: { requires: [web], queue: one, locks: [disk], exec: \(slow("slow")) }
                """
        }
        let other = "  other: { exec: \(step("other")) }"
        let daemon = try await daemon(text(1))
        _ = try daemon.client().call(Method.Submit(kind: "slow"))
        try await eventually("it runs") { steps.contains("slow begins") }
        try reload(daemon, text(1, more: other))
        let before = steps.count
        let last = text(2, more: other)
        async let reloaded = blocking { try reload(daemon, last) }
        try await eventually("the reload waits for it, or did not") {
            let report = try daemon.report()
            return report.isPaused || !report.pausedQueues.isEmpty || steps.count > before
        }
        #expect(steps.count == before)
        try folder.write("", to: "go")
        #expect(fates(try await reloaded)[changed] == (changed == "web" ? .replaced : .runs))
        #expect(
            Array(steps.dropFirst(before))
                == ["slow ends"]
                + (changed == "web" ? ["web 1 ends", "web 2"] : ["work 2"])
        )
        #expect(await daemon.stop().status == 0)
    }

    /// Each generation has threads.
    @Test func generationsWithNothingOfTheirOwnDoNotWaitForAnActionOfAnEarlierOne() async throws {
        func text(_ number: Int) -> String {
            """
            operations: { step: { exec: \(step("step \(number)")) } }
            actions:
              slow: { exec: \(slow("slow")) }
              other: { exec: \(step("other")) }
            """
        }
        let daemon = try await daemon(text(0))
        let client = try daemon.client()
        _ = try client.call(Method.Submit(kind: "slow"))
        try await eventually("it runs") { steps.contains("slow begins") }
        let waiting = try client.call(Method.Submit(kind: "slow"))
        for number in 1...30 {
            try reload(daemon, text(number))
            _ = try client.call(Method.Submit(kind: "other", wait: .done))
        }
        try await eventually("the others have ended") { try threads(of: daemon) < 40 }
        #expect(steps.filter { $0.hasPrefix("slow") } == ["slow begins"])
        try folder.write("", to: "go")
        let id = waiting.action.id.description
        let end = try client.call(Method.WaitAction(id), timeout: .seconds(30))
        #expect(end.action.state == .done)
        #expect(
            steps.filter { $0.hasPrefix("slow") }
                == ["slow begins", "slow ends", "slow begins", "slow ends"]
        )
        #expect(await daemon.stop().status == 0)
    }

    @Test func aReloadIsRefusedWhileTooManyGenerationsWait() async throws {
        let kinds = (1...10).map { "  slow\($0): { exec: \(slow("slow\($0)")) }" }
        let text = "operations: {}\nactions:\n" + kinds.joined(separator: "\n")
        let daemon = try await daemon(text)
        let client = try daemon.client()
        var first = ""
        for number in 1...8 {
            let reply = try client.call(Method.Submit(kind: "slow\(number)"))
            if number == 1 { first = reply.action.id.description }
            try await eventually("it runs") { steps.contains("slow\(number) begins") }
            try reload(daemon, text)
        }
        for isDryRun in [true, false] {
            guard
                case .cannotReload(let message, _)? = refusal({
                    try reload(daemon, text, isDryRun: isDryRun)
                })
            else {
                Issue.record("it is not refused")
                return
            }
            #expect(
                message == """
                    8 earlier generations still wait for an action or operation of their own, \
                    which is the limit: action 'slow1' (\(first)) of generation 1 has not ended; \
                    wait for it, or cancel it
                    """
            )
        }
        try folder.write("", to: "go")
        try await eventually("it may reload") { refusal { try reload(daemon, text) } == nil }
        #expect(await daemon.stop().status == 0)
    }

    /// No operator has to do anything for their end.
    @Test func generationsThatAreEndingKeepNoOtherFromComing() async throws {
        let undo = "while ! [ -e \(folder.path)/go ]; do sleep 0.02; done"
        func text(_ number: Int) -> String {
            """
            name: tested
            grace: 1m
            operations:
              step\(number):
                exec: [/bin/true]
                stop: [/bin/sh, -c, "echo \(number) >>\(folder.path)/steps; \(undo)"]
            """
        }
        let daemon = try await RunningDaemon(
            text(0),
            arguments: ["--state-directory", "\(folder.path)/state"],
            in: folder
        )
        try await daemon.untilReady()
        for number in 1...10 {
            try folder.write(text(number), to: "tested.yaml")
            let refusal = refusal {
                _ = try daemon.client().call(Method.Reload(), timeout: .seconds(60))
            }
            #expect(refusal == nil)
            try await eventually("the one before is ending") { steps.count == number }
        }
        try folder.write("", to: "go")
        #expect(await daemon.stop().status == 0)
    }
}
