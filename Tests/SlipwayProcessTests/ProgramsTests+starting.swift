import Foundation
import Slipway
import SlipwayLoop
import SlipwayProcess
import SlipwayTestSupport
import Synchronization
import Testing

/// A program becomes ready, or does not.
extension ProgramsTests {
    @Test func aProgramIsReadyWhenItSaysSo() async throws {
        try await start(
            definition(
                """
                echo $$ > pids
                systemd-notify --status='warming up' || exit 7
                systemd-notify --ready || exit 8
                exec sleep 1000
                """
            )
        )
        let pid = try #require(try await processes(in: folder).first)
        #expect(last()?.pid == Int32(pid))
        #expect(last()?.state == .running)
        #expect(last()?.message == "warming up")
        #expect(await programs.stop("web") == nil)
        #expect(!isRunning(pid))
        #expect(last()?.state == .stopped)
        // Nothing is left of the private socket.
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/programs")
        #expect(left == [])
    }

    @Test func aGrandchildMaySayIt() async throws {
        try await start(definition("(systemd-notify --ready); exec sleep 1000"))
        #expect(await programs.stop("web") == nil)
        #expect(failures() == [])
    }

    @Test func aProgramIsReadyWhenItsSocketAccepts() async throws {
        let script = """
            exec python3 -c '
            import socket, time
            s = socket.socket(socket.AF_UNIX)
            s.bind("web.sock")
            open("bound", "w")
            s.listen()
            time.sleep(1000)'
            """
        try await start(definition(script, ready: .socket("\(folder.path)/web.sock")))
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/bound"))
        #expect(await programs.stop("web") == nil)
    }

    /// With colours, over the line before, on a line that does not end, or with one that comes in pieces.
    @Test(
        arguments: [
            "echo 'Server is ready'", "printf 'Server \\033[1;32mis\\033[0m ready\\n'",
            "printf '\\033]0;web\\007Server \\033[32mis ready\\033[0m\\r\\n'",
            "printf 'starting\\rServer is ready\\r'", "printf 'Server is ready> '",
            "printf 'Server is r'; sleep 0.01; printf 'eady now'; sleep 0.01; printf ' and'",
        ]
    )
    func aProgramIsReadyWithItsLineHoweverThatLooks(print: String) async throws {
        try await start(definition("\(print); exec sleep 1000", ready: .line("Server is ready")))
        #expect(last()?.state == .running)
        #expect(await programs.stop("web") == nil)
    }

    @Test func aProgramThatEndsBeforeItIsReadySaysWhy() async throws {
        let definition = definition("echo 'no database' >&2; exit 3")
        let expected = ProgramFailure.ended("exited with 3 before it was ready: no database")
        await #expect(throws: expected) { try await start(definition) }
    }

    @Test func aProgramThatCannotBeStartedSaysWhy() async throws {
        let definition = ProgramDefinition(
            name: "web",
            command: ChildCommand("/no/such/program", writer: .step),
            ready: .notify,
            policy: .init()
        )
        let words = "cannot be started: No such file or directory (ENOENT)"
        await #expect(throws: ProgramFailure.ended(words)) { try await start(definition) }
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/programs")
        #expect(left == [])
    }

    @Test func aCancelledStartLeavesNoProcess() async throws {
        let definition = definition("echo $$ > pids; echo waiting; sleep 1000 & wait")
        let task = Task {
            do throws(ProgramFailure) {
                try await programs.start(definition) { _ in }
                return nil as ProgramFailure?
            } catch {
                return error
            }
        }
        let pids = try await processes(in: folder)
        task.cancel()
        let failure = ProgramFailure.cancelled(
            lack: "has not said READY=1 (sd_notify)",
            lastLine: "waiting"
        )
        #expect(await task.value == failure)
        #expect(!pids.contains(where: isRunning))
    }

    @Test func aCancelledStartSaysWhatIsWrongWithItsSocket() async throws {
        let path = "\(folder.path)/web.sock"
        let started = definition("echo $$ > pids; exec sleep 1000", ready: .socket(path))
        let task = Task {
            do throws(ProgramFailure) {
                try await programs.start(started) { _ in }
                return nil as ProgramFailure?
            } catch {
                return error
            }
        }
        let lack = "accepts no connection at socket '\(path)': No such file or directory (ENOENT)"
        try await eventually("it was tried") { last()?.lack == lack }
        task.cancel()
        #expect(await task.value == .cancelled(lack: lack, lastLine: nil))
    }

    /// An operation that is tried again finds the process that an operator started meanwhile.
    @Test func anAttemptThatFollowsAnOperatorsStartHasNoProcessOfItsOwn() async throws {
        let definition = definition(
            """
            echo $$ >> runs; test -e go || exit 3; systemd-notify --ready; exec sleep 1000
            """
        )
        let failure = ProgramFailure.ended("exited with 3 before it was ready")
        await #expect(throws: failure) { try await start(definition) }
        try folder.write("", to: "go")
        #expect(try await carryOut(.start, "web").get().state == .running)
        try await start(definition)
        #expect(try folder.read("runs").split(separator: "\n").count == 2)
        #expect(await programs.stop("web") == nil)
        let pids = try folder.read("runs").split(separator: "\n").compactMap { Int($0) }
        #expect(!pids.contains(where: isRunning))
    }

    @Test(arguments: [Programs.Request.start, .stop, .restart])
    func untilACancelledAttemptIsGoneOperatorsAreRefused(request: Programs.Request) async throws {
        let definition = definition(
            """
            trap 'echo > ending; while [ ! -e go ]; do sleep 0.01; done; exit' TERM
            echo $$ > pids; while :; do sleep 0.01; done
            """
        )
        let task = Task {
            do throws(ProgramFailure) {
                try await programs.start(definition) { _ in }
                return false
            } catch {
                if case .cancelled = error { return true }
                return false
            }
        }
        _ = try await processes(in: folder)
        task.cancel()
        try await eventually("it is being ended") {
            FileManager.default.fileExists(atPath: "\(folder.path)/ending")
        }
        #expect(await carryOut(request, "web") == .failure(.starting))
        try folder.write("", to: "go")
        #expect(await task.value)
        #expect(last()?.state == .stopped)
    }
}
