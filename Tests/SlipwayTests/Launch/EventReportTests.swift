import Glibc
import Slipway
import Testing

/// The reports of events, whenever their operations are read.
@Suite(.timeLimit(.minutes(10)))
struct EventReportTests {
    @Test func tellWhereEverythingWasAtTheirTimeEvenWhenTheLaunchIsGone() async throws {
        let recorder = Recorder()
        try await run(reportingTo: recorder)
        var reports: [String: Report] = [:]
        for event in recorder.events {
            switch event.kind {
            case .launchStarted(let report): reports["started"] = report
            case .launchEnded(let report): reports["ended"] = report
            default: continue
            }
        }
        let started = try #require(reports["started"]).operations
        let ended = try #require(reports["ended"]).operations
        #expect(started.map(\.name) == ["first", "adder"])
        #expect(started.allSatisfy { $0.state == .pending && $0.startedAt == nil })
        #expect(ended.map(\.name) == ["first", "adder", "late"])
        #expect(ended.allSatisfy { $0.outcome == .succeeded && $0.endedAt != nil })
    }

    @Test func keepNeitherTheirLaunchNorItsValues() async throws {
        final class Value: Sendable {}
        weak var released: Launch?
        weak var value: Value?
        let recorder = Recorder()
        do {
            let made = Value()
            value = made
            var plan = Plan("kept")
            plan.add("value") { [weak made] _ in made }
            let launch = Launch(try Graph(plan))
            released = launch
            try await launch.run(reportingTo: [recorder], until: .ready)
        }
        // Threads that are about to end hold them for a moment.
        while released != nil || value != nil { await Task.yield() }
        guard case .launchEnded(let report) = try #require(recorder.events.last).kind else {
            return #expect(Bool(false), "\(recorder.events)")
        }
        #expect(report.operations.map(\.state) == [.ended(.succeeded)])
    }

    private final class Witness: Sendable {
        let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    @Test func mayBeAskedByWhatIsLetGoWithThem() async throws {
        let recorder = Recorder()
        let asked = Lines()
        do {
            // Weakly, or the recorder's events would keep it.
            let witness = Witness { [weak recorder] in
                for event in recorder?.events ?? [] {
                    if case .launchEnded(let report) = event.kind {
                        asked.add(report.operations.map(\.name).joined())
                    }
                }
            }
            var plan = Plan("witness")
            plan.add("body") { _ in withExtendedLifetime(witness) {} }
            try await Launch(Graph(plan)).run(reportingTo: [recorder], until: .ready)
        }
        for event in recorder.events {
            switch event.kind {
            case .launchStarted(let report), .launchEnded(let report): _ = report.operations
            default: continue
            }
        }
        // Threads that are about to end hold the plan for a moment.
        while asked.all.isEmpty { await Task.yield() }
        #expect(asked.all == ["body"])
    }

    private final class Asking: Error {
        let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    private struct Waiting: LaunchReporter {
        let gate: Gate

        func report(_ event: Event) { while !gate.isOpen { sched_yield() } }
    }

    /// The reporter falls behind, and only the events hold the errors of all but the last attempts.
    @Test func errorsThatAreLetGoWithOldEventsMayAskTheirLaunch() async throws {
        let asked = Lines(), gate = Gate()
        var plan = Plan("errors")
        plan.queues[.named("side")] = .fixed(1)
        plan.add("fails", retry: .constant(attempts: 200, pause: .zero)) { context in
            let launch = context.launch
            func tell(_ count: Int) {
                for _ in 0..<count / 2 {
                    launch.pause(.named("side"))
                    launch.resume(.named("side"))
                }
            }
            // More than the reporter takes at a time.
            if context.attempt == 1 { tell(1000) }
            guard context.attempt == 200 else {
                throw Asking { [weak launch] in asked.add(launch?.report.name ?? "") }
            }
            tell(66_000)
            #expect(asked.all.contains("errors"))
            gate.open()
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(reportingTo: [Waiting(gate: gate)], until: .ready)
    }

    /// The launch is released when this returns.
    private func run(reportingTo recorder: Recorder) async throws {
        var plan = Plan("reports")
        let first = plan.add("first") { _ in 1 }
        plan.add("adder", requires: [first]) { context in
            try context.add { _ = $0.add("late") { _ in } }
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(reportingTo: [recorder], until: .ready)
    }
}
