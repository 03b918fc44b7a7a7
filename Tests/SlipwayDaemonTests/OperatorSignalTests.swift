import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// The effect of signals on the daemon.
@Suite(.timeLimit(.minutes(5)))
struct OperatorSignalTests {
    @Test func sighupReloads() async throws {
        let daemon = try await RunningDaemon("name: tested\noperations: { a: { sleep: 1ms } }")
        try await daemon.untilReady()
        for number in 1...3 {
            try daemon.send(SIGHUP)
            try await daemon.untilItSays("generation \(number + 1) is in service")
        }
        #expect(try daemon.report().phase == .ready(degraded: false))
        #expect(await daemon.stop().status == 0)
    }

    @Test func sighupWhileStartingEndsNothing() async throws {
        let daemon = try await RunningDaemon("name: tested\noperations: { a: { sleep: 10m } }")
        try daemon.send(SIGHUP)
        try await daemon.untilItSays("the reload comes once the service is ready")
        #expect(try daemon.report().phase == .starting)
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT")])
    func eachSignalThatStopsIsAnOrdinaryEnd(signal: Int32, name: String) async throws {
        let daemon = try await RunningDaemon("name: tested\noperations: { a: { sleep: 10m } }")
        try daemon.send(signal)
        let result = await daemon.program.result()
        #expect(result.status == 0)
        #expect(result.output.contains("Stopping: \(name)"))
        #expect(!FileManager.default.fileExists(atPath: daemon.socket))
    }

    /// Each has a process that ignores SIGTERM: of a running operation, of an action, of a step
    /// that has succeeded, of a teardown.
    static let stubborn = [
        #"operations: { deaf: { exec: [/bin/sh, -c, 'eval "$DEAF"'] } }"#,
        #"actions: { deaf: { exec: [/bin/sh, -c, 'eval "$DEAF"'] } }"#,
        #"operations: { deaf: { exec: [/bin/sh, -c, '(eval "$DEAF") &'] } }"#,
        #"operations: { deaf: { sleep: 1ms, stop: [/bin/sh, -c, 'eval "$DEAF"'] } }"#,
    ]

    @Test(arguments: stubborn, [[SIGTERM, SIGTERM], [SIGINT, SIGTERM], [SIGQUIT, SIGINT]])
    func theSecondSignalEndsTheGraceAtOnce(_ what: String, signals: [Int32]) async throws {
        let folder = try TemporaryFolder()
        let script = """
            trap '' TERM; sh -c 'echo $PPID' > "$PIDS.new"; mv "$PIDS.new" "$PIDS"
            while :; do sleep 1000; done
            """
        let daemon = try await RunningDaemon(
            "name: tested\ngrace: 100s\n\(what)",
            environment: ["DEAF": script, "PIDS": "\(folder.path)/pids"]
        )
        if what.hasPrefix("actions") {
            _ = try daemon.client().call(Method.Submit(kind: "deaf"))
        }
        if what.contains("stop:") {
            try await daemon.untilReady()
        } else {
            _ = try await processes(in: folder)
        }
        try daemon.send(signals[0])
        try await daemon.untilItSays("Stopping: ")
        let deaf = try await processes(in: folder)
        #expect(deaf.count == 1)
        #expect(deaf.allSatisfy(isRunning))
        #expect(daemon.program.isRunning)

        // At once it would be the same request.
        try await Task.sleep(for: .milliseconds(300))
        let begin = ContinuousClock.now
        try daemon.send(signals[1])
        let result = await daemon.program.result()
        #expect(begin.duration(to: .now) < .seconds(20), "the grace is 100 s")
        #expect(result.status == 0)
        #expect(deaf.filter(isRunning) == [])
    }
}
