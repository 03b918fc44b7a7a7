import Slipway
import SlipwayTesting
import Synchronization
import Testing

struct VirtualClockTests {
    @Test func itStandsStillUntilItIsMoved() {
        let clock = VirtualClock()
        #expect(clock.now == Instant(nanoseconds: 0))
        clock.advance(by: .seconds(2))
        clock.advance(by: .seconds(-1))
        #expect(clock.now == Instant(nanoseconds: 2_000_000_000))
    }

    @Test func codeThatTakesAClockRunsInTheLaunchsTime() throws {
        let clock = VirtualClock()
        let client = Client(clock: clock)
        var plan = Plan("client")
        plan.add("fetch") { _ in try await client.fetch() }
        plan.add("local") { context in try await context.sleep(for: .seconds(1)) }
        let report = try VirtualLaunch(Graph(plan), clock: clock).run()
        #expect(report.end(of: "fetch") == .seconds(30))
        #expect(report.end(of: "local") == .seconds(1))
    }

    @Test func aSynchronousBodyCanSayHowLongItComputed() throws {
        let clock = VirtualClock()
        var plan = Plan("computing")
        plan.add("first") { _ in clock.advance(by: .milliseconds(4)) }
        plan.add("second") { _ in clock.advance(by: .milliseconds(4)) }
        let report = try VirtualLaunch(Graph(plan), clock: clock).run()
        #expect(report["first"]?.run == .milliseconds(4))
        #expect(report.end(of: "second") == .milliseconds(8))
    }

    @Test func itCanBeMovedByHand() async throws {
        let clock = VirtualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        let waker = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        try await sleeper.value
        waker.cancel()
        #expect(clock.now >= Instant(nanoseconds: 5_000_000_000))
    }

    @Test func aCancelledSleeperWakes() async {
        let clock = VirtualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func oneLaunchAfterAnotherMayUseIt() throws {
        let clock = VirtualClock()
        var plan = Plan("again")
        plan.add("sleep") { context in try await context.sleep(for: .seconds(1)) }
        let graph = try Graph(plan)
        for _ in 0..<2 {
            let report = try VirtualLaunch(graph, clock: clock).run(until: .ready)
            #expect(report.ready == .seconds(1))
        }
        #expect(clock.now == Instant(nanoseconds: 2_000_000_000))
    }

    private struct Client: Sendable {
        let clock: any Clock<Duration>

        func fetch() async throws {
            for _ in 0..<3 { try await clock.sleep(for: .seconds(10)) }
        }
    }
}
