import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ExecFailureTests {
    @Test(arguments: [
        ("exit 3", "exited with 3"),
        ("echo 'token expired' >&2; exit 3", "exited with 3: token expired"),
        ("printf 'a\\nlast  one\\n\\n \\n' >&2; exit 1", "exited with 1: last  one"),
        ("printf 'no newline' >&2; exit 1", "exited with 1: no newline"),
        ("printf '\\033[31mred\\033[0m' >&2; exit 1", "exited with 1: red"),
        (
            "printf 'psql:3: ERROR:  no a\\nLINE 1: a;\\n    ^\\n' >&2; exit 3",
            "exited with 3: psql:3: ERROR:  no a / LINE 1: a;"
        ),
        ("kill -KILL $$", "was killed by SIGKILL"),
        ("echo dying >&2; kill -SEGV $$", "was killed by SIGSEGV; it last said: dying"),
        ("kill -PIPE $$", "was killed by SIGPIPE"),
        ("kill -TERM $$", "was killed by SIGTERM"),
    ])
    func howAChildEndedAndItsLastWordsAreSaid(_ script: String, _ failure: String) async {
        #expect(
            await BodyRunner.quiet().failure(.shell(script)) == "'/bin/sh' \(failure)"
        )
        #expect(
            await BodyRunner.quiet().failure(.shell(script, output: .text))
                == "'/bin/sh' \(failure)"
        )
    }

    @Test func aVeryLongLastLineIsCutShort() async {
        let script = "head -c 5000 /dev/zero | tr '\\0' x >&2; exit 1"
        let line = String(repeating: "x", count: 200)
        #expect(
            await BodyRunner.quiet().failure(.shell(script))
                == "'/bin/sh' exited with 1: \(line)…"
        )
    }

    /// The beginning of a program for a machine with another byte order.
    private static let foreignProgram =
        "\u{7F}ELF\u{2}\u{2}\u{1}" + String(repeating: "\0", count: 9) + "\0\u{2}\0\u{16}"
        + String(repeating: "\0", count: 60)

    @Test func aProgramThatCannotRunSaysWhy() async throws {
        let folder = try TemporaryFolder()
        let missing = "\(folder.path)/missing"
        let plain = try folder.write("#!/bin/sh\n", to: "plain")
        let orphan = try folder.write("#!/no/such/shell\n", to: "orphan", mode: 0o755)
        let windows = try folder.write("#!/bin/sh\r\necho\r\n", to: "windows", mode: 0o755)
        let empty = try folder.write("", to: "empty", mode: 0o755)
        let foreign = try folder.write(Self.foreignProgram, to: "foreign", mode: 0o755)
        let garbage = try folder.write("garbage\n", to: "garbage", mode: 0o755)
        let expected = [
            (missing, "No such file or directory (ENOENT)"),
            (plain, "Permission denied (EACCES); is it executable?"),
            (folder.path, "Is a directory (EISDIR)"),
            (
                orphan,
                "No such file or directory (ENOENT); "
                    + "'/no/such/shell', which its first line names, is missing"
            ),
            (
                windows,
                "No such file or directory (ENOENT); its lines end in CR LF, so that its first line "
                    + "names '/bin/sh\\r'; end them in LF alone"
            ),
            (empty, "Exec format error (ENOEXEC); the file is empty"),
            (
                foreign,
                "Exec format error (ENOEXEC); it is a program for another processor: S/390"
            ),
            (garbage, "Exec format error (ENOEXEC); a script needs '#!' in its first line"),
            ("\(plain)/x", "Not a directory (ENOTDIR)"),
            (
                "echo hi",
                "No such file or directory (ENOENT); PATH is '/usr/bin:/bin'; a list has one "
                    + "argument an item: [echo, hi]"
            ),
            ("no-such-tool", "No such file or directory (ENOENT); PATH is '/usr/bin:/bin'"),
            (
                "./missing",
                "its path is relative; give an absolute one, or a name to look up in PATH"
            ),
            ("", "its name is empty"),
        ]
        for (program, reason) in expected {
            #expect(
                await BodyRunner.quiet().failure(.program(Template(literal: program)))
                    == "cannot run '\(program)': \(reason)"
            )
        }
    }

    @Test func aNameIsLookedUpInThePathOfTheChild() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("#!/bin/sh\necho found\n", to: "tool", mode: 0o755)
        let path: [String: Template] = ["PATH": Template(literal: folder.path)]
        let body = BodySpecification.program("tool", environment: path, output: .text)
        #expect(try await BodyRunner.quiet().run(body) == "found")
    }

    @Test func whatIsRelativeInThePathIsPassedOver() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("#!/bin/sh\necho found\n", to: "tool", mode: 0o755)
        let body = BodySpecification.program(
            "tool",
            environment: ["PATH": ".:"],
            directory: Template(literal: folder.path)
        )
        #expect(
            await BodyRunner.quiet().failure(body)
                == "cannot run 'tool': No such file or directory (ENOENT); PATH is '.:'"
        )
    }

    @Test func aMissingDirectoryIsNamed() async {
        #expect(
            await BodyRunner.quiet().failure(.program("true", directory: "/no/such"))
                == "cannot run 'true': cannot enter directory '/no/such': "
                + "No such file or directory (ENOENT)"
        )
    }

    @Test func aVariableThatCannotBeIsRefusedWithoutItsValue() async {
        let body = BodySpecification.program("true", environment: ["A=B": "secret"])
        #expect(
            await BodyRunner.quiet().failure(body)
                == "cannot run 'true': 'A=B' cannot be the name of a variable"
        )
    }

    @Test(arguments: ["yes", "head -c 1048577 /dev/zero; sleep 1000"])
    func outputPastTheLimitStopsTheChild(_ script: String) async throws {
        let folder = try TemporaryFolder()
        let body = BodySpecification.shell(
            "echo $$ > pids; \(script)",
            directory: Template(literal: folder.path),
            output: .text
        )
        #expect(
            await BodyRunner.quiet().failure(body)
                == "the output of '/bin/sh' has more than 1048576 bytes; the program was stopped"
        )
        let pid = try #require(pid_t(try folder.read("pids").filter(\.isNumber)))
        #expect(kill(pid, 0) != 0 && errno == ESRCH)
    }

    @Test func outputUpToTheLimitIsKept() async throws {
        let script = "head -c 1048576 /dev/zero | tr '\\0' x"
        let value = try await BodyRunner.quiet().run(.shell(script, output: .text))
        #expect(value.stringValue?.utf8.count == 1 << 20)
    }

    @Test(
        arguments: [
            (.json, "echo hello world", "JSON: byte 0: unexpected 'h', of 12 bytes"),
            (
                .json, "echo '{\"a\": [1,2}'",
                "JSON: byte 10: unexpected '}', of 12 bytes"
            ),
            (.json, "true", "JSON: it is empty"),
            (.text, "printf '\\377abc'", "text: it is not UTF-8, of 4 bytes"),
            (.lines, "printf 'a\\n\\377'", "lines: it is not UTF-8, of 3 bytes"),
        ] as [(ExecSpecification.Output, String, String)]
    )
    func outputOfAnotherKindIsShown(
        _ output: ExecSpecification.Output,
        _ script: String,
        _ failure: String
    ) async {
        #expect(
            await BodyRunner.quiet().failure(.shell(script, output: output))
                == "cannot read the output of '/bin/sh' as \(failure)"
        )
    }

    @Test func aTemplateThatCannotBeFilledInRunsNothing() async throws {
        let folder = try TemporaryFolder()
        let unset = Template(segments: [.reference(.environment("NO_SUCH"))])
        let body = BodySpecification.program(
            "touch",
            "ran",
            unset,
            directory: Template(literal: folder.path)
        )
        let failure = await BodyRunner.quiet().failure(body)
        #expect(failure?.contains("NO_SUCH") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
}
