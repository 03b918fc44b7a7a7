import Slipway
import SlipwayControl
import SlipwayRecords
import Testing

struct FollowedLaunchTests {
    private static let start = Instant(nanoseconds: 0)

    private static func report(
        operations: [OperationStatus] = [],
        actions: [ActionStatus] = [],
        phase: Phase = .starting
    ) -> Report {
        Report(
            name: "storefront",
            launchID: "0",
            phase: phase,
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

    @Test func keepsEveryActionThatHasNotEndedAndTheLastOnesThatHave() {
        var followed = FollowedLaunch(Self.report())
        followed.apply(.action(Self.action(0, .running)))
        for id in 1...10_000 {
            followed.apply(.action(Self.action(id, .waiting(missing: []))))
            followed.apply(.action(Self.action(id, .done)))
            #expect(followed.report.actions.count <= 2 * FollowedLaunch.retained)
        }
        let kept = followed.report.actions.map(\.id.description)
        let last = (1...10_000).suffix(FollowedLaunch.retained).map(String.init)
        #expect(kept.first == "0")
        #expect(kept.suffix(FollowedLaunch.retained) == last[...])
        // What moved up is still found.
        followed.apply(.action(Self.action(0, .done)))
        #expect(followed.report.actions.map(\.id.description) == kept)
        #expect(followed.report.actions.first?.state == .done)
    }

    @Test func followsAHugeGraphWithoutSearchingIt() {
        let count = 50_000
        let names = (0..<count).map { "operation-with-a-rather-long-name-\($0)" }
        var followed = FollowedLaunch(
            Self.report(operations: names.map { OperationStatus(name: $0, queue: .main) })
        )
        for state in [.ready, .running, .ended(.succeeded)] as [OperationStatus.State] {
            for name in names.reversed() {
                followed.apply(.operation(OperationStatus(name: name, queue: .main, state: state)))
            }
        }
        #expect(followed.report.operations.map(\.name) == names)
        #expect(followed.report.operations.allSatisfy { $0.outcome == .succeeded })
    }

    @Test func newsFromThePastChangesNothing() {
        let ended = OperationStatus(name: "a", queue: .main, state: .ended(.succeeded))
        let stopping = Self.report(
            operations: [ended],
            actions: [Self.action(1, .done)],
            phase: .stopping
        )
        var followed = FollowedLaunch(stopping)
        let old: [WatchReply] = [
            .operation(OperationStatus(name: "a", queue: .main, state: .running)),
            .action(Self.action(1, .running)),
            .phase(.init(Self.report(phase: .ready(degraded: false)))),
        ]
        for reply in old {
            let isNews = followed.apply(reply)
            #expect(!isNews)
        }
        #expect(followed.report == stopping)
        followed.apply(.phase(.init(Self.report(phase: .stopped))))
        #expect(followed.report.phase == .stopped)
    }

    @Test func betweenAttemptsAnOperationGoesBackToReady() {
        func status(
            _ state: OperationStatus.State,
            failed attempts: Int
        ) -> OperationStatus {
            var status = OperationStatus(name: "a", queue: .main, state: state, attemptLimit: 4)
            status.attempts = (0..<attempts).map { _ in
                .init(startedAt: Self.start, endedAt: Self.start, failure: Failure(.error, "no"))
            }
            return status
        }
        var followed = FollowedLaunch(Self.report(operations: [status(.pending, failed: 0)]))
        let course = [
            status(.running, failed: 0), status(.ready, failed: 1), status(.running, failed: 1),
            status(.ready, failed: 2), status(.ended(.succeeded), failed: 0),
        ]
        for status in course {
            let isNews = followed.apply(.operation(status))
            #expect(isNews)
            #expect(followed.report.operations == [status])
        }
        let isNews = followed.apply(.operation(status(.running, failed: 3)))
        #expect(!isNews)
    }

    @Test func whatIsAddedOrPausedIsFollowed() {
        var followed = FollowedLaunch(Self.report())
        let added = OperationStatus(name: "late", queue: .main)
        followed.apply(.operation(added))
        var paused = Self.report()
        paused.isPaused = true
        paused.pausedQueues = [.main]
        followed.apply(.phase(.init(paused)))
        #expect(followed.report.operations == [added])
        #expect(followed.report.isPaused)
        #expect(followed.report.pausedQueues == [.main])
    }

    @Test func anEventIsToldAsWhatItChanges() {
        var followed = FollowedLaunch(Self.report())
        func replies(_ kind: Event.Kind, at nanoseconds: Int64 = 0) -> [WatchReply] {
            followed.apply(
                Event(sequence: 1, at: Instant(nanoseconds: nanoseconds), kind: kind)
            )
        }
        let pending = OperationStatus(name: "a", queue: .main)
        let report = Self.report(operations: [pending])
        #expect(replies(.launchStarted(report)) == [.launch(report)])
        let running = OperationStatus(name: "a", queue: .main, state: .running)
        #expect(replies(.operationStarted(running)) == [.operation(running)])
        #expect(replies(.operationReady(pending)) == [])
        #expect(replies(.operationTornDown(name: "a", failure: nil)) == [])
        let action = Self.action(1, .running)
        #expect(replies(.actionChanged(action)) == [.action(action)])

        var changed = PhaseChange(report)
        changed.isPaused = true
        #expect(replies(.paused(nil)) == [.phase(changed)])
        changed.pausedQueues = [.main]
        #expect(replies(.paused(.main)) == [.phase(changed)])
        changed.isPaused = false
        #expect(replies(.resumed(nil)) == [.phase(changed)])
        changed.pausedQueues = []
        #expect(replies(.resumed(.main)) == [.phase(changed)])

        changed.phase = .ready(degraded: false)
        changed.readyAt = Instant(nanoseconds: 7000)
        #expect(replies(.launchReady(degraded: false), at: 7000) == [.phase(changed)])
        // What fails in the background degrades a launch that was not.
        let failed = OperationStatus(
            name: "a",
            queue: .main,
            state: .ended(.failed(Failure(.error, "no")))
        )
        changed.phase = .ready(degraded: true)
        #expect(replies(.operationEnded(failed)) == [.operation(failed), .phase(changed)])
        changed.phase = .stopping
        #expect(replies(.launchStopping(reason: "asked", rootCauses: [])) == [.phase(changed)])
        let ended = Self.report(operations: [failed], phase: .stopped)
        #expect(replies(.launchEnded(ended)) == [.phase(PhaseChange(ended))])
        #expect(followed.report == ended)
    }
}
