import CSlipwayProcess
import SlipwayLoop
import SlipwayProcess
import SlipwayTestSupport
import Testing

/// A tree also ends if a process of it has its own session and lost its parent.
///
/// Each test runs in its own process, which adopts orphans as a daemon does but does not reap them:
/// reaping any child would take those of other tests.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct OrphanTests {
    @Test func cancellingEndsADaemonOfTheOldKind() async {
        await #expect(processExitsWith: .success) {
            try adoptOrphans()
            let folder = try TemporaryFolder()
            let (failure, processes) = try await cancelling(startingADaemon, in: folder)
            #expect(failure == .cancelled(lastLine: nil, killedAfter: nil))
            #expect(processes.count == 2)
            #expect(processes.filter(isRunning) == [])
        }
    }

    @Test func cancellingEndsWhatHasNoVariablesAndNoParent() async {
        await #expect(processExitsWith: .success) {
            try adoptOrphans()
            let folder = try TemporaryFolder()
            let script = """
                (setsid env -i /bin/sh -c 'echo $$ > inner; exec /bin/sleep 1000' &)
                while [ ! -s inner ]; do sleep 0.01; done
                echo $$ $(cat inner) > new; mv new pids; sleep 1001
                """
            let (_, processes) = try await cancelling(script, in: folder)
            #expect(processes.count == 2)
            #expect(processes.filter(isRunning) == [])
        }
    }

    @Test func anOrphanIsKnownHoweverLargeItsEnvironmentIs() async {
        await #expect(processExitsWith: .success) {
            try adoptOrphans()
            let folder = try TemporaryFolder()
            // The mark may be at the beginning or at the end.
            let environment = """
                for name in A B C D E F G H; do
                    export "$name=$(head -c 100000 /dev/zero | tr '\\0' x)"
                done
                """
            let script = environment + "\n" + startingADaemon
            let (_, processes) = try await cancelling(script, in: folder)
            #expect(processes.count == 2)
            #expect(processes.filter(isRunning) == [])
        }
    }

    @Test func whatIgnoresTheRequestIsKilledAfterTheGrace() async {
        await #expect(processExitsWith: .success) {
            try adoptOrphans()
            let folder = try TemporaryFolder()
            let (failure, processes) = try await cancelling(
                "trap '' TERM; setsid sleep 1000 & echo $$ $! > new; mv new pids; wait; sleep 1001",
                in: folder,
                grace: .milliseconds(100)
            )
            #expect(failure == .cancelled(lastLine: nil, killedAfter: .milliseconds(100)))
            #expect(processes.count == 2)
            #expect(processes.filter(isRunning) == [])
        }
    }

    @Test func anOrphanThatExecutesProgramsWithoutEndIsFound() async {
        await #expect(processExitsWith: .success) {
            try adoptOrphans()
            let folder = try TemporaryFolder()
            let runner = try ProcessRunner.quiet()
            try folder.write("exec sh again", to: "again")
            // Between two programs it has no environment that would tell whose it is.
            let script = "setsid sh again & echo $! > pids; exit 1"
            for _ in 0..<100 {
                let end = try await runner.run(.shell(script, in: folder))
                #expect(end.status == .exited(1))
                #expect(try await processes(in: folder).filter(isRunning) == [])
            }
        }
    }

    /// A health check leaves nothing, though it passes.
    @Test func whatAProbeLeavesBehindEndsWithIt() async {
        await #expect(processExitsWith: .success) {
            try adoptOrphans()
            let folder = try TemporaryFolder()
            let script = """
                (trap '' TERM; exec setsid sleep 1000) & echo $! > pids
                (setsid env -i /bin/sleep 1001 &)
                """
            var probe = ChildCommand.shell(script, in: folder, output: .lines)
            probe.isProbe = true
            #expect(try await ProcessRunner.quiet().run(probe).status == .exited(0))
            let left = try await processes(in: folder)
            try await eventually("it is gone") { left.filter(isRunning).isEmpty }
        }
    }

    @Test func whatFailsLeavesNothingBehind() async {
        await #expect(processExitsWith: .success) {
            try adoptOrphans()
            let folder = try TemporaryFolder()
            let runner = try ProcessRunner.quiet()
            let script = "setsid sleep 1000 & echo $! > pids; exit 1"
            let end = try await runner.run(.shell(script, in: folder))
            #expect(end.status == .exited(1))
            #expect(try await processes(in: folder).filter(isRunning) == [])
        }
    }
}

/// Makes this process the parent of its descendants' orphans.
private func adoptOrphans() throws {
    try Loop.start()
    try #require(slipway_become_subreaper() == 0)
}

/// Starts a classic daemon process, in its own session and without its parent, and continues.
private let startingADaemon = """
    (setsid sh -c 'echo $$ > inner; exec sleep 1000' &)
    while [ ! -s inner ]; do sleep 0.01; done
    echo $$ $(cat inner) > new; mv new pids; sleep 1001
    """
