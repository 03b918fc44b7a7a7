import Foundation
import SlipwayTestSupport
import Testing

/// What root does in a test or a campaign to a file of /dev does not reach the machine.
struct OwnDevTests {
    private static let script = Checkout.file("Tests/own-dev")

    @Test func everyTargetOfTheMakefileThatRunsTheProgramsHasADevOfItsOwn() throws {
        let lines = try CodeBase.text(of: "Makefile").split(separator: "\n")
        let runs = lines.filter { $0.contains(/^\t@?\$\(OWN_DEV\)\s/) }
        #expect(runs.count > 25)
        for line in lines {
            let isBare = line.contains(/^\t@?(Tests|Benchmarks|\.build\/release)\//)
            #expect(!isBare, "begins without $(OWN_DEV): \(line)")
        }
    }

    @Test(.enabled(if: geteuid() == 0 || Checkout.isChecked, "needs root"))
    func aCampaignThatIsStartedByHandHasOneToo() async throws {
        let file = "/dev/slipway-\(UUID().uuidString)"
        let folder = try TemporaryFolder()
        let script = """
            import sys
            sys.path.insert(0, "\(Checkout.file("Tests/Campaigns").path())")
            sys.dont_write_bytecode = True
            from harness import place
            place.enter()
            open("\(file)", "w").close()
            print("made")
            """
        // Without what says that the tests have one.
        let result = try await Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: ["-u", "OWN_DEV", "python3", folder.write(script, to: "campaign.py")]
        ).run()
        #expect(result.output == "made\n")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func noScriptHandsTheMachinesDevOn() throws {
        let scripts = CodeBase.files.filter {
            $0.hasPrefix("Tests/") && !$0.hasSuffix(".swift") && !$0.hasSuffix(".yaml")
        }
        #expect(scripts.count > 80)
        for script in scripts {
            #expect(try !CodeBase.text(of: script).contains(/bind\s+\/dev\s/), "\(script)")
        }
    }

    @Test(.enabled(if: geteuid() == 0 || Checkout.isChecked, "needs root"))
    func whatIsMadeThereIsNotOnTheMachine() async throws {
        let file = "/dev/slipway-\(UUID().uuidString)"
        let script = "echo made >\(file) && cat \(file) && echo gone >/dev/null; exit 7"
        let result = try await Program(
            executable: Self.script,
            arguments: ["/bin/sh", "-c", script]
        ).run()
        #expect(result.output == "made\n")
        #expect(result.status == 7)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aCommandHasItsTerminals() async throws {
        let script = """
            import os, pty
            process, terminal = pty.fork()
            if process == 0:
                os.write(1, os.ttyname(0).encode())
                os._exit(0)
            print(os.read(terminal, 100).decode())
            """
        let result = try await Program(
            executable: Self.script,
            arguments: ["/usr/bin/python3", "-c", script]
        ).run()
        #expect(result.output.hasPrefix("/dev/pts/"), "\(result.output)")
    }
}
