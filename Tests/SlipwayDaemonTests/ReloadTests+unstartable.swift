import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A start that would fail ends nothing.
extension ReloadTests {
    /// A way to spoil what a program needs.
    enum Damage: String, CaseIterable {
        case stray, variables, program, interpreter, directory

        func spoil(_ folder: TemporaryFolder) throws {
            switch self {
            case .stray: try folder.write("WORD=one\nexport A=2\n", to: "words")
            case .variables: #expect(unlink("\(folder.path)/words") == 0)
            case .program: #expect(unlink("\(folder.path)/web") == 0)
            case .interpreter:
                try folder.write("#!\(folder.path)/absent\n", to: "web", mode: 0o755)
            case .directory: #expect(rmdir("\(folder.path)/home") == 0)
            }
        }

        /// The key and the reason in the file.
        func fault(_ folder: String) -> String {
            switch self {
            case .stray, .variables: "operations.web.exec.environmentFiles: \(words(folder))"
            case .program:
                "operations.web: there is no program '\(folder)/web' here that can be run"
            case .interpreter:
                "operations.web: program '\(folder)/web' cannot be run here: '\(folder)/absent', which its "
                    + "first line names, is missing"
            case .directory: "operations.web.exec.directory: \(words(folder))"
            }
        }

        /// The reason of a start.
        func words(_ folder: String) -> String {
            switch self {
            case .stray: "environment file '\(folder)/words', line 2: is no NAME=value"
            case .variables:
                "environment file '\(folder)/words' is missing; write '-' before its path if it "
                    + "may be missing"
            case .program: "No such file or directory (ENOENT)"
            case .interpreter: "'\(folder)/absent', which its first line names, is missing"
            case .directory:
                "cannot enter directory '\(folder)/home': No such file or directory (ENOENT)"
            }
        }
    }

    private func text(_ version: Int, _ more: String = "") throws -> String {
        """
        operations:
          web:
            exec:
              command: [\(folder.path)/web, "\(version)"]
              environmentFiles: ["\(folder.path)/words"]
              directory: \(folder.path)/home
              ready: notify
        \(more)
          other: { exec: \(program("other")) }
        """
    }

    private func started(_ more: String = "") async throws -> RunningDaemon {
        try folder.write("WORD=one\n", to: "words")
        #expect(mkdir("\(folder.path)/home", 0o755) == 0)
        try folder.write(
            "#!/bin/sh\necho \"web $1 $WORD\"\nsystemd-notify --ready\nexec sleep 1000\n",
            to: "web",
            mode: 0o755
        )
        return try await daemon(text(1, more))
    }

    @Test(arguments: Damage.allCases)
    func aReloadOfWhatCannotStartIsRefusedBeforeAnythingEnds(damage: Damage) async throws {
        let daemon = try await started()
        let pids = try [pid(of: "web", daemon), pid(of: "other", daemon)]
        try damage.spoil(folder)
        let words = "\(folder.path)/tested.yaml:4:3: \(damage.fault(folder.path))"
        for isDryRun in [true, false] {
            let refused = refusal { try reload(daemon, text(2), isDryRun: isDryRun) }
            #expect(refused == .cannotReload(words, faults: [words]))
        }
        #expect(try [pid(of: "web", daemon), pid(of: "other", daemon)] == pids)
        #expect(try daemon.report().phase == .ready(degraded: false))
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: Damage.allCases)
    func aRestartOfWhatCannotStartIsRefusedBeforeAnythingEnds(damage: Damage) async throws {
        let daemon = try await started()
        let pid = try pid(of: "web", daemon)
        try damage.spoil(folder)
        let refused = refusal { _ = try daemon.client().call(Method.RestartProgram("web")) }
        let words = "is not restarted: \(damage.words(folder.path))"
        #expect(refused == .programFailed("web", message: words))
        #expect(try self.pid(of: "web", daemon) == pid)
        // It can be ended all the same, and then not be started.
        _ = try daemon.client().call(Method.StopProgram("web"))
        let again = refusal { _ = try daemon.client().call(Method.StartProgram("web")) }
        let reason = "is not started: \(damage.words(folder.path))"
        #expect(again == .programFailed("web", message: reason))
        #expect(await daemon.stop().status == 0)
    }

    @Test func whatAnEarlierStepMayMakeIsLeftToTheStart() async throws {
        let more = "    requires: [seed]\n  seed: { exec: \(step("seed")) }"
        let daemon = try await started(more)
        #expect(unlink("\(folder.path)/words") == 0)
        let write = "/bin/sh, -c, 'echo WORD=two >\(folder.path)/words'"
        let made = "    requires: [seed]\n  seed: { exec: [\(write)] }"
        let reply = try reload(daemon, text(2, made))
        #expect(fates(reply)["web"] == .replaced)
        try await daemon.untilItSays("web 2 two")
        #expect(await daemon.stop().status == 0)
    }

    /// The new one ends for what is in the file, and the old one would, too.
    @Test func whatComesBackHasTheContentsOfItsLastStart() async throws {
        let daemon = try await started()
        try folder.write("WORD=two\n", to: "words")
        let last = "    timeout: 30s\n  last: { requires: [web], exec: [/bin/false] }"
        let refused = refusal { try reload(daemon, text(2, last)) }
        guard case .cannotReload? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        try await eventually("it comes back as it was") {
            daemon.program.output.matches(of: /web [12] (one|two)/).map { String($0.0) }
                == ["web 1 one", "web 2 two", "web 1 one"]
        }
        #expect(try daemon.report().phase == .ready(degraded: false))
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: [Damage.stray, .variables])
    func aRestartThatNobodyAskedForTakesTheContentsOfTheLastStart(damage: Damage) async throws {
        let daemon = try await started("    ended: restart\n    restart: { initial: 10ms }")
        let pid = try pid(of: "web", daemon)
        try damage.spoil(folder)
        #expect(kill(pid, SIGKILL) == 0)
        try await daemon.untilItSays(
            "\(damage.words(folder.path)); it is started with what the file had at its last start"
        )
        try await eventually("it runs again") {
            let status = try daemon.report().programs.first { $0.name == "web" }
            return status?.state == .running && status?.pid != pid
        }
        let output = daemon.program.output
        // The end of the first one quotes its line.
        #expect(output.matches(of: /web 1 one/).count == 3, "\(output)")
        #expect(await daemon.stop().status == 0)
    }
}
