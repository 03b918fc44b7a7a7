import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import SlipwayTestSupport
import Synchronization
import Testing

/// What a reload undoes, and does again when it fails.
@Suite(.timeLimit(.minutes(1)))
struct UndoingTests {
    /// Notes what runs; one call of it waits until it is told to end, or cancelled.
    private final class Runner: BodyRunning {
        private let lines = Mutex<[String]>([])
        private let gate = AsyncStream.makeStream(of: Void.self)
        private let waits = Promise<Void>()
        private let held: String
        private let number: Int

        /// Creates one of which the call with that number, from 1, waits.
        init(holding held: String, at number: Int) {
            self.held = held
            self.number = number
        }

        var calls: [String] { lines.withLock(\.self) }

        /// Suspends until that call waits.
        func untilItWaits() async { await waits.value() }

        func open() { gate.continuation.finish() }

        private func call(_ words: String) async throws {
            let count = lines.withLock { lines in
                lines.append(words)
                return lines.count { $0 == words }
            }
            guard words == held, count == number else { return }
            waits.resolve(())
            for await _ in gate.stream {}
            lines.withLock { $0.append("\(words) ends") }
            try Task.checkCancellation()
        }

        func run(
            _ body: BodySpecification,
            _ owner: BodyOwner,
            _ values: TemplateValues,
            _ grace: Duration
        ) async throws -> JSON {
            try await call(owner.name)
            return .null
        }

        func undo(
            _ stop: ExecSpecification,
            _ owner: BodyOwner,
            _ values: TemplateValues,
            within limit: Duration
        ) async throws {
            try await call("no \(owner.name)")
        }

        func start(_ program: ProgramStart) async throws {
            program.extendTimeout(.seconds(1000))
            do {
                try await call(program.name)
            } catch {
                throw Cancelled("'web' is slow")
            }
        }

        func stop(program: String) async throws { try await call("no \(program)") }

        func exists(_ path: String) async -> Bool { false }
    }

    /// A configuration that is in service, as long as a body needs it.
    private func serve(
        _ operations: String,
        _ runner: Runner,
        _ body: (ConfiguredGraph, Launch) async throws -> Void
    ) async throws {
        let text = "name: tested\ndeadline: 1m\noperations:\n\(operations)"
        let configured = try ConfiguredGraph(parsing: .test(text), runner: runner)
        let launch = Launch(configured.graph)
        let running = Task { try? await launch.run() }
        _ = await launch.waitUntilReady()
        try await body(configured, launch)
        launch.stop()
        await running.value
        runner.open()
    }

    private func makeRoom(
        _ configured: ConfiguredGraph,
        _ names: [String],
        isRestored: Bool = true
    ) async throws {
        for name in names {
            try await configured.undoings.makeRoom(
                of: name,
                within: .seconds(10),
                isRestored: isRestored
            )
        }
    }

    private func restoring(_ configured: ConfiguredGraph) -> Task<String?, Never> {
        Task {
            do throws(Undoings.NotRestored) {
                try await configured.undoings.restore()
                return nil
            } catch {
                return error.reason
            }
        }
    }

    @Test func aStopWaitsForWhatAReloadUndoes() async throws {
        let runner = Runner(holding: "no fill", at: 1)
        let operations = """
              disk: { exec: [a], stop: [b] }
              fill: { requires: [disk], exec: [a], stop: [b] }
            """
        try await serve(operations, runner) { configured, launch in
            let reload = Task { try await makeRoom(configured, ["fill"]) }
            await runner.untilItWaits()
            launch.stop()
            reload.cancel()
            try await eventually("it stops") { launch.report.phase == .stopping }
            // What must not happen would have by then.
            try await Task.sleep(for: .milliseconds(100))
            #expect(runner.calls.last == "no fill")
            runner.open()
        }
        #expect(runner.calls == ["disk", "fill", "no fill", "no fill ends", "no disk"])
    }

    @Test func aStepIsNotUndoneWhileItIsDoneAgain() async throws {
        let runner = Runner(holding: "disk", at: 2)
        var restored: Task<String?, Never>?
        try await serve("  disk: { exec: [a], stop: [b] }", runner) { configured, _ in
            try await makeRoom(configured, ["disk"])
            restored = restoring(configured)
            await runner.untilItWaits()
        }
        #expect(runner.calls == ["disk", "no disk", "disk", "disk ends", "no disk"])
        #expect(await restored?.value != nil)
    }

    @Test func whatAStopComesBeforeIsNotDoneAgain() async throws {
        let runner = Runner(holding: "disk", at: 2)
        var restored: Task<String?, Never>?
        let operations = """
              disk: { exec: [a], stop: [b] }
              fill: { requires: [disk], exec: [a], stop: [b] }
            """
        try await serve(operations, runner) { configured, _ in
            try await makeRoom(configured, ["fill", "disk"])
            restored = restoring(configured)
            await runner.untilItWaits()
        }
        #expect(
            runner.calls
                == ["disk", "fill", "no fill", "no disk", "disk", "disk ends", "no disk"]
        )
        #expect(await restored?.value != nil)
    }

    /// One that an operator had stopped, or that had not become ready: an operator may start it once the reload has failed.
    @Test func aProgramThatDidNotRunIsEndedInItsOrder() async throws {
        let runner = Runner(holding: "nothing", at: 1)
        let operations = """
              disk: { exec: [a], stop: [b] }
              web: { requires: [disk], exec: { command: [a], ready: notify } }
            """
        try await serve(operations, runner) { configured, _ in
            try await makeRoom(configured, ["web"], isRestored: false)
            try await makeRoom(configured, ["disk"])
            #expect(await restoring(configured).value == nil)
        }
        #expect(
            runner.calls == ["disk", "web", "no web", "no disk", "disk", "no web", "no disk"]
        )
    }

    /// It asks for more, and has no more than the deadline of all.
    @Test(arguments: ["1s", nil])
    func aProgramHasItsTimeToBeThereAgain(timeout: String?) async throws {
        let runner = Runner(holding: "web", at: 2)
        let limit = timeout.map { ", timeout: \($0)" } ?? ""
        let text = """
            name: tested
            deadline: 2s
            operations:
              web: { exec: { command: [a], ready: notify }\(limit) }
            """
        let configured = try ConfiguredGraph(parsing: .test(text), runner: runner)
        let launch = Launch(configured.graph)
        let running = Task { try? await launch.run() }
        _ = await launch.waitUntilReady()
        try await makeRoom(configured, ["web"])
        #expect(await restoring(configured).value == "not done within 2s: 'web' is slow")
        #expect(runner.calls == ["web", "no web", "web", "web ends"])
        launch.stop()
        await running.value
        #expect(runner.calls.last == "no web")
    }
}
