import Slipway
import SlipwayTesting
import Testing

/// Bodies that wait for something outside virtual time.
struct OutsideTests {
    @Test func aBodyThatWaitsOutsideForEverIsNamed() throws {
        let gate = Gate()
        var plan = Plan("outside")
        plan.add("sleeps") { context in try await context.sleep(for: .seconds(1)) }
        plan.add("waits") { _ in await gate.wait() }
        plan.add("waits-too") { _ in
            async let first: Void = gate.wait()
            async let second: Void = gate.wait()
            _ = await (first, second)
        }
        let launch = VirtualLaunch(try Graph(plan), patience: .zero, limit: .milliseconds(20))
        let error = #expect(throws: VirtualLaunchError.self) { try launch.run() }
        #expect(
            error
                == .waitsOutside(operations: ["waits", "waits-too"], waited: .milliseconds(20))
        )
        #expect(
            error?.description
                == "cannot go on in virtual time: 'waits', 'waits-too' waited for something outside "
                + "it for 20ms; sleep with context.sleep(for:) or a VirtualClock, wait for child tasks "
                + "(async let, a task group) in place of Task { }, have a callback called by the test, or "
                + "raise the limit"
        )
        // The launch can continue once they can.
        gate.open()
        #expect(try launch.run().ready == .seconds(1))
    }

    @Test func aBodyThatSleepsInRealTimeIsToldHowToSleep() throws {
        var plan = Plan("outside")
        plan.add("real", optional: true, timeout: .seconds(5)) { _ in
            try await Task.sleep(for: .seconds(600))
        }
        plan.add("virtual", optional: true, timeout: .seconds(5)) { context in
            try await context.sleep(for: .seconds(600))
        }
        let report = try VirtualLaunch(Graph(plan), patience: .zero).run()
        #expect(
            report["real"]?.outcome?.message
                == "timed out after 5s; 'real' waited for something else than virtual time: a body that "
                + "sleeps there uses context.sleep(for:), not Task.sleep; a Task { } and a callback from "
                + "another thread are outside of it"
        )
        #expect(report["virtual"]?.outcome?.message == "timed out after 5s")
    }

    @Test func timeDoesNotMoveOnWhileAnAnswerIsOnItsWay() async throws {
        var plan = Plan("main-actor", deadline: .seconds(1))
        plan.add("hops", timeout: .milliseconds(1)) { context in
            await Self.onMainActor()
            try await context.sleep(for: .microseconds(900))
        }
        let report = try await VirtualLaunch(Graph(plan), patience: .seconds(600)).run()
        #expect(report.ready == .microseconds(900))
    }

    @Test func aTaskOfTheBodysOwnIsWaitedFor() async throws {
        var plan = Plan("detached")
        plan.add("detaches") { _ in await Task.detached { 42 }.value }
        #expect(try await VirtualLaunch(Graph(plan), limit: .seconds(600)).run().ready == .zero)
    }

    @Test func someoneOutsideMayStopIt() async throws {
        let begun = Gate()
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        var plan = Plan("outside")
        plan.add("waits") {
            begun.open()
            // Only the cancellation ends it.
            for await _ in never {}
            throw CancellationError()
        }
        let launch = VirtualLaunch(try Graph(plan), limit: .seconds(600))
        let inner = launch.launch
        let stopper = Task {
            await begun.wait()
            inner.stop(reason: "asked from outside")
        }
        let report = try await launch.run()
        #expect(report.phase == .stopped && report.readyAt == nil)
        #expect(report["waits"]?.outcome == .cancelled(reason: "asked from outside"))
        await stopper.value
    }

    @MainActor private static func onMainActor() {}
}
