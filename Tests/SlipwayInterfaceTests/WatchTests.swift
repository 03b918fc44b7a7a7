import Slipway
import SlipwayInterface
import Testing

/// A launch as the replies of `Watch` tell it.
struct WatchTests {
    private static let start = Instant(nanoseconds: 0)

    private static func report(
        operations: [OperationStatus] = [],
        actions: [ActionStatus] = [],
        phase: Phase = .starting
    ) -> Report {
        Report(
            name: "storefront",
            launchID: "0",
            course: LaunchCourse(phase: phase),
            processStart: start,
            operations: operations,
            actions: actions
        )
    }

    private static func action(_ id: Int, _ state: ActionStatus.State) -> ActionStatus {
        ActionStatus(
            id: ActionID("\(id)"),
            kind: "open",
            queue: .main,
            requires: [],
            state: state,
            acceptedAt: start
        )
    }

    @Test func whatIsAddedOrPausedIsFollowed() {
        var fold = ReportFold(Self.report())
        let added = OperationStatus(name: "late", queue: .main)
        fold.apply(.operation(added))
        var paused = Self.report()
        paused.isPaused = true
        paused.pausedQueues = [.main]
        fold.apply(.phase(paused.course))
        #expect(fold.report?.operations == [added])
        #expect(fold.report?.isPaused == true)
        #expect(fold.report?.pausedQueues == [.main])
    }

    @Test func anEventIsToldAsWhatItChanges() {
        var fold = ReportFold()
        func replies(_ kind: Event.Kind) -> [WatchReply] {
            fold.replies(to: Event(sequence: 1, at: Self.start, kind: kind))
        }
        let pending = OperationStatus(name: "a", queue: .main)
        let report = Self.report(operations: [pending])
        #expect(replies(.launchStarted(report)) == [.launch(report)])
        let running = OperationStatus(name: "a", queue: .main, state: .running)
        #expect(replies(.operationStarted(running)) == [.operation(running)])
        let action = Self.action(1, .running)
        #expect(replies(.actionChanged(action)) == [.action(action)])
        #expect(replies(.operationTornDown(name: "a", failure: nil)) == [])
        var changed = report.course
        changed.isPaused = true
        changed.pauses = [Pause(queue: nil, startedAt: Self.start)]
        #expect(replies(.paused(nil)) == [.phase(changed)])
    }

    @Test func theEndIsTheLastReply() {
        var fold = ReportFold(Self.report())
        let ended = OperationStatus(name: "a", queue: .main, state: .ended(.succeeded))
        let end = Self.report(operations: [ended], phase: .stopped)
        let event = Event(sequence: 9, at: Self.start, kind: .launchEnded(end))
        #expect(fold.replies(to: event) == [.operation(ended), .phase(end.course)])
    }

    @Test func afterALossTheWholeLaunchIsTold() {
        var fold = ReportFold(Self.report())
        let now = Self.report(phase: .ready(degraded: false))
        let lost = Event(sequence: 9, at: Self.start, kind: .eventsLost(count: 7, report: now))
        #expect(fold.replies(to: lost) == [.launch(now)])
        #expect(fold.replies(to: lost) == [])
    }
}
