import Foundation
import Glibc
import SlipwayLoop
import SlipwayTestSupport
import Testing

@testable import SlipwayProcess

@Suite(.timeLimit(.minutes(10)))
struct ProcessRunnerTests {
    @Test(arguments: [
        ("exit 0", ChildStatus.exited(0)), ("exit 3", .exited(3)), ("kill -9 $$", .killed(SIGKILL)),
    ])
    func saysHowAChildEnded(script: String, status: ChildStatus) async throws {
        let end = try await ProcessRunner.quiet().run(.shell(script))
        #expect(end.status == status)
    }

    @Test func inputGoesInAndOutputComesOut() async throws {
        let end = try await ProcessRunner.quiet().run(.shell("cat", input: "hello"))
        #expect(end.text == "hello")
    }

    @Test func aMegabyteGoesThrough() async throws {
        let text = String(repeating: "x", count: 1 << 20)
        let end = try await ProcessRunner.quiet().run(.shell("cat", input: text))
        #expect(end.text == text)
    }

    @Test func aChildNeedNotReadItsInput() async throws {
        let text = String(repeating: "x", count: 1 << 20)
        let end = try await ProcessRunner.quiet().run(.shell("exec <&-; echo done", input: text))
        #expect(end.text == "done\n")
    }

    @Test func outputBeyondTheLimitEndsTheChild() async throws {
        let command = ChildCommand.shell("yes", output: .collected(limit: 1000))
        await #expect(throws: ChildFailure.outputTooLong(limit: 1000)) {
            try await ProcessRunner.quiet().run(command)
        }
    }

    @Test func theLastLineOfStandardErrorIsKept() async throws {
        let end = try await ProcessRunner.quiet().run(.shell("echo one >&2; echo two >&2; exit 1"))
        #expect(end.lastLine == "two")
    }

    @Test(arguments: [
        ("/no/such/program", "No such file or directory (ENOENT)"),
        ("no-such-program", "No such file or directory (ENOENT); PATH is '/usr/bin:/bin'"),
        ("/etc/passwd", "Permission denied (EACCES); is it executable?"),
        ("/tmp", "Is a directory (EISDIR)"),
        ("", "its name is empty"),
        ("a\0b", "argument 0 contains a zero byte"),
    ])
    func saysWhyAProgramCannotBeStarted(program: String, reason: String) async throws {
        let command = ChildCommand(program, environment: ["PATH": "/usr/bin:/bin"], writer: .step)
        await #expect(throws: ChildFailure.notStarted(reason)) {
            try await ProcessRunner.quiet().run(command)
        }
    }

    @Test func saysThatADirectoryCannotBeEntered() async throws {
        let command = ChildCommand("/bin/true", directory: "/no/such/folder", writer: .step)
        await #expect(throws: ChildFailure.noDirectory("No such file or directory (ENOENT)")) {
            try await ProcessRunner.quiet().run(command)
        }
    }

    @Test func aChildHasThreeDescriptorsAndNoSignalBlockedOrIgnored() async throws {
        let script = "ls /proc/self/fd | wc -l; grep -E '^Sig(Blk|Ign)' /proc/self/status"
        let end = try await ProcessRunner.quiet().run(.shell(script))
        // `ls` itself opens the folder.
        #expect(end.text == "4\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
    }

    @Test func aChildLeadsASessionOfItsOwn() async throws {
        let end = try await ProcessRunner.quiet().run(.shell("cut -d' ' -f1,5,6 /proc/$$/stat"))
        #expect(Set(end.text.split(whereSeparator: \.isWhitespace)).count == 1)
    }

    @Test func whatSucceedsMayLeaveAProcessBehindWhoseOutputWorks() async throws {
        let folder = try TemporaryFolder()
        let log = open("\(folder.path)/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let script = """
            (while [ ! -e go ]; do sleep 0.01; done
             echo to the log >&2; echo to the output; echo alive > alive) &
            echo value
            """
        let runner = try ProcessRunner.quiet(standardError: log)
        let end = try await runner.run(.shell(script, in: folder))
        #expect(end.text == "value\n")
        try folder.write("", to: "go")
        try await eventually("it lives") {
            FileManager.default.fileExists(atPath: "\(folder.path)/alive")
        }
        try await eventually("it was heard") {
            try Set(folder.read("log").split(separator: "\n")) == [
                "step: to the log", "step: to the output",
            ]
        }
    }

    @Test func twoHundredChildrenAtOnceLeaveNeitherZombiesNorDescriptors() async throws {
        let runner = try ProcessRunner.quiet()
        let commands: [ChildCommand] = [
            .shell("true"), .shell("cat", input: "{}"),
            ChildCommand("/no/such/program", writer: .step),
            .shell("exit 1"),
        ]
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask { _ = try? await runner.run(commands[index % commands.count]) }
            }
        }
        // Other tests may have children, some of which are ending now.
        try await eventually("all that ended were reaped") {
            let table = try #require(try ProcessTableReader().read(upTo: .max))
            let children = table.children(of: getpid()).compactMap(table.process)
            return children.allSatisfy { !$0.isZombie }
        }
    }

    @Test(arguments: ["true", "false", "cat", "echo text; echo more >&2", "sleep 1000"])
    @Loop func nothingIsKeptOfAChildThatHasEnded(script: String) async throws {
        let log = OutputLog(.lines(nowhere))
        weak var kept: ProcessRun?
        func run() async {
            let command = ChildCommand.shell(script, input: script == "cat" ? "{}" : "")
            let run = ProcessRun(command, grace: .seconds(30), log: log)
            kept = run
            let task = Task { @Loop in await run.result() }
            if script.hasPrefix("sleep") { task.cancel() }
            _ = await task.value
        }
        await run()
        try await eventually("nothing keeps it") { kept == nil }
    }

    @Test func aStandardErrorThatNobodyReadsHoldsUpNoChildThatFitsThePipes() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let runner = try ProcessRunner.quiet(standardError: ends[1])
        let end = try await runner.run(.shell("head -c 120000 /dev/zero >&2; echo ended"))
        #expect(end.text == "ended\n")
    }
}

/// Probes: programs that are asked again and again.
extension ProcessRunnerTests {
    @Test(arguments: [0, 1])
    func aProbesLinesAreNotPassedOnAndItsLastIsKnown(status: Int32) async throws {
        let folder = try TemporaryFolder()
        let log = open("\(folder.path)/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(log) }
        let runner = try ProcessRunner.quiet(standardError: log)
        var probe = ChildCommand.shell("echo one; echo two >&2; exit \(status)", output: .lines)
        probe.isProbe = true
        let end = try await runner.run(probe)
        #expect(end.status == .exited(status))
        #expect(end.lastLine == "two")
        #expect(try folder.read("log") == "")
    }
}
