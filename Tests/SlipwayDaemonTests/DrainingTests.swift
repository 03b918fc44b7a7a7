import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// The drain before a stop.
@Suite(.timeLimit(.minutes(5)))
struct DrainingTests {
    private let folder: TemporaryFolder
    private let daemon: RunningDaemon

    init() async throws {
        folder = try TemporaryFolder()
        daemon = try await RunningDaemon(
            Self.text(folder),
            arguments: ["--state-directory", "\(folder.path)/state"],
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        try await daemon.untilReady()
    }

    private static func text(_ folder: TemporaryFolder, more: String = "") -> String {
        """
        name: tested
        operations: { a: { sleep: 1ms }\(more) }
        actions:
          job:
            exec: [/bin/sh, -c, "until [ -e \(folder.path)/go ]; do sleep 0.01; done; \
        echo ran >>\(folder.path)/jobs"]
          failing:
            exec: [/bin/sh, -c, "until [ -e \(folder.path)/go ]; do sleep 0.01; done; false"]
            retry: { attempts: 5, initial: 1ms }
        """
    }

    private func state(_ id: ActionID) throws -> ActionStatus.State {
        try daemon.client().call(Method.GetAction(id.description)).action.state
    }

    private func send(_ kind: String) throws -> ActionID {
        try daemon.client().call(Method.Submit(kind: kind)).action.id
    }

    private func running(_ kind: String) async throws -> ActionID {
        let id = try send(kind)
        try await eventually("it runs") { try state(id) == .running }
        return id
    }

    /// A drain on its way; it has begun when the launch is paused.
    private func drain(_ method: Method.Drain = Method.Drain()) -> Task<Int, any Error> {
        let socket = daemon.socket
        return Task {
            try await blocking {
                try ControlClient(path: socket).call(method, timeout: .seconds(60)).waiting
            }
        }
    }

    @Test func aServiceAtRestIsDrainedAtOnce() throws {
        #expect(try daemon.client().call(Method.Drain()).waiting == 0)
        #expect(try daemon.report().isPaused)
        // Once more it is the same.
        #expect(try daemon.client().call(Method.Drain(includesWaiting: true)).waiting == 0)
    }

    @Test func whatRunsIsAwaitedAndWhatIsSentMeanwhileIsKeptAndWaits() async throws {
        let runs = try await running("job")
        let drain = drain()
        try await eventually("it is paused") { try daemon.report().isPaused }
        let late = try send("job")
        try open("go")
        #expect(try await drain.value == 1)
        #expect(try state(runs) == .done)
        #expect(try folder.read("jobs") == "ran\n")
        #expect(try !state(late).isEnded)
        #expect(await daemon.stop().status == 0)
        // Nothing is lost: the next launch runs it.
        let next = try await RunningDaemon(
            Self.text(folder),
            arguments: ["--state-directory", "\(folder.path)/state"],
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        try await eventually("the next launch runs it") {
            try next.client().call(Method.GetAction(late.description)).action.state == .done
        }
        #expect(await next.stop().status == 0)
    }

    @Test func anAttemptThatFailedIsNotAwaitedUntilItsLast() async throws {
        let id = try await running("failing")
        let drain = drain()
        try await eventually("it is paused") { try daemon.report().isPaused }
        try open("go")
        #expect(try await drain.value == 1)
        #expect(try !state(id).isEnded)
    }

    @Test func whatWaitsMayRunBefore() async throws {
        let ids = [try await running("job"), try send("job"), try send("job")]
        let drain = drain(Method.Drain(includesWaiting: true))
        #expect(try !daemon.report().isPaused)
        try open("go")
        #expect(try await drain.value == 0)
        for id in ids { #expect(try state(id) == .done) }
        #expect(try daemon.report().isPaused)
    }

    @Test func whatAPauseHoldsIsNotAwaited() async throws {
        func drained() async throws -> Int {
            try await drain(Method.Drain(includesWaiting: true)).value
        }
        _ = try daemon.client().call(Method.PauseQueue())
        let id = try send("job")
        #expect(try await drained() == 1)
        #expect(try !state(id).isEnded)
        _ = try daemon.client().call(Method.ResumeQueue())
        try open("go")
        try await eventually("it runs") { try state(id) == .done }
        // After a drain there is a pause, too.
        #expect(try daemon.client().call(Method.Drain()).waiting == 0)
        _ = try send("job")
        #expect(try await drained() == 1)
    }

    @Test func whatRunsIsAwaitedUnderAPauseToo() async throws {
        let runs = try await running("job")
        let waits = try send("job")
        let drain = drain(Method.Drain(includesWaiting: true))
        // The pause comes while it waits.
        _ = try daemon.client().call(Method.PauseQueue("userInitiated"))
        try open("go")
        #expect(try await drain.value == 1)
        #expect(try state(runs) == .done)
        #expect(try !state(waits).isEnded)
    }

    @Test func oneThatRunsInTheGenerationBeforeIsAwaitedToo() async throws {
        let id = try await running("job")
        try folder.write(Self.text(folder, more: ", b: { sleep: 1ms }"), to: "tested.yaml")
        _ = try daemon.client().call(Method.Reload(), timeout: .seconds(60))
        let drain = drain()
        try await eventually("it is paused") { try daemon.report().isPaused }
        let status = try daemon.client().call(Method.GetAction(id.description)).action.state
        #expect(status == .running)
        try open("go")
        #expect(try await drain.value == 0)
        #expect(try state(id) == .done)
    }

    @Test func theCommandSaysWhatStillRunsWhenItsTimeIsOver() async throws {
        _ = try await running("job")
        let slipway = Checkout.programs.appending(path: "slipway")
        func run(_ words: [String]) async throws -> Program.Result {
            try await Program(
                executable: slipway,
                arguments: words + ["--socket", daemon.socket]
            ).run()
        }
        let late = try await run(["drain", "--timeout", "1s"])
        #expect(late.status == 3)
        #expect(
            late.output
                == "slipway: timed out after 1s: 1 launch action still runs; the launch stays "
                + "paused: 'slipway resume' lets it go on\n"
        )
        _ = try await run(["resume"])
        _ = try send("job")
        let all = try await run(["drain", "--all", "--timeout", "1s"])
        #expect(all.status == 3)
        #expect(
            all.output
                == "slipway: timed out after 1s: 1 launch action still runs, and 1 waits; nothing is paused\n"
        )
        try open("go")
        let done = try await run(["drain", "--all"])
        #expect(done.status == 0)
        #expect(done.output == "no launch action runs, and the launch is paused\n")
    }

    private func open(_ file: String) throws { try folder.write("", to: file) }
}
