import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// Another generation comes while something of the background stage runs.
extension ReloadTests {
    /// A script that runs until it is asked to end, and leaves a line then, too.
    private func lasting(_ words: String, status: Int = 1) -> String {
        """
        [/bin/sh, -c, "trap 'echo \(words) ends >>\(folder.path)/steps; exit \(status)' TERM; \
        echo \(words) >>\(folder.path)/steps; while :; do sleep 0.02; done"]
        """
    }

    /// Fails once the old one has ended, or been undone.
    private func failure(after words: String = "a ends") -> String {
        let ended = "grep -q '\(words)' \(folder.path)/steps"
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
        let failing = gate("b", keys, "  last: { exec: \(failure()) }")
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
            let failing = gate("b", "", "  last: { exec: \(failure()) }")
            #expect(refusal { try reload(daemon, failing) } != nil)
            try await eventually("it runs again") { steps == ["web", "a", "a ends", "a"] }
            #expect(fates(try reload(daemon, gate("a")))["gate"] == .stays)
        }
        #expect(await daemon.stop().status == 0)
    }

    /// It has succeeded, and no launch has it as its own.
    @Test(arguments: Change.allCases)
    func oneThatWasTakenOverIsUndoneOnceIfItEndsWell(change: Change) async throws {
        func text(_ words: String, _ more: String = "") -> String {
            """
            deadline: 10s
            operations:
              gate: { stage: background, exec: \(lasting(words, status: 0)), stop: \(step("undone")) }
            \(more)
            """
        }
        let daemon = try await daemon(text("a"))
        try await eventually("it runs") { steps == ["a"] }
        for _ in 1...2 { #expect(fates(try reload(daemon, text("a")))["gate"] == .stays) }
        switch change {
        case .other:
            #expect(fates(try reload(daemon, text("b")))["gate"] == .replaced)
            try await eventually("the new one runs") { steps == ["a", "a ends", "undone", "b"] }
        case .gone:
            let without = "operations:\n  web: { exec: \(program("web")) }"
            #expect(fates(try reload(daemon, without))["gate"] == .goes)
            try await eventually("it is undone") { steps == ["a", "web", "a ends", "undone"] }
        case .failing:
            let failing = text("b", "  last: { exec: \(failure(after: "undone")) }")
            #expect(refusal { try reload(daemon, failing) } != nil)
            try await eventually("it runs again") { steps == ["a", "a ends", "undone", "a"] }
        }
        #expect(await daemon.stop().status == 0)
        if change == .gone { #expect(steps.last == "web ends") }
    }

    @Test func oneThatWasTakenOverIsCancelledWhereItRuns() async throws {
        let daemon = try await daemon(gate("a"))
        try await eventually("it runs") { steps.contains("a") }
        for _ in 1...2 { #expect(fates(try reload(daemon, gate("a")))["gate"] == .stays) }
        #expect(try daemon.client().call(Method.CancelOperation("gate")).changed)
        try await eventually("it is told") { try daemon.report()["gate"]?.word == "cancelled" }
        #expect(steps == ["web", "a", "a ends"])
        #expect(await daemon.stop().status == 0)
    }

    /// The earlier generation undoes nothing any more once it is out of service.
    @Test func whatIsInABackgroundGroupGivesWayFirst() async throws {
        func text(_ words: String) -> String {
            """
            deadline: 10s
            operations:
              all:
                stage: background
                group:
                  operations:
                    inner:
                      group:
                        operations:
                          gate: { exec: \(step(words)), stop: \(step("no \(words)")) }
            """
        }
        let daemon = try await daemon(text("a"))
        try await eventually("it is done") { steps == ["a"] }
        #expect(fates(try reload(daemon, text("b")))["gate"] == .replaced)
        #expect(steps.prefix(2) == ["a", "no a"])
        try await eventually("the new one is done") { steps == ["a", "no a", "b"] }
        #expect(await daemon.stop().status == 0)
        #expect(steps == ["a", "no a", "b", "no b"])
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
        #expect(refusal { try reload(daemon, text("b", "  last: { exec: \(failure()) }")) } != nil)
        try await eventually("it starts again") { steps.filter { $0 == "a" }.count == 2 }
        #expect(fates(try reload(daemon, text("b")))["web"] == .replaced)
        try await eventually("the new one starts") { steps.last == "b" }
        #expect(await daemon.stop().status == 0)
        #expect(steps.filter { $0 == "a" }.count == 2)
    }
}
