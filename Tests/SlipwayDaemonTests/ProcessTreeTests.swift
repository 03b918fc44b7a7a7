import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The processes that children start.
@Suite(.timeLimit(.minutes(5)))
struct ProcessTreeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A daemon with one operation, whose script runs in ``folder`` and writes process numbers to
    /// the file `pids` there.
    private func daemon(
        running script: String,
        grace: String = "100s",
        keys: String = ""
    ) async throws -> RunningDaemon {
        try await RunningDaemon(
            """
            name: tested
            grace: \(grace)
            operations:
              tree:
                optional: true
                exec: { command: [/bin/sh, -c, 'eval "$SCRIPT"'], directory: "\(folder.path)" }
                \(keys)
            """,
            environment: ["SCRIPT": script]
        )
    }

    /// Scripts that do not end, with all their processes.
    static let trees = [
        "sleep 1000 & a=$!; sh -c 'sleep 1001 & sleep 1002' & echo $$ $a $! > new; mv new pids; wait",
        // In its own session, its parent alive.
        "setsid sleep 1000 & echo $$ $! > new; mv new pids; wait",
        // In its own session, its parent ended.
        """
        (setsid sh -c 'echo $$ > inner; exec sleep 1000' &)
        while [ ! -s inner ]; do sleep 0.01; done
        echo $$ $(cat inner) > new; mv new pids; sleep 1001
        """,
    ]

    @Test(arguments: trees)
    func aCancelledOperationLeavesNothing(script: String) async throws {
        let daemon = try await daemon(running: script)
        let processes = try await processes(in: folder)
        #expect(processes.count >= 2)
        #expect(processes.allSatisfy(isRunning))
        _ = try daemon.client().call(Method.CancelOperation("tree"))
        // It has ended once its processes have.
        try await eventually("the operation has ended") {
            try daemon.report().operations.first?.outcome != nil
        }
        #expect(processes.filter(isRunning) == [])
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: trees)
    func anOperationThatTimesOutLeavesNothing(script: String) async throws {
        let daemon = try await daemon(running: script, keys: "timeout: 2s")
        let processes = try await processes(in: folder)
        try await daemon.untilReady()
        #expect(processes.count >= 2)
        #expect(processes.filter(isRunning) == [])
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: trees)
    func aStopLeavesNothingOfWhatRuns(script: String) async throws {
        let daemon = try await daemon(running: script)
        let processes = try await processes(in: folder)
        #expect(processes.allSatisfy(isRunning))
        #expect(await daemon.stop().status == 0)
        #expect(processes.filter(isRunning) == [])
    }

    /// The search for processes is done once for all trees, not for each in turn.
    @Test func theEndOfManyTreesKeepsNobodyWaiting() async throws {
        let steps = YAML.operations(100, "step", "{ exec: [/bin/sleep, '1000'] }")
        let daemon = try await RunningDaemon(
            "name: many\ngrace: 100s\nqueues: { userInitiated: { width: 100 } }\noperations:\n\(steps)"
        )
        try await eventually("all of them run") {
            try ObservedProcess.children(of: daemon.identifier).count == 100
        }
        let begin = ContinuousClock.now
        // It answers until it reports its end or closes the connection.
        let end = await #expect(throws: ControlClientError.self) {
            try await blocking {
                let client = try daemon.client()
                _ = try client.call(Method.GetStatus())
                daemon.program.terminate()
                while true { _ = try client.call(Method.GetStatus(), timeout: .seconds(1)) }
            }
        }
        switch end {
        case .closed, .refused(LaunchRefusal.shuttingDown.varlinkError): break
        default: Issue.record("\(String(describing: end))")
        }
        #expect(begin.duration(to: .now) < .seconds(10))
        #expect(await daemon.program.result().status == 0)
    }

    @Test func aStepThatFailsLeavesNothing() async throws {
        let daemon = try await daemon(
            running: "setsid sleep 1000 & echo $! > new; mv new pids; exit 1"
        )
        try await daemon.untilReady()
        #expect(try await processes(in: folder).filter(isRunning) == [])
        #expect(await daemon.stop().status == 0)
    }

    /// The search for processes takes descriptors, which peers try to take as well.
    @Test(
        arguments: [
            "setsid sh -c \"$DEAF\" & a=$!; sleep 1001 & echo $a $! > new; mv new pids; wait",
            "setsid sh -c \"$DEAF\" & echo $! > new; mv new pids",
        ],
        [false, true]
    )
    func aStopLeavesNothingAlsoWithoutDescriptors(script: String, peersCome: Bool) async throws {
        let deaf = "DEAF='trap \"\" TERM; while :; do sleep 1000; done'; "
        let daemon = try await daemon(running: deaf + script, grace: "2s")
        let processes = try await processes(in: folder)
        let links = try FileManager.default.contentsOfDirectory(
            atPath: "/proc/\(try daemon.identifier)/fd"
        )
        let highest = try #require(links.compactMap { Int($0) }.max())
        // After its start it has no free numbers in between.
        let gaps = (0..<highest).filter { !links.contains("\($0)") }
        let watchers = try gaps.map { _ in try DeafWatcher(of: daemon.socket) }
        try await daemon.limit("nofile", to: highest + 1)
        daemon.program.terminate()
        try await blocking {
            var peers: [ControlClient] = []
            while peersCome, daemon.program.isRunning {
                if let peer = try? daemon.client() { peers.append(peer) }
                if peers.count > 100 { peers.removeFirst() }
            }
        }
        let result = await daemon.program.result()
        #expect(result.status == 0)
        #expect(!result.output.contains("cannot"), "\(result.output)")
        #expect(processes.filter(isRunning) == [])
        withExtendedLifetime(watchers) {}
    }

    @Test(arguments: [
        "sleep 1000 & echo $! > new; mv new pids",
        "setsid sleep 1000 & echo $! > new; mv new pids",
        // Without the variable that identifies its tree.
        "env -i setsid sleep 1000 & echo $! > new; mv new pids",
        "setsid sh -c 'sleep 1000 & setsid sleep 1001 & echo $$ $! > new; mv new pids; wait' &",
    ])
    func whatAStepLeftBehindGoesOnUntilTheDaemonEnds(script: String) async throws {
        let daemon = try await daemon(running: script)
        try await daemon.untilReady()
        let processes = try await processes(in: folder)
        #expect(processes.allSatisfy(isRunning))
        #expect(await daemon.stop().status == 0)
        #expect(processes.filter(isRunning) == [])
    }

    @Test func whatAStepLeftBehindKeepsAStandardErrorThatWorks() async throws {
        let script = """
            (echo first >&2; while [ ! -e go ]; do sleep 0.01; done
            echo second >&2 && echo third >&2 && touch survived; sleep 1000) &
            """
        let daemon = try await daemon(running: script)
        try await daemon.untilReady()
        try await daemon.untilItSays("first\n")
        try folder.write("", to: "go")
        try await daemon.untilItSays("second\n")
        try await daemon.untilItSays("third\n")
        try await eventually("it goes on after its line") {
            FileManager.default.fileExists(atPath: "\(folder.path)/survived")
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func whatWasLeftBehindMayStillSpeakWhileTheDaemonEnds() async throws {
        let script = """
            (trap 'echo "put away" >&2; exit' TERM; echo $$ > new; mv new pids
            while :; do sleep 0.01; done) &
            """
        let daemon = try await daemon(running: script)
        _ = try await processes(in: folder)
        try await daemon.untilReady()
        let result = await daemon.stop()
        #expect(result.status == 0)
        #expect(result.output.contains("put away\n"))
    }

    @Test func orphansAreReapedWhileTheDaemonRuns() async throws {
        let daemon = try await RunningDaemon(
            Orphanage.configuration,
            environment: ["GATE": "\(folder.path)/gate"]
        )
        try await Orphanage.isEmptied(of: daemon.identifier, gate: folder)
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: [
        // The operation itself, a child of it, and a process that the step left behind.
        "trap '' TERM; echo $$ > new; mv new pids; while :; do sleep 1000; done",
        "(trap '' TERM; sh -c 'echo $PPID' > new; mv new pids; exec sleep 1000) & wait",
        "(trap '' TERM; sh -c 'echo $PPID' > new; mv new pids; exec setsid sleep 1000) &",
    ])
    func theConfiguredGraceIsTheChildrens(script: String) async throws {
        let daemon = try await daemon(running: script, grace: "1s")
        let processes = try await processes(in: folder)
        if script.hasSuffix("&") { try await daemon.untilReady() }
        let begin = ContinuousClock.now
        #expect(await daemon.stop().status == 0)
        let took = begin.duration(to: .now)
        // It is killed shortly before the grace ends, so that it does not count as stuck.
        #expect(took >= .milliseconds(900), "it had its grace")
        #expect(took < .seconds(60), "and hardly more, however slow the machine is")
        #expect(processes.count == 1)
        #expect(processes.filter(isRunning) == [])
    }

    /// A process that cleans up is not asked to end, either.
    @Test func aLongGraceIsForCleaningUp() async throws {
        let script = """
            trap 'sleep 7 && echo cleaned > cleaned; exit' TERM
            echo $$ > new; mv new pids; while :; do sleep 0.01; done
            """
        let daemon = try await daemon(running: script, grace: "100s")
        _ = try await processes(in: folder)
        #expect(await daemon.stop().status == 0)
        #expect(try folder.read("cleaned") == "cleaned\n")
    }
}
