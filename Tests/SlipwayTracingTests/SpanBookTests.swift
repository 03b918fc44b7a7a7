import InMemoryTracing
import Slipway
import SlipwayTracing
import Testing
import Tracing

/// Events that come late or out of order.
struct SpanBookTests {
    private let tracer = InMemoryTracer()
    private let tracing: LaunchTracing
    private let begin = Instant.now

    init() {
        tracing = LaunchTracing(tracer: tracer)
    }

    private func at(_ microseconds: Int) -> Instant {
        begin.advanced(by: .microseconds(microseconds))
    }

    private func status(_ name: String, from start: Int, to end: Int?) -> OperationStatus {
        OperationStatus(
            name: name,
            queue: .main,
            state: end == nil ? .running : .ended(.succeeded),
            readyAt: at(start - 1),
            startedAt: at(start),
            endedAt: end.map { at($0) }
        )
    }

    private func report(_ phase: Phase, _ operations: [OperationStatus]) -> Report {
        Report(
            name: "storefront",
            launchID: "1",
            course: LaunchCourse(phase: phase, launchedAt: at(1)),
            processStart: begin,
            operations: operations
        )
    }

    private func tell(_ kinds: (Int, Event.Kind)...) {
        for (number, (instant, kind)) in kinds.enumerated() {
            tracing.report(Event(sequence: UInt64(number + 1), at: at(instant), kind: kind))
        }
    }

    @Test func whatALostEventSaidIsTakenFromTheReportOnce() throws {
        let seen = status("seen", from: 10, to: 20)
        let begun = status("begun", from: 10, to: 30)
        let lost = status("lost", from: 15, to: 25)
        tell(
            (1, .launchStarted(report(.starting, []))),
            (10, .operationStarted(status("begun", from: 10, to: nil))),
            (20, .operationEnded(seen)),
            (40, .eventsLost(count: 3, report: report(.starting, [seen, begun, lost]))),
            (50, .launchEnded(report(.stopped, [seen, begun, lost])))
        )
        #expect(tracer.activeSpans.isEmpty)
        #expect(tracer.span("seen")?.length == 10_000)
        #expect(tracer.span("begun")?.length == 20_000)
        #expect(tracer.span("lost")?.length == 10_000)
        #expect(tracer.span("launch storefront")?.length == 49_000)
        let events = tracer.span("launch storefront")?.events ?? []
        #expect(events.map(\.name) == ["events lost"])
    }

    /// A body that was left behind, and an action that the next launch goes on with, have no end of their own.
    @Test func noSpanIsLeftOpenWhenTheLaunchEnds() throws {
        let running = status("sdk-init", from: 10, to: nil)
        var action = ActionStatus(
            id: ActionID("7"),
            kind: "open-url",
            queue: .main,
            requires: [],
            state: .running,
            acceptedAt: at(2),
            startedAt: at(12)
        )
        let begun = action
        action.state = .waiting(missing: [])
        tell(
            (1, .launchStarted(report(.starting, []))),
            (10, .operationStarted(running)),
            (12, .actionChanged(begun)),
            (20, .actionChanged(action)),
            (40, .launchEnded(report(.stopped, [running])))
        )
        #expect(tracer.activeSpans.isEmpty)
        #expect(tracer.span("sdk-init")?.length == 30_000)
        #expect(tracer.span("open-url")?.length == 28_000)
    }

    @Test func aStuckBodyIsAnEventOfItsSpan() throws {
        let running = status("sdk-init", from: 10, to: nil)
        tell(
            (1, .launchStarted(report(.starting, []))),
            (10, .operationStarted(running)),
            (30, .operationStuck(running, since: at(20))),
            (31, .operationEnded(status("sdk-init", from: 10, to: 31)))
        )
        let span = try #require(tracer.span("sdk-init"))
        #expect(span.events.map(\.name) == ["stuck"])
        #expect(span.events.first?.attributes.get("slipway.since_us") == .int64(10))
    }

    @Test func anActionThatNeverRanIsASpanWithoutLength() throws {
        let expired = ActionStatus(
            id: ActionID("7"),
            kind: "open-url",
            queue: .main,
            requires: [],
            state: .expired,
            acceptedAt: at(2),
            endedAt: at(9)
        )
        tell((1, .launchStarted(report(.starting, []))), (9, .actionChanged(expired)))
        let span = try #require(tracer.span("open-url"))
        #expect(span.length == 0)
        #expect(span.text("slipway.outcome") == "expired")
    }
}
