import Foundation
import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import SlipwayTestSupport
import Testing

@testable import SlipwayBodies

@Suite(.timeLimit(.minutes(10)))
struct ExecCancellationTests {
    /// Runs a script that writes a file `begun`, then cancels it and waits for its end.
    private func error(
        ofCancelling script: String,
        grace: Duration = .seconds(30)
    ) async throws -> (any Error)? {
        let folder = try TemporaryFolder()
        let body = BodySpecification.shell(script, directory: Template(literal: folder.path))
        return try await withThrowingTaskGroup(of: (any Error)?.self) { group in
            group.addTask {
                do {
                    _ = try await BodyRunner.quiet().run(
                        body,
                        of: BodyOwner(name: "step"),
                        values: .init(),
                        grace: grace
                    )
                    return nil
                } catch {
                    return error
                }
            }
            try await eventually("the script has begun") {
                FileManager.default.fileExists(atPath: "\(folder.path)/begun")
            }
            group.cancelAll()
            return try await group.next() ?? nil
        }
    }

    @Test func theLastWordsOfACancelledProgramAreKept() async throws {
        let script = """
            trap 'echo "was at 80 %" >&2; exit 1' TERM
            touch begun; while :; do sleep 0.01; done
            """
        let error = try await error(ofCancelling: script)
        let cancelled = try #require(error as? Cancelled)
        #expect(cancelled.description == "'/bin/sh' last said: was at 80 %")
        #expect(cancelled.withoutOutput == "'/bin/sh' was ended")
    }

    @Test func aProgramThatSaysNothingIsSimplyCancelled() async throws {
        let error = try await error(ofCancelling: "touch begun; exec sleep 1000")
        #expect(error is CancellationError)
    }

    @Test(arguments: [(200, 180), (1000, 900), (5000, 4500), (100_000, 99_500), (0, 0)])
    func processesAreKilledBeforeTheGraceIsOver(grace: Int, processes: Int) {
        #expect(
            ProcessSettings().graceOfProcesses(within: .milliseconds(grace))
                == .milliseconds(processes)
        )
    }

    @Test func whatIgnoresTheRequestIsKilled() async throws {
        let begin = ContinuousClock.now
        let script = "trap '' TERM; touch begun; sleep 1000; sleep 1001"
        let error = try await error(ofCancelling: script, grace: .milliseconds(200))
        let words = "'/bin/sh' was killed: it did not end within 180ms of SIGTERM"
        #expect((error as? Cancelled)?.description == words)
        // Far less than the sleeps; how much more than the grace depends on the machine.
        #expect(begin.duration(to: .now) < .seconds(500))
    }
}
