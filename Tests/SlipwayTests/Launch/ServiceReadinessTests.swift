import Slipway
import SlipwayTesting
import Synchronization
import Testing

/// Parts that stay, before they are ready, and what they say.
struct ServiceReadinessTests {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "no database" }
    }

    @Test func anErrorBeforeItIsReadyIsTriedAgain() throws {
        var plan = Plan("shop")
        plan.service("web", retry: .constant(attempts: 3, pause: .seconds(1))) { ready in
            if ready.context.attempt < 3 { throw Broken() }
            ready()
            await ready.waitUntilStopping()
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .ready(degraded: false))
        #expect(
            report["web"]?.attempts.map(\.failure?.message) == ["no database", "no database", nil]
        )
        #expect(report.end(of: "web") == .seconds(2))
        #expect(report.programs.first?.restarts == 0)
    }

    /// Whatever follows an end later: before it is ready, it is an operation as any other.
    @Test(arguments: [EndPolicy.fail, .restart, .degrade])
    func aReturnBeforeItIsReadyFailsAndSaysSo(ended: EndPolicy) throws {
        var plan = Plan("shop")
        plan.service("web", ended: ended) { _ in }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .failed)
        #expect(
            report["web"]?.outcome?.message
                == "returned without having called ready(); call it as soon as the part does its work, or "
                + "declare what is to end by itself with plan.add"
        )
    }

    @Test func aFallbackStandsInForOneThatDoesNotBecomeReady() throws {
        var plan = Plan("shop")
        let web = plan.service("web", fallback: .value(())) { _ in throw Broken() }
        plan.add("announce", requires: [web]) {}
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report["web"]?.outcome == .degraded(reason: "no database"))
        #expect(report["announce"]?.outcome == .succeeded)
        #expect(report.phase == .ready(degraded: true))
    }

    @Test func oneThatIsNotReadyInTimeIsCancelled() throws {
        let lines = Lines()
        var plan = Plan("shop")
        plan.service("web", timeout: .seconds(5)) { ready in
            do { try await ready.context.sleep(for: .seconds(100)) } catch {}
            lines.add("\(ready.context.isCancelled)")
            // Comes too late.
            ready()
            throw Broken()
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .failed)
        #expect(
            report["web"]?.outcome?.message
                == "timed out after 5s; has not called ready(), which says that it does its work: no "
                + "database"
        )
        #expect(report.end(of: "web") == .seconds(5))
        #expect(report.programs.first?.state == .stopped)
        #expect(lines.all == ["true"])
    }

    @Test func aStopCancelsOneThatIsNotReady() throws {
        var plan = Plan("shop")
        plan.service("web") { ready in
            defer { ready() }
            try await ready.context.sleep(for: .seconds(100))
        }
        let launch = VirtualLaunch(try Graph(plan))
        launch.at(.seconds(1)) { $0.stop() }
        let report = try launch.run()
        #expect(report.phase == .stopped)
        #expect(report["web"]?.outcome == .cancelled(reason: "asked to stop"))
        #expect(report.endedAt == Instant(nanoseconds: 1_000_000_000))
    }

    @Test func itMaySayTwiceThatItIsReady() throws {
        var plan = Plan("shop")
        plan.service("web") { ready in
            ready()
            ready()
            await ready.waitUntilStopping()
            ready()
        }
        let launch = VirtualLaunch(try Graph(plan))
        let report = try launch.run()
        #expect(report.phase == .ready(degraded: false))
        launch.launch.stop()
        #expect(try launch.run().phase == .stopped)
    }

    @Test func whatAnEarlierRunSaysDoesNotCount() throws {
        let first = Mutex<Readiness?>(nil)
        let runs = Atomic(0)
        var plan = Plan("shop")
        plan.service("web", ended: .restart) { ready in
            if runs.add(1, ordering: .relaxed).newValue == 1 {
                first.withLock { $0 = ready }
                ready()
                throw Broken()
            }
            try await ready.context.sleep(for: .seconds(10))
            ready()
            await ready.waitUntilStopping()
        }
        let launch = VirtualLaunch(try Graph(plan))
        launch.at(.seconds(5)) { _ in first.withLock { $0 }?() }
        #expect(try launch.run(for: .seconds(6)).programs.first?.state == .starting)
        #expect(try launch.run().programs.first?.readyAt == Instant(nanoseconds: 11_000_000_000))
    }

    @Test func itHoldsNoPlaceOnceItIsReady() throws {
        var plan = Plan("shop")
        plan.queues[.userInitiated] = .fixed(1)
        plan.queues[.named("disk")] = .fixed(1)
        for queue in [Queue.userInitiated, .named("disk"), .main] {
            for number in 0..<3 {
                plan.service("\(queue.name)\(number)", on: queue) { ready in
                    try await ready.context.sleep(for: .seconds(1))
                    ready()
                    await ready.waitUntilStopping()
                }
            }
        }
        let launch = VirtualLaunch(try Graph(plan))
        let report = try launch.run()
        #expect(report.ready == .seconds(3))
        #expect(report.programs.allSatisfy { $0.state == .running })
        launch.launch.stop()
        #expect(try launch.run().phase == .stopped)
    }
}
