import Slipway
import SlipwayTesting
import Synchronization
import Testing

/// A launch that runs piece by piece, is stopped, or is cancelled.
struct SteppingTests {
    @Test func itIsLookedAtBetweenTwoInstants() throws {
        let launch = VirtualLaunch(try Self.graph())
        #expect(try launch.run(for: .milliseconds(5))["work"]?.state == .running)
        #expect(launch.elapsed == .milliseconds(5))
        #expect(launch.launch.explanation() != nil)
        // Events at the last instant of the piece still happen.
        #expect(try launch.run(for: .milliseconds(5))["work"]?.outcome == .succeeded)
        #expect(try launch.run(for: .seconds(1)).phase == .ready(degraded: false))
        #expect(launch.elapsed == .milliseconds(1010))
    }

    @Test func aServiceStaysReadyUntilItIsStopped() throws {
        let launch = VirtualLaunch(try Self.graph())
        #expect(try launch.run().phase == .ready(degraded: false))
        #expect(try launch.run().phase == .ready(degraded: false))
        launch.launch.stop()
        #expect(try launch.run().phase == .stopped)
        #expect(try launch.run().phase == .stopped)
    }

    @Test func aGoalEndsIt() throws {
        #expect(
            try VirtualLaunch(Self.graph()).run(until: .ready).end(of: "later") == .milliseconds(10)
        )
        let complete = try VirtualLaunch(Self.graph()).run(until: .complete)
        #expect(complete.end(of: "later") == .milliseconds(15))
        #expect(complete.phase == .stopped)
        let launch = VirtualLaunch(try Self.graph())
        try launch.run()
        #expect(try launch.run(until: .complete).phase == .stopped)
    }

    @Test func cancellingEndsASleepAtOnce() throws {
        let launch = VirtualLaunch(try Self.graph(optional: true))
        launch.at(.milliseconds(4)) { $0.cancel("work", reason: "not wanted") }
        let report = try launch.run()
        #expect(report.end(of: "work") == .milliseconds(4))
        #expect(report["work"]?.outcome == .cancelled(reason: "not wanted"))
    }

    @Test func aBodyThatDefiesItsCancellationWithoutRestIsNamed() throws {
        var plan = Plan("stubborn")
        plan.grace = .seconds(2)
        plan.add("stubborn", timeout: .seconds(1)) { context in
            while true { try? await context.sleep(for: .milliseconds(300)) }
        }
        // Once it is cancelled its sleeps end at once; it never lets time pass.
        #expect(throws: VirtualLaunchError.spins(operations: ["stubborn"], at: .seconds(1))) {
            try VirtualLaunch(Graph(plan)).run()
        }
    }

    @Test func aBodyThatHidesFromItsCancellationIsLeftBehindAfterTheGrace() throws {
        let clock = VirtualClock()
        let gate = Gate()
        var plan = Plan("stubborn")
        plan.grace = .seconds(2)
        plan.add("stubborn", timeout: .seconds(1)) { _ in await gate.wait() }
        let launch = VirtualLaunch(try Graph(plan), clock: clock, patience: .zero)
        let report = try launch.run()
        #expect(report.phase == .failed)
        #expect(report.end(of: "stubborn") == .seconds(3))
        gate.open()
    }

    @Test func whatSucceededIsTornDownBackwardsAlongTheGraph() throws {
        let undone = Mutex<[String]>([])
        var plan = Plan("teardown")
        var before: [any Dependency] = []
        for (number, name) in ["a", "b", "c"].enumerated() {
            let operation = plan.add(
                name,
                on: number == 1 ? .main : .userInitiated,
                after: before,
                teardown: { _ in undone.withLock { $0.append(name) } }
            ) { context in
                try await context.sleep(for: .milliseconds(number))
            }
            before = [operation]
        }
        try explore { seed in
            undone.withLock { $0 = [] }
            try VirtualLaunch(Graph(plan), seed: seed).run(until: .ready)
            try #require(undone.withLock { $0 } == ["c", "b", "a"])
        }
    }

    @Test func whatNeverComesToRestIsCutOff() throws {
        var plan = Plan("restless")
        plan.add("poll", stage: .background) { context in
            while true { try await context.sleep(for: .seconds(1)) }
        }
        let launch = VirtualLaunch(try Graph(plan))
        #expect(throws: VirtualLaunchError.neverRests(within: .seconds(600))) {
            try launch.run(within: .seconds(600))
        }
        #expect(launch.elapsed == .seconds(600))
        launch.launch.stop()
        #expect(try launch.run().phase == .stopped)
    }

    private static func graph(optional: Bool = false) throws -> Graph {
        var plan = Plan("steps")
        plan.add("work", optional: optional) { context in
            try await context.sleep(for: .milliseconds(10))
        }
        plan.add("later", stage: .background) { context in
            try await context.sleep(for: .milliseconds(5))
        }
        return try Graph(plan)
    }
}

/// A wait that ignores cancellation.
final class Gate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
