import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// Another generation comes while something of the background stage runs.
extension ReloadTests {
    /// A script that runs until it is asked to end, and leaves a line then, too.
    private func lasting(_ words: String) -> String {
        """
        [/bin/sh, -c, "trap 'echo \(words) ends >>\(folder.path)/steps; exit 1' TERM; \
        echo \(words) >>\(folder.path)/steps; while :; do sleep 0.02; done"]
        """
    }

    /// Fails once the old one has ended.
    private var failure: String {
        let ended = "grep -q 'a ends' \(folder.path)/steps"
        return "[/bin/sh, -c, \"while ! \(ended); do sleep 0.02; done; exit 1\"]"
    }

    private func gate(_ words: String, _ keys: String = "", _ more: String = "") -> String {
        """
        deadline: 10s
        queues: { own: { width: 1 } }
        operations:
          web: { exec: \(program("web")) }
          gate: { \(keys) stage: background, exec: \(lasting(words)) }
        \(more)
        """
    }

    /// It would last for ever, and the new generation would miss its deadline.
    @Test(arguments: ["", "locks: [l],", "queue: main,", "queue: own,"])
    func aStepOfTheBackgroundStageThatRunsGivesWayToTheNewOne(keys: String) async throws {
        let daemon = try await daemon(gate("a", keys))
        try await eventually("it runs") { steps.contains("a") }
        #expect(fates(try reload(daemon, gate("b", keys))) == ["web": .stays, "gate": .replaced])
        try await eventually("the new one runs") { steps == ["web", "a", "a ends", "b"] }
        #expect(await daemon.stop().status == 0)
        #expect(Set(steps.suffix(2)) == ["b ends", "web ends"])
    }

    @Test(arguments: ["", "locks: [l],", "queue: own,"])
    func itBeginsAgainIfTheNewGenerationFails(keys: String) async throws {
        let daemon = try await daemon(gate("a", keys))
        try await eventually("it runs") { steps.contains("a") }
        let failing = gate("b", keys, "  last: { exec: \(failure) }")
        #expect(refusal { try reload(daemon, failing) } != nil)
        try await eventually("it runs again") { steps == ["web", "a", "a ends", "a"] }
        #expect(try daemon.report().phase == .ready(degraded: false))
        #expect(await daemon.stop().status == 0)
    }

    enum Change: CaseIterable { case other, gone, failing }

    /// It runs in the first generation, and was taken over by those that followed.
    @Test(arguments: Change.allCases)
    func soDoesOneThatWasTakenOver(change: Change) async throws {
        let daemon = try await daemon(gate("a"))
        try await eventually("it runs") { steps.contains("a") }
        for _ in 1...2 { #expect(fates(try reload(daemon, gate("a")))["gate"] == .stays) }
        switch change {
        case .other:
            #expect(fates(try reload(daemon, gate("b")))["gate"] == .replaced)
            try await eventually("the new one runs") { steps == ["web", "a", "a ends", "b"] }
        case .gone:
            let without = "operations:\n  web: { exec: \(program("web")) }"
            #expect(fates(try reload(daemon, without))["gate"] == .goes)
            try await eventually("it has ended") { steps == ["web", "a", "a ends"] }
        case .failing:
            let failing = gate("b", "", "  last: { exec: \(failure) }")
            #expect(refusal { try reload(daemon, failing) } != nil)
            try await eventually("it runs again") { steps == ["web", "a", "a ends", "a"] }
            #expect(fates(try reload(daemon, gate("a")))["gate"] == .stays)
        }
        #expect(await daemon.stop().status == 0)
    }

    /// Its `stop` is that of what has succeeded.
    @Test func aProgramOfTheBackgroundStageThatIsNotReadyGivesWayToo() async throws {
        func text(_ words: String, _ more: String = "") -> String {
            """
            deadline: 10s
            operations:
              web:
                stage: background
                exec: { command: \(lasting(words)), ready: notify }
                stop: \(step("stop \(words)"))
            \(more)
            """
        }
        let daemon = try await daemon(text("a"))
        try await eventually("it starts") { steps == ["a"] }
        #expect(refusal { try reload(daemon, text("b", "  last: { exec: \(failure) }")) } != nil)
        try await eventually("it starts again") { steps.filter { $0 == "a" }.count == 2 }
        #expect(fates(try reload(daemon, text("b")))["web"] == .replaced)
        try await eventually("the new one starts") { steps.last == "b" }
        #expect(await daemon.stop().status == 0)
        #expect(steps.filter { $0 == "a" }.count == 2)
    }
}
