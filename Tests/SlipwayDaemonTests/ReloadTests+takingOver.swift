import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// What a new generation takes over of what runs, waits, or was operated in the one before.
extension ReloadTests {
    @Test func aProgramThatGoesOnEndsAsTheNewConfigurationSays() async throws {
        func web(_ keys: String) -> String {
            "operations:\n  web: { exec: \(program("web")), \(keys) }"
        }
        let daemon = try await daemon(web("ended: fail"))
        let first = try pid(of: "web", daemon)
        let goesOn = "program 'web' goes on, and what its end means changed"
        let reply = try reload(daemon, web("ended: restart, restart: { initial: 10ms }"))
        #expect(fates(reply)["web"] == .stays)
        #expect(
            reply.notes == ["\(goesOn): ended, restart"]
        )
        #expect(try pid(of: "web", daemon) == first)
        kill(first, SIGKILL)
        try await eventually("it is started again") { steps.count == 2 }
        try await eventually("it runs") {
            try daemon.report().programs.first { $0.name == "web" }?.state == .running
        }
        let second = try pid(of: "web", daemon)
        #expect(second != first)
        try reload(daemon, web("ended: fail"))
        #expect(try pid(of: "web", daemon) == second)
        kill(second, SIGKILL)
        #expect(await daemon.program.result().status == 1)
        #expect(steps == ["web", "web"])
    }

    /// It is ended, and checked, as the last one says; so it is where a later reload fails and it is done again.
    @Test func aProgramGoesOnWhereOnlyItsWatchOrItsEndChanged() async throws {
        func web(_ version: Int, _ keys: String, last: String = "/bin/true") -> String {
            """
            operations:
              web: { exec: \(program("web \(version)")), \(keys) }
              last: { requires: [web], exec: [\(last)] }
            """
        }
        let daemon = try await daemon(web(1, "timeout: 9s, stop: \(step("stop 1"))"))
        let pid = try pid(of: "web", daemon)
        let check = "health: { exec: \(step("checked")), every: 100ms }"
        let keys = "stop: \(step("stop 2")), \(check)"
        let reply = try reload(daemon, web(1, keys))
        #expect(fates(reply) == ["web": .stays, "last": .stays])
        #expect(reply.notes == ["program 'web' goes on, and its timeout, stop, health changed"])
        try await eventually("it is checked") { steps.contains("checked") }
        #expect(try self.pid(of: "web", daemon) == pid)
        let unchecked = "stop: \(step("stop 3"))"
        try reload(daemon, web(1, unchecked))
        #expect(try self.pid(of: "web", daemon) == pid)
        try folder.write("", to: "steps")
        _ = refusal { try reload(daemon, web(2, unchecked, last: "/bin/false")) }
        // A check may have been on its way.
        #expect(
            steps.filter { $0 != "checked" }
                == ["stop 3", "web 1 ends", "web 2", "stop 3", "web 2 ends", "web 1"]
        )
        #expect(await daemon.stop().status == 0)
        #expect(Array(steps.suffix(2)) == ["stop 3", "web 1 ends"])
    }

    @Test func aFileThatAProgramMadeItselfIsNoChangeUntilItChanges() async throws {
        let text = """
            operations:
              web:
                exec:
                  command: [/bin/sh, -c, "trap 'echo hup >>\(folder.path)/steps' HUP; mkdir -p \(folder.path)/own; \
            echo own >\(folder.path)/own/pid; systemd-notify --ready; while :; do sleep 0.05; done"]
                  ready: notify
                reload: { signal: HUP, files: ["\(folder.path)/own"] }
            """
        let daemon = try await daemon(text)
        let reply = try reload(daemon, text)
        #expect(fates(reply) == ["web": .stays])
        try folder.write("other", to: "own/pid")
        #expect(fates(try reload(daemon, text)) == ["web": .signalled])
        try await eventually("it has its signal") { steps == ["hup"] }
        #expect(fates(try reload(daemon, text)) == ["web": .stays])
        // Another process, another file.
        kill(try pid(of: "web", daemon), SIGKILL)
        #expect(await daemon.program.result().status == 1)
    }

    @Test func aStepIsUndoneAsTheLastReloadSays() async throws {
        func text(_ keys: String) -> String {
            "operations:\n  table: { exec: \(step("table"))\(keys) }\n"
        }
        let daemon = try await daemon(text(""))
        #expect(fates(try reload(daemon, text(", stop: \(step("drop 1"))"))) == ["table": .stays])
        #expect(fates(try reload(daemon, text(", stop: \(step("drop 2"))"))) == ["table": .stays])
        let other = text(", stop: \(step("drop 3"))").replacing("echo table", with: "echo other")
        #expect(fates(try reload(daemon, other)) == ["table": .replaced])
        #expect(steps == ["table", "drop 2", "other"])
        // Nothing undoes it any more.
        let last = text("").replacing("echo table", with: "echo other")
        #expect(fates(try reload(daemon, last)) == ["table": .stays])
        #expect(fates(try reload(daemon, text(""))) == ["table": .runs])
        #expect(await daemon.stop().status == 0)
        #expect(steps == ["table", "drop 2", "other", "table"])
    }

    /// A rule about dependents needs to know them, which the first generation did not.
    @Test func whoDependsOnAProgramIsAsTheNewConfigurationSays() async throws {
        func text(_ rule: String, _ edge: String) -> String {
            """
            operations:
              db: { exec: \(program("db")), ended: restart, restart: { initial: 10ms }\(rule) }
              web: { exec: \(program("web"))\(edge) }
            """
        }
        let daemon = try await daemon(text("", ""))
        let pid = try pid(of: "web", daemon)
        let reply = try reload(daemon, text(", dependents: restarted", ", requires: [db]"))
        #expect(fates(reply) == ["db": .stays, "web": .stays])
        kill(try self.pid(of: "db", daemon), SIGKILL)
        try await eventually("both run again") {
            steps.count { $0 == "web" } == 2 && steps.count { $0 == "db" } == 2
        }
        try await eventually("it is another one") {
            let now = try daemon.report().programs.first { $0.name == "web" }?.pid
            return now != nil && now != pid
        }
        #expect(await daemon.stop().status == 0)
    }

    /// The last operation needs it, and fails without it.
    @Test func aProgramThatAnOperatorStoppedStaysSoUntilOneStartsIt() async throws {
        func text(_ db: Int, _ web: Int, last: String = "") -> String {
            """
            operations:
              db: { exec: \(program("db \(db)")) }
              web: { requires: [db], exec: \(program("web \(web)")) }
            \(last)
            """
        }
        let daemon = try await daemon(text(1, 1))
        let client = try daemon.client()
        _ = try client.call(Method.StopProgram("web"))
        func web() throws -> ProgramStatus {
            try #require(try daemon.report().programs.first { $0.name == "web" })
        }
        #expect(try web().stop?.uid == geteuid())
        let stop = try #require(try web().stop)
        for (db, number) in [(1, 2), (2, 2), (2, 3)] {
            let reply = try reload(daemon, text(db, number))
            #expect(fates(reply)["web"] == .stays)
            #expect(try web().state == .stopped)
            // Each generation tells times in whole microseconds of its own.
            let same = try #require(try web().stop)
            #expect(same.uid == stop.uid)
            #expect(abs(same.at.duration(to: stop.at) / .milliseconds(1)) < 1)
        }
        #expect(steps == ["db 1", "web 1", "web 1 ends", "db 1 ends", "db 2"])
        let last = "  last: { requires: [web], exec: [/bin/true] }"
        for isDryRun in [true, false] {
            let refused = refusal { try reload(daemon, text(2, 4, last: last), isDryRun: isDryRun) }
            guard case .cannotReload(let message, _)? = refused else {
                Issue.record("\(String(describing: refused))")
                return
            }
            #expect(
                message == """
                    program 'web' was stopped by user \(geteuid()), and 'last', which requires it, would run; \
                    start it first with 'slipway start web'
                    """
            )
        }
        _ = try client.call(Method.StartProgram("web"))
        #expect(steps.last == "web 3")
        #expect(try web().stop == nil)
        #expect(fates(try reload(daemon, text(2, 4, last: last)))["web"] == .replaced)
        #expect(await daemon.stop().status == 0)
        #expect(Array(steps.suffix(4)) == ["web 3 ends", "web 4", "web 4 ends", "db 2 ends"])
    }

    @Test func aGenerationIsNeverReadyWithoutWordOfAProgramThatIsAway() async throws {
        // Nothing runs, so that each generation is ready at once.
        let text = """
            operations:
              web: { exec: \(program("web")), ended: restart, restart: { initial: 1m } }
            """
        let daemon = try await daemon(text)
        kill(try pid(of: "web", daemon), SIGKILL)
        try await eventually("it is away") { try daemon.report().phase == .ready(degraded: true) }
        for _ in 0..<50 { try reload(daemon, text) }
        let lines = await daemon.stop().output.split(separator: "\n")
        let ready = lines.filter { $0.hasPrefix("Generation ") && $0.contains(" was ready in ") }
        #expect(ready.count == 50)
        #expect(ready.allSatisfy { $0.contains("(degraded, 1/1 operations)") }, "\(ready)")
    }

    /// It ran in the first generation when the second came; what undoes it is run once, at the end.
    @Test func aStepOfTheBackgroundStageThatRunsIsTakenOver() async throws {
        let text = """
            operations:
              late:
                stage: background
                exec:
                  [/bin/sh, -c, "echo late begins >>\(folder.path)/steps; while ! [ -e \(folder.path)/go ]; \
            do sleep 0.02; done; echo late >>\(folder.path)/steps"]
                stop: \(step("not late"))
            """
        let daemon = try await daemon(text)
        try await eventually("it runs") { steps == ["late begins"] }
        for _ in 1...3 { try reload(daemon, text) }
        try folder.write("", to: "go")
        try await eventually("it has ended") {
            try daemon.report().operations.allSatisfy { $0.outcome == .succeeded }
        }
        #expect(steps == ["late begins", "late"])
        #expect(await daemon.stop().status == 0)
        #expect(steps == ["late begins", "late", "not late"])
    }

    @Test func aProgramThatAnOperatorStoppedIsNotStartedByAReloadThatFails() async throws {
        func text(_ last: String) -> String {
            """
            operations:
              step: { exec: \(step("step")), stop: \(step("no step")) }
              web: { requires: [step], exec: \(program("web")), optional: true }
              last: { exec: [\(last)] }
            """
        }
        let daemon = try await daemon(text("/bin/true"))
        _ = try daemon.client().call(Method.StopProgram("web"), timeout: .seconds(20))
        let changed = text("/bin/false").replacing("echo step", with: "echo other")
        #expect(refusal { try reload(daemon, changed) } != nil)
        #expect(try daemon.report().programs.first?.state == .stopped)
        #expect(steps.filter { $0 == "web" }.count == 1)
        #expect(await daemon.stop().status == 0)
    }

    /// The reload holds the launch, too, until the action has ended, and lifts its own pause alone.
    @Test func aPauseDuringAReloadOutlastsIt() async throws {
        func text(_ version: Int) -> String {
            """
            operations:
              web: { exec: \(program("web \(version)")) }
            actions:
              greet: { exec: \(step("greeted")) }
              long:
                requires: [web]
                exec: [/bin/sh, -c, "echo begins >>\(folder.path)/steps; \
            while ! [ -e \(folder.path)/go ]; do sleep 0.02; done"]
            """
        }
        let daemon = try await daemon(text(1))
        let client = try daemon.client()
        _ = try client.call(Method.Submit(kind: "long"))
        try await eventually("it runs") { steps.last == "begins" }
        try folder.write("name: tested\ngrace: 5s\n" + text(2), to: "tested.yaml")
        let socket = daemon.socket
        let reload = Task.detached {
            refusal {
                _ = try ControlClient(path: socket).call(Method.Reload(), timeout: .seconds(60))
            }
        }
        try await eventually("the reload waits for the action") { try daemon.report().isPaused }
        #expect(try client.call(Method.PauseQueue(nil)).changed)
        _ = try client.call(Method.Submit(kind: "greet"))
        try folder.write("", to: "go")
        #expect(await reload.value == nil)
        #expect(try daemon.report().isPaused)
        #expect(!steps.contains("greeted"))
        #expect(try client.call(Method.ResumeQueue(nil)).changed)
        try await eventually("it runs") { steps.last == "greeted" }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aProgramThatComesBackAfterAReloadThatFailedHasTheRulesInService() async throws {
        func text(_ version: Int, _ ended: String, _ last: String) -> String {
            """
            operations:
              web: { exec: \(program("web \(version)")), ended: \(ended) }
              last: { requires: [web], exec: [\(last)] }
            """
        }
        let daemon = try await daemon(text(1, "fail", "/bin/true"))
        let first = try pid(of: "web", daemon)
        try reload(daemon, text(1, "restart", "/bin/true"))
        #expect(try pid(of: "web", daemon) == first)
        #expect(refusal { try reload(daemon, text(2, "restart", "/bin/false")) } != nil)
        let again = try pid(of: "web", daemon)
        #expect(again != first)
        kill(again, SIGKILL)
        try await eventually("it is started again") {
            let program = try daemon.report().programs.first
            return program?.state == .running && program?.pid != again
        }
        #expect(await daemon.stop().status == 0)
    }

    /// Its configuration has a text of this size, which is seen if it stays in memory; each starts a program that
    /// later ones take over.
    @Test func aGenerationThatIsGoneIsNotInMemory() async throws {
        let size = 300_000
        func text(_ version: Int) -> String {
            """
            operations:
              big:
                write: { path: "\(folder.path)/big", content: \(String(repeating: "\(version % 10)", count: size)) }
            \((0...version).map { "  web\($0): { exec: \(program("web")) }" }.joined(separator: "\n"))
            actions:
              greet: { requires: [web0], exec: \(step("greeted")) }
            """
        }
        let daemon = try await daemon(text(0))
        let statistics = "/proc/\(try daemon.identifier)/statm"
        func resident() throws -> Int {
            let pages = try String(contentsOfFile: statistics, encoding: .utf8).split(
                separator: " "
            )
            return (Int(pages[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
        }
        for version in 1...5 { try reload(daemon, text(version)) }
        let before = try resident()
        let count = 20
        for version in 6..<(6 + count) { try reload(daemon, text(version)) }
        try await eventually("it has not grown by their texts, from \(before) bytes") {
            try resident() < before + count * size / 2
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aQueueThatIsPausedStaysSo() async throws {
        let text = "operations: {}\nactions:\n  greet: { exec: \(step("greeted")) }\n"
        let daemon = try await daemon(text)
        let client = try daemon.client()
        _ = try client.call(Method.PauseQueue("userInitiated"))
        _ = try client.call(Method.Submit(kind: "greet"))
        for _ in 1...5 {
            try reload(daemon, text)
            #expect(try daemon.report().pausedQueues == [.userInitiated])
            #expect(steps == [])
        }
        _ = try client.call(Method.ResumeQueue("userInitiated"))
        try await eventually("it runs") { steps == ["greeted"] }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aProgramWhoseFilesAloneChangedGetsASignal() async throws {
        try folder.write("one", to: "web.conf")
        func text(_ page: String) -> String {
            """
            operations:
              page: { write: { path: "\(folder.path)/page", content: \(page) } }
              web:
                requires: [page]
                exec: { command: [/bin/sh, -c, "trap 'cat \(folder.path)/web.conf \(folder.path)/page \
            >>\(folder.path)/steps; echo >>\(folder.path)/steps' HUP; systemd-notify --ready; \
            while :; do sleep 0.05; done"], ready: notify }
                reload: { signal: HUP, files: ["\(folder.path)/web.conf", "\(folder.path)/page"] }
            """
        }
        let daemon = try await daemon(text("a"))
        let pid = try pid(of: "web", daemon)
        #expect(fates(try reload(daemon, text("a")))["web"] == .stays)
        try folder.write("two", to: "web.conf")
        #expect(fates(try reload(daemon, text("a"), isDryRun: true))["web"] == .signalled)
        #expect(fates(try reload(daemon, text("a")))["web"] == .signalled)
        try await eventually("it has read its file") { steps == ["twoa"] }
        #expect(fates(try reload(daemon, text("b"))) == ["page": .runs, "web": .signalled])
        try await eventually("it has read what was written") { steps == ["twoa", "twob"] }
        #expect(try self.pid(of: "web", daemon) == pid)
        #expect(await daemon.stop().status == 0)
    }

    /// It asks what became of it only once it has the lock.
    @Test func whatWaitsForALockKnowsHowItEndedInAGenerationThatIsGone() async throws {
        func text(_ script: String) -> String {
            """
            operations:
              hold: { locks: [l], stage: background, exec: [/bin/sh, -c, "\(script)"] }
              kept: { locks: [l], stage: background, exec: \(step("kept")) }
            """
        }
        let daemon = try await daemon(text("exit 0"))
        func ended() throws -> Bool {
            try daemon.report().operations.allSatisfy { $0.outcome == .succeeded }
        }
        try await eventually("all has run") { try ended() }
        let changed = text("while ! [ -e \(folder.path)/go ]; do sleep 0.02; done")
        #expect(fates(try reload(daemon, changed)) == ["hold": .runs, "kept": .stays])
        // Meanwhile generations come and go.
        for _ in 1...5 { try reload(daemon, changed) }
        try folder.write("", to: "go")
        try await eventually("it has ended") { try ended() }
        #expect(fates(try reload(daemon, changed)) == ["hold": .stays, "kept": .stays])
        #expect(await daemon.stop().status == 0)
        #expect(steps == ["kept"])
    }
}
