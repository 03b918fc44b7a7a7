import Foundation
import Slipway
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ExecCancellationTests {
    /// Runs a script that writes process numbers to `pids`, cancels it then, and waits for it.
    private func cancelled(
        _ script: String,
        in folder: Folder,
        grace: Duration = .seconds(30)
    ) async throws -> (error: (any Error)?, processes: [Int]) {
        let runner = BodyRunner.quiet(grace: grace)
        let body = BodySpecification.shell(
            script,
            directory: Template(literal: folder.path),
            output: .text
        )
        return try await withThrowingTaskGroup(of: (any Error)?.self) { group in
            group.addTask {
                do {
                    _ = try await runner.run(body)
                    return nil
                } catch {
                    return error
                }
            }
            let processes = try await processes(in: folder)
            #expect(processes.allSatisfy(isRunning))
            group.cancelAll()
            let error = try await group.next() ?? nil
            return (error, processes)
        }
    }

    @Test func cancellingEndsTheWholeTree() async throws {
        let folder = try Folder()
        let script = """
            sleep 1000 & a=$!
            sh -c 'sleep 1001 & sleep 1002' & b=$!
            echo $$ $a $b > new; mv new pids; wait
            """
        let (error, processes) = try await cancelled(script, in: folder)
        #expect(error is CancellationError)
        #expect(processes.count == 3)
        #expect(processes.filter(isRunning) == [])
    }

    @Test func aChildMayCleanUpAndItsLastWordsAreKept() async throws {
        let folder = try Folder()
        let script = """
            trap 'echo cleaned > cleaned; echo "was at 80 %" >&2; exit 0' TERM
            echo $$ > new; mv new pids
            while :; do sleep 0.01; done
            """
        let (error, processes) = try await cancelled(script, in: folder)
        #expect(error as? Cancelled == Cancelled("'/bin/sh' last said: was at 80 %"))
        #expect(try folder.read("cleaned") == "cleaned\n")
        #expect(processes.filter(isRunning) == [])
    }

    @Test func theOthersOfATreeGetTheGraceToo() async throws {
        let folder = try Folder()
        // The child ends at once; the one behind it takes its time.
        let script = """
            (trap 'sleep 0.1; echo done > slow; exit' TERM; echo $$ > new; mv new pids
            while :; do sleep 0.01; done) &
            wait
            """
        _ = try await cancelled(script, in: folder)
        #expect(try folder.read("slow") == "done\n")
    }

    @Test func whatIgnoresTheRequestIsKilledAfterTheGrace() async throws {
        let folder = try Folder()
        let script = """
            trap '' TERM
            sleep 1000 & echo $$ $! > new; mv new pids; wait; sleep 1001
            """
        let (error, processes) = try await cancelled(script, in: folder, grace: .milliseconds(50))
        #expect(error is CancellationError)
        #expect(processes.count == 2)
        #expect(processes.filter(isRunning) == [])
    }

    @Test func oneThatOutlivesItsParentIsKilledAfterTheGrace() async throws {
        let folder = try Folder()
        let script = """
            (trap '' TERM; exec sleep 1000) &
            sh -c 'echo $PPID' > /dev/null; echo $$ $! > new; mv new pids; wait
            """
        let (_, processes) = try await cancelled(script, in: folder, grace: .milliseconds(200))
        #expect(processes.count == 2)
        #expect(processes.filter(isRunning) == [])
    }

    @Test func aCancelledTaskStartsNothing() async throws {
        let folder = try Folder()
        let body = BodySpecification.program(
            "touch",
            "ran",
            directory: Template(literal: folder.path)
        )
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                await #expect(throws: CancellationError.self) {
                    try await BodyRunner.quiet().run(body)
                }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func aFullStandardErrorHoldsNothingUpForever() async throws {
        let folder = try Folder()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        // No one reads: what the child says stays in its own pipe, and it ends.
        let runner = BodyRunner.quiet(standardError: ends[1])
        let body = BodySpecification.shell(
            "head -c 120000 /dev/zero >&2; echo ended",
            directory: Template(literal: folder.path),
            output: .text
        )
        #expect(try await runner.run(body) == "ended")
    }
}
