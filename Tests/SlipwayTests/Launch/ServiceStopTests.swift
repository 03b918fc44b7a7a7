import Slipway
import SlipwayTesting
import Synchronization
import Testing

/// The end of parts that stay: with the launch, and for an operator.
struct ServiceStopTests {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "no database" }
    }

    /// A service that takes a second to end.
    private func slow(
        _ name: String,
        _ lines: Lines,
        requires: [any Dependency] = [],
        in plan: inout Plan
    ) -> Handle<Void> {
        plan.service(name, requires: requires) { ready in
            ready()
            await ready.waitUntilStopping()
            lines.add("\(name) asked \(ready.isStopping) \(ready.context.isCancelled)")
            try await ready.context.sleep(for: .seconds(1))
            lines.add("\(name) ended")
        }
    }

    @Test func aStopGoesBackwardsAlongTheGraph() throws {
        let lines = Lines()
        var plan = Plan("shop")
        let database = plan.add("database", teardown: { (_: Void) in lines.add("database") }) {}
        let api = slow("api", lines, requires: [database], in: &plan)
        _ = slow("web", lines, requires: [api], in: &plan)
        let launch = VirtualLaunch(try Graph(plan))
        launch.at(.seconds(10)) { $0.stop() }
        let report = try launch.run()
        #expect(
            lines.all == [
                "web asked true false", "web ended", "api asked true false", "api ended",
                "database",
            ]
        )
        #expect(report.endedAt == Instant(nanoseconds: 12_000_000_000))
        #expect(report.programs.map(\.state) == [.stopped, .stopped])
    }

    @Test func independentOnesEndSideBySide() throws {
        let lines = Lines()
        var plan = Plan("shop")
        plan.queues[.userInitiated] = .fixed(1)
        for name in ["a", "b", "c"] { _ = slow(name, lines, in: &plan) }
        let launch = VirtualLaunch(try Graph(plan))
        launch.at(.seconds(10)) { $0.stop() }
        #expect(try launch.run().endedAt == Instant(nanoseconds: 11_000_000_000))
    }

    @Test func oneThatDoesNotEndWithinTheGraceIsCancelled() throws {
        let lines = Lines(), recorder = EventRecorder()
        var plan = Plan("shop")
        plan.grace = .seconds(3)
        plan.service("web") { ready in
            ready()
            do {
                try await ready.context.sleep(for: .seconds(1000))
            } catch {
                lines.add("cancelled \(ready.context.isCancelled)")
            }
        }
        let launch = VirtualLaunch(try Graph(plan), reportingTo: [recorder])
        launch.at(.seconds(10)) { $0.stop() }
        let report = try launch.run()
        #expect(report.endedAt == Instant(nanoseconds: 13_000_000_000))
        #expect(lines.all == ["cancelled true"])
        #expect(
            report.programs.first?.reason
                == "was cancelled: it did not end within 3s of being asked to"
        )
        #expect(failures(recorder) == ["web": nil])
    }

    @Test func anErrorWhileItEndsIsTold() throws {
        let recorder = EventRecorder()
        var plan = Plan("shop")
        plan.service("web") { ready in
            ready()
            await ready.waitUntilStopping()
            throw Broken()
        }
        let launch = VirtualLaunch(try Graph(plan), reportingTo: [recorder])
        launch.at(.seconds(10)) { $0.stop() }
        let report = try launch.run()
        #expect(report.phase == .stopped)
        #expect(failures(recorder) == ["web": "no database"])
        #expect(report.programs.first?.reason == "its end failed: no database")
    }

    /// The failure of each teardown.
    private func failures(_ recorder: EventRecorder) -> [String: String?] {
        var failures: [String: String?] = [:]
        for case .operationTornDown(let name, let failure) in recorder.events.map(\.kind) {
            failures.updateValue(failure?.message, forKey: name)
        }
        return failures
    }

    @Test func aFailedLaunchEndsItToo() throws {
        let lines = Lines()
        var plan = Plan("shop")
        let web = slow("web", lines, in: &plan)
        plan.add("broken", requires: [web]) { context in
            try await context.sleep(for: .seconds(1))
            throw Broken()
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .failed)
        #expect(lines.all == ["web asked true false", "web ended"])
    }

    @Test(arguments: [EndPolicy.degrade, .restart])
    func oneThatHasEndedOrWaitsForItsRestartHasNothingToEnd(ended: EndPolicy) throws {
        var plan = Plan("shop")
        plan.service("web", ended: ended) { ready in
            ready()
            try await ready.context.sleep(for: .seconds(1))
        }
        let launch = VirtualLaunch(try Graph(plan))
        launch.at(.milliseconds(1500)) { $0.stop() }
        let report = try launch.run()
        #expect(report.phase == .stopped)
        #expect(report.endedAt == Instant(nanoseconds: 1_500_000_000))
    }

    // MARK: Operators

    private final class Answers: Sendable {
        let all = Mutex<[String]>([])

        func add(_ answer: Result<ProgramStatus, Supervisor.Refusal>) {
            all.withLock { all in
                switch answer {
                case .success(let status): all.append(status.state.word)
                case .failure(let refusal): all.append("\(refusal)")
                }
            }
        }
    }

    /// The first one counts, until it is started.
    @Test func itsStatusSaysWhichOperatorStoppedItAndWhen() throws {
        var plan = Plan("shop")
        plan.service("web") { ready in
            ready()
            await ready.waitUntilStopping()
        }
        let first = OperatorStop(uid: 7, at: Instant(nanoseconds: 1_000_000_000))
        let rows: [(Supervisor.Request, OperatorStop?)] = [(.stop, first), (.start, nil)]
        for (last, stop) in rows {
            let launch = VirtualLaunch(try Graph(plan))
            let requests: [(Int, Supervisor.Request, UInt32)] = [
                (1, .stop, 7), (2, .stop, 8), (3, last, 9),
            ]
            for (second, request, uid) in requests {
                launch.at(.seconds(second)) { $0.operate(request, "web", by: uid) { _ in } }
            }
            #expect(try launch.run().programs.first?.stop == stop)
        }
    }

    @Test func anOperatorStopsStartsAndRestartsIt() throws {
        let lines = Lines(), answers = Answers()
        var plan = Plan("shop")
        plan.service("web") { ready in
            try await ready.context.sleep(for: .seconds(1))
            ready()
            lines.add("runs")
            await ready.waitUntilStopping()
        }
        let launch = VirtualLaunch(try Graph(plan))
        let requests: [(Int, Supervisor.Request)] = [
            (0, .stop), (10, .restart), (20, .stop), (30, .stop), (40, .start), (50, .start),
        ]
        for (second, request) in requests {
            launch.at(.milliseconds(second * 1000 + 500)) { launch in
                launch.operate(request, "web") { answers.add($0) }
            }
        }
        launch.at(.seconds(60)) { launch in launch.operate(.stop, "wbe") { answers.add($0) } }
        let report = try launch.run()
        #expect(report.phase == .ready(degraded: false))
        #expect(lines.all == ["runs", "runs", "runs"])
        #expect(
            answers.all.withLock { $0 } == [
                "starting", "running", "stopped", "stopped", "running", "running",
                #"unknown(known: ["web"])"#,
            ]
        )
        launch.launch.stop()
        #expect(try launch.run().phase == .stopped)
    }

    @Test func anOperatorLearnsThatItEndedInsteadOfRunning() throws {
        let answers = Answers()
        var plan = Plan("shop")
        let runs = Atomic(0)
        plan.service("web", ended: .degrade) { ready in
            if runs.add(1, ordering: .relaxed).newValue > 1 { throw Broken() }
            ready()
            await ready.waitUntilStopping()
        }
        let launch = VirtualLaunch(try Graph(plan))
        launch.at(.seconds(1)) { launch in launch.operate(.restart, "web") { answers.add($0) } }
        let report = try launch.run()
        #expect(report.phase == .ready(degraded: true))
        #expect(answers.all.withLock { $0 } == [#"ended("no database")"#])
    }
}
