import Foundation
import Slipway
import SlipwayControlServer
import SlipwayDaemon
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// Actions that are delivered to a program of the service: the player of the examples.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryTests {
    private static let crasher = """
        import os, sys, actions
        def handle(kind, payload, attempt):
            if payload["now"]: os.kill(os.getpid(), 9)
        actions.listen(sys.argv[1], handle).serve_forever()
        """

    private let folder: TemporaryFolder
    private let served: ServedLaunch

    init() throws {
        folder = try TemporaryFolder()
        let example = Checkout.file("config/examples/deliver").path()
        let crasher = try folder.write(Self.crasher, to: "crasher.py")
        served = try ServedLaunch(
            """
            name: test
            operations:
              player:
                exec:
                  command: [/usr/bin/python3, -B, -u, "\(example)/player.py", "\(folder.path)/p"]
                  ready: notify
              crasher:
                exec:
                  command: [/usr/bin/python3, -B, "\(crasher)", "\(folder.path)/c"]
                  environment: { PYTHONPATH: "\(example)" }
                  ready: "socket:\(folder.path)/c"
                ended: restart
                restart: { initial: 10ms }
            actions:
              play:
                requires: [player]
                deliver: { to: player, socket: "\(folder.path)/p" }
                parameters: { song: {} }
              crash-once:
                requires: [crasher]
                effect: once
                deliver: { to: crasher, socket: "\(folder.path)/c" }
                parameters: { now: { type: boolean } }
              crash:
                requires: [crasher]
                deliver: { to: crasher, socket: "\(folder.path)/c" }
                parameters: { now: { type: boolean } }
            """
        )
    }

    @Test func theProgramsErrorIsForTheSenderAlone() async throws {
        try await served.run {
            let done = try await send(["song": "waltz"])
            #expect(done.state == .done)
            let failed = try await send(["song": "polka"])
            let shared = "'player' answered with an error"
            #expect(
                failed.state.message
                    == "\(shared): there is no song 'polka'; there are waltz, tango"
            )
            #expect(served.launch.action(failed.id)?.state.message == shared)
        }
    }

    @Test func aProgramThatWasStoppedGetsNothing() async throws {
        try await served.run {
            #expect(try await send(["song": "waltz"]).state == .done)
            try await served.call(Method.StopProgram("player"))
            #expect(
                try await send(["song": "waltz"]).state.message
                    == "cannot deliver to 'player': it does not run; start it"
            )
            try await served.call(Method.StartProgram("player"))
            #expect(try await send(["song": "waltz"]).state == .done)
        }
    }

    @Test func theEndOfTheProgramIsTold() async throws {
        try await served.run {
            let once = try await send(["now": true], kind: "crash-once")
            guard case .interrupted(let reason) = once.state else {
                Issue.record("\(once.state)")
                return
            }
            #expect(reason.hasPrefix("'crasher' closed the connection to "))
            // One that may be repeated is, but not for ever.
            let crash = try await send(["now": true], kind: "crash")
            #expect(crash.attempts == 3)
            let end = "interrupted 3 times, and is not tried again"
            #expect(crash.state.message?.hasSuffix(end) == true)
            // The next one waits for the socket of the next process.
            let next = try await send(["now": false], kind: "crash").state
            #expect(next == .done)
        }
    }

    private func send(
        _ payload: JSONObject,
        kind: String = "play"
    ) async throws -> ActionStatus {
        let request = Method.Submit(kind: kind, payload: payload, wait: .done)
        return try await served.submit(request).action
    }
}

extension ActionStatus.State {
    /// Why it failed.
    fileprivate var message: String? {
        guard case .failed(let failure, _) = self else { return nil }
        return failure.message
    }
}
