import Slipway
import SlipwayTesting
import Synchronization
import Testing

/// Parts that stay, in virtual time.
struct ServiceTests {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "no database" }
    }

    /// A service that is ready after 50 ms, and ends by itself a second later.
    private func shortLived(
        _ ended: EndPolicy? = nil,
        optional: Bool = false,
        end: @escaping @Sendable () throws -> Void = {}
    ) -> Plan {
        var plan = Plan("shop")
        let web = plan.service("web", optional: optional, ended: ended) { ready in
            try await ready.context.sleep(for: .milliseconds(50))
            ready()
            try await ready.context.sleep(for: .seconds(1))
            try end()
        }
        plan.add("announce", after: [web]) {}
        return plan
    }

    private func states(_ recorder: EventRecorder, of name: String = "web") -> [String] {
        recorder.events.compactMap { event in
            guard case .programChanged(let program, _) = event.kind, program.name == name else {
                return nil
            }
            return program.state.word
        }
    }

    @Test func itsOperationEndsWhenItIsReadyAndItGoesOn() throws {
        let lines = Lines()
        var plan = Plan("shop")
        let toggles = plan.add("toggles") { 7 }
        let name = plan.add("name") { "web" }
        let web = plan.service("web", reading: toggles, name) { ready, toggles, name in
            try await ready.context.sleep(for: .milliseconds(50))
            lines.add("\(name) \(toggles)")
            ready()
            await ready.waitUntilStopping()
            lines.add("asked")
        }
        plan.add("announce", requires: [web]) { lines.add("announce") }
        let launch = VirtualLaunch(try Graph(plan))
        let report = try launch.run()
        #expect(report.end(of: "web") == .milliseconds(50))
        #expect(report.start(of: "announce") == .milliseconds(50))
        #expect(report.phase == .ready(degraded: false))
        #expect(report.programs.map(\.name) == ["web"])
        #expect(report.programs.first?.state == .running)
        #expect(report.programs.first?.startup == .milliseconds(50))
        #expect(lines.all == ["web 7", "announce"])
        launch.launch.stop()
        let end = try launch.run()
        #expect(end.phase == .stopped)
        #expect(end.programs.first?.state == .stopped)
        #expect(lines.all == ["web 7", "announce", "asked"])
    }

    @Test(arguments: [nil, EndPolicy.fail])
    func itsEndFailsTheLaunch(ended: EndPolicy?) throws {
        for (end, words) in [
            ({ @Sendable () throws in throw Broken() }, "no database"),
            ({ @Sendable () throws in }, "returned without having been asked to end"),
            (
                { @Sendable () throws in throw CancellationError() },
                "cancelled itself without having been asked to"
            ),
        ] {
            let report = try VirtualLaunch(Graph(shortLived(ended, end: end))).run()
            #expect(report.phase == .failed)
            #expect(report.rootCauses.map(\.operation) == ["web"])
            #expect(report.rootCauses.first?.failure.message == words)
            #expect(report.programs.first?.state == .ended)
            #expect(report.programs.first?.reason == words)
            #expect(report["web"]?.outcome == .succeeded)
        }
    }

    @Test func anErrorThatEndsTheLaunchKeepsItsType() throws {
        let report = try VirtualLaunch(Graph(shortLived { throw Broken() })).run()
        #expect(report.rootCauses.first?.failure.type == "Broken")
    }

    @Test(arguments: [(EndPolicy.degrade, false), (.degrade, true)])
    func theLaunchGoesOnDegradedWithoutIt(ended: EndPolicy, optional: Bool) throws {
        let plan = shortLived(optional ? nil : ended, optional: optional) { throw Broken() }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .ready(degraded: true))
        #expect(report.programs.first?.state == .ended)
    }

    @Test func itIsStartedAgainAfterGrowingPausesAndThenTheLaunchFails() throws {
        let lines = Lines(), recorder = EventRecorder()
        var plan = Plan("shop")
        let web = plan.service("web", ended: .restart) { ready in
            lines.add("\(ready.context.now.nanoseconds / 1_000_000_000)")
            ready()
            throw Broken()
        }
        plan.add("announce", requires: [web]) { lines.add("announce") }
        let launch = VirtualLaunch(try Graph(plan), reportingTo: [recorder])
        launch.at(.milliseconds(500)) { launch in
            #expect(launch.report.phase == .ready(degraded: true))
        }
        let report = try launch.run()
        #expect(lines.all.filter { $0 != "announce" } == ["0", "1", "3", "7", "15", "31"])
        #expect(lines.all.count { $0 == "announce" } == 1)
        #expect(report.phase == .failed)
        #expect(
            report.rootCauses.first?.failure.message
                == "no database; started again 5 times in 10min"
        )
        #expect(report.programs.first?.restarts == 5)
        #expect(
            states(recorder).prefix(6) == [
                "starting", "running", "stopping", "pausing", "starting", "running",
            ]
        )
    }

    @Test func theLaunchIsDegradedOnlyWhileItIsStartedAgain() throws {
        let runs = Atomic(0)
        var plan = Plan("shop")
        plan.service("web", ended: .restart(RestartLimits(initial: .seconds(3)))) { ready in
            ready()
            guard runs.add(1, ordering: .relaxed).newValue > 1 else { throw Broken() }
            await ready.waitUntilStopping()
        }
        let launch = VirtualLaunch(try Graph(plan))
        #expect(try launch.run(for: .seconds(2)).phase == .ready(degraded: true))
        let report = try launch.run(for: .seconds(2))
        #expect(report.phase == .ready(degraded: false))
        #expect(report.programs.first?.restarts == 1)
    }

    @Test func theLaunchGoesOnWithoutAnOptionalOneWhoseRestartsAreUsedUp() throws {
        let plan = shortLived(.restart, optional: true)
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .ready(degraded: true))
        #expect(report.programs.first?.restarts == 5)
        #expect(report.programs.first?.state == .ended)
    }

    @Test func aRestartHasTheTimeoutToBecomeReady() throws {
        let runs = Atomic(0)
        var plan = Plan("shop")
        plan.service("web", ended: .restart, timeout: .seconds(5)) { ready in
            let run = runs.add(1, ordering: .relaxed).newValue
            if run == 2 { try await ready.context.sleep(for: .seconds(100)) }
            ready()
            if run == 1 { throw Broken() }
            await ready.waitUntilStopping()
        }
        let recorder = EventRecorder()
        let launch = VirtualLaunch(try Graph(plan), reportingTo: [recorder])
        let report = try launch.run()
        // The pauses are a second and two.
        #expect(report.programs.first?.startedAt == Instant(nanoseconds: 8_000_000_000))
        #expect(report.programs.first?.state == .running)
        let reasons = recorder.events.compactMap { event in
            if case .programChanged(let program, _) = event.kind { program.reason } else { nil }
        }
        let lack = "has not called ready(), which says that it does its work"
        #expect(reasons.contains("not ready within 5s: \(lack)"))
    }

    @Test func aRestartMayAskForMoreTime() throws {
        let runs = Atomic(0)
        var plan = Plan("shop")
        plan.service("web", ended: .restart, timeout: .seconds(5)) { ready in
            let run = runs.add(1, ordering: .relaxed).newValue
            ready.context.extendTimeout(by: .seconds(20))
            if run == 2 { try await ready.context.sleep(for: .seconds(15)) }
            ready()
            if run == 1 { throw Broken() }
            await ready.waitUntilStopping()
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.programs.first?.restarts == 1)
        #expect(report.programs.first?.startup == .seconds(15))
    }

    @Test func oneThatIsAddedStays() throws {
        let lines = Lines()
        var plan = Plan("shop")
        plan.add("first") {}
        let launch = VirtualLaunch(try Graph(plan))
        launch.at(.seconds(1)) { launch in
            _ = try? launch.add { plan in
                let value = plan.add("value") { 7 }
                plan.service("late", reading: value, ended: .restart) { ready, value in
                    ready()
                    lines.add("\(value)")
                    try await ready.context.sleep(for: .seconds(1))
                    throw Broken()
                }
            }
        }
        // Many others come and go, and places are used again.
        for number in 0..<40 {
            launch.at(.milliseconds(1100 + number)) { launch in
                _ = try? launch.add { plan in
                    for other in 0..<50 { plan.add("\(number)-\(other)") {} }
                }
            }
        }
        try launch.run(for: .seconds(19))
        #expect(lines.all == ["7", "7", "7", "7"])
    }

    @Test func aSimulationMakesItReadyAfterItsTime() throws {
        let graph = try Graph(shortLived())
        let report = graph.simulate(durations: ["web": .milliseconds(300)])
        #expect(report.phase == .ready(degraded: false))
        #expect(report.readyAt == Instant(nanoseconds: 300_000_000))
        let failed = graph.simulate(outcomes: ["web": .fails("broken")])
        #expect(failed.phase == .failed)
    }

    @Test func anOptionalOneCannotFailTheLaunch() {
        var plan = Plan("shop")
        plan.service("web", optional: true, ended: .fail) { _ in }
        #expect(
            Graph.faults(of: plan) == [
                "'web' is optional, so its end cannot fail the launch; declare 'web' with ended: "
                    + ".restart or .degrade, or as required"
            ]
        )
    }

    @Test func limitsOfRestartsThatCannotBeMeantAreFaults() {
        var plan = Plan("shop")
        let limits = RestartLimits(
            attempts: 0,
            within: .zero,
            initial: .seconds(-1),
            maximum: .seconds(-2)
        )
        plan.service("web", ended: .restart(limits)) { _ in }
        #expect(
            Graph.faults(of: plan) == [
                "attempts of the restarts of 'web' are 0; at least 1 attempt is needed",
                "window of the restarts of 'web' is 0; it has to be longer than zero",
                "initial of the restarts of 'web' is -1s; a pause is not negative",
                "maximum of the restarts of 'web' is -2s; a pause is not negative",
            ]
        )
    }
}
