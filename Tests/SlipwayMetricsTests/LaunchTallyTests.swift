import Slipway
import Testing

@testable import SlipwayMetrics

struct LaunchTallyTests {
    private static let start = Instant(nanoseconds: 0)

    private func at(_ microseconds: Int64) -> Instant {
        Instant(nanoseconds: microseconds * 1000)
    }

    private func ended(_ name: String, at instant: Instant) -> OperationStatus {
        OperationStatus(
            name: name,
            queue: .main,
            state: .ended(.succeeded),
            readyAt: Self.start,
            startedAt: Self.start,
            endedAt: instant
        )
    }

    private func action(
        _ id: String,
        _ state: ActionStatus.State,
        acceptedAt: Instant
    ) -> ActionStatus {
        ActionStatus(
            id: ActionID(id),
            kind: "open-url",
            queue: .main,
            requires: [],
            state: state,
            acceptedAt: acceptedAt,
            endedAt: state.isEnded ? acceptedAt : nil
        )
    }

    private func report(
        _ operations: [OperationStatus] = [],
        _ actions: [ActionStatus] = []
    ) -> Report {
        Report(
            name: "storefront",
            launchID: "1",
            course: LaunchCourse(phase: .starting, launchedAt: at(1)),
            processStart: Self.start,
            operations: operations,
            actions: actions
        )
    }

    /// `label dimension=value… = value`, without the launch.
    private func lines(_ measurements: [Measurement]) -> [String] {
        measurements.map { measurement in
            #expect(measurement.dimensions.map(\.0) == measurement.name.labels)
            let dimensions = measurement.dimensions.dropFirst().map { "\($0.rawValue)=\($1)" }
            let value =
                switch measurement.value {
                case .time(let duration): "\(duration)"
                case .count(let count): "\(count)"
                case .level(let level): "\(level)"
                }
            return ([measurement.name.rawValue] + dimensions + ["=", value]).joined(separator: " ")
        }
    }

    private func lost(_ report: Report) -> Event {
        Event(sequence: 8, at: at(8), kind: .eventsLost(count: 70, report: report))
    }

    private func begun(_ report: Report? = nil) -> LaunchTally {
        var tally = LaunchTally(operationLimit: 10)
        let kind = Event.Kind.launchStarted(report ?? self.report())
        _ = tally.measure(Event(sequence: 1, at: at(1), kind: kind))
        return tally
    }

    @Test func whatALostEventSaidIsTakenFromTheReportOnce() {
        var tally = begun()
        let seen = Event(sequence: 2, at: at(5), kind: .operationEnded(ended("seen", at: at(5))))
        #expect(tally.measure(seen).count == 3)
        let late = report([ended("seen", at: at(5)), ended("lost", at: at(6))])
        #expect(
            lines(tally.measure(lost(late))) == [
                "events.lost = 70",
                "operations operation=lost queue=main outcome=succeeded = 1",
                "operation.wait operation=lost queue=main outcome=succeeded = 0.0 seconds",
                "operation.run operation=lost queue=main outcome=succeeded = 6e-06 seconds",
            ]
        )
        #expect(lines(tally.measure(lost(late))) == ["events.lost = 70"])
        let again = Event(sequence: 9, at: at(9), kind: .operationEnded(ended("lost", at: at(6))))
        #expect(lines(tally.measure(again)) == [])
    }

    @Test func actionsThatCameOrWentUnseenAreTakenFromTheReport() {
        var tally = begun()
        let waits = action("a", .waiting(missing: []), acceptedAt: at(2))
        _ = tally.measure(Event(sequence: 2, at: at(2), kind: .actionChanged(waits)))
        let forgotten = action("b", .waiting(missing: []), acceptedAt: at(3))
        _ = tally.measure(Event(sequence: 3, at: at(3), kind: .actionChanged(forgotten)))
        let late = report(
            [],
            [
                action("a", .expired, acceptedAt: at(2)),
                action("old", .done, acceptedAt: at(1)),
                action("new", .done, acceptedAt: at(4)),
            ]
        )
        #expect(
            lines(tally.measure(lost(late))) == [
                "events.lost = 70",
                "actions kind=open-url state=expired = 1",
                "actions.waiting kind=open-url = 1",
                "actions.waiting kind=open-url = 0",
                "actions kind=open-url state=done = 1",
            ]
        )
    }

    @Test func actionsFromBeforeTheLaunchCount() {
        var tally = LaunchTally(operationLimit: 10)
        let waits = action("a", .waiting(missing: ["user"]), acceptedAt: Self.start)
        let kind = Event.Kind.launchStarted(report([], [waits]))
        let measured = tally.measure(Event(sequence: 1, at: at(1), kind: kind))
        #expect(
            lines(measured) == [
                "launch.start = 1e-06 seconds",
                "actions kind=open-url state=waiting = 1",
                "actions.waiting kind=open-url = 1",
            ]
        )
    }

    @Test func anActionThatBecomesReadyStillWaits() {
        var tally = begun()
        let waits = action("a", .waiting(missing: ["user"]), acceptedAt: at(2))
        let ready = action("a", .waiting(missing: []), acceptedAt: at(2))
        let first = Event(sequence: 2, at: at(2), kind: .actionChanged(waits))
        let second = Event(sequence: 3, at: at(3), kind: .actionChanged(ready))
        #expect(tally.measure(first).count == 2)
        #expect(lines(tally.measure(second)) == [])
    }

    @Test func aStuckBodyIsCounted() {
        var tally = begun()
        let status = OperationStatus(name: "sdk-init", queue: .main, state: .running)
        let kind = Event.Kind.operationStuck(status, since: at(2))
        #expect(
            lines(tally.measure(Event(sequence: 2, at: at(9), kind: kind))) == [
                "operation.stuck operation=sdk-init queue=main = 1"
            ]
        )
    }

    /// An operator's start has them counted anew; some may be seen together.
    @Test func eachRestartOfAProgramIsCountedOnce() {
        var tally = begun()
        let counted = [1, 1, 3, 0, 1].enumerated().map { number, restarts in
            let program = ProgramStatus(
                name: "web",
                state: number == 1 ? .running : .starting,
                since: at(2),
                restarts: restarts
            )
            let kind = Event.Kind.programChanged(program, degraded: false)
            let event = Event(sequence: UInt64(number + 2), at: at(2), kind: kind)
            return lines(tally.measure(event))
        }
        let line = "program.restarts program=web = "
        #expect(counted == [[line + "1"], [], [line + "2"], [], [line + "1"]])
    }

    @Test func retriesCountThoughOnlyTheLastAttemptsAreKept() {
        var tally = begun()
        var status = OperationStatus(name: "user", queue: .main, state: .running)
        let failure = Failure(.error, "no route to host")
        let counted = (70...71).map { number in
            status.attempts = [
                .init(number: number, startedAt: at(1), endedAt: at(2), failure: failure)
            ]
            let kind = Event.Kind.operationRetrying(
                status,
                attempt: number,
                failure: failure,
                delay: .zero
            )
            return lines(tally.measure(Event(sequence: UInt64(number), at: at(2), kind: kind)))
        }
        #expect(
            counted == [
                ["operation.retries operation=user queue=main = 70"],
                ["operation.retries operation=user queue=main = 1"],
            ]
        )
    }

    @Test func aRetryCountsWhetherItWasSeenOrNot() {
        var tally = begun()
        var status = OperationStatus(name: "user", queue: .main, state: .running)
        let failure = Failure(.error, "no route to host")
        status.attempts = [.init(number: 1, startedAt: at(1), endedAt: at(2), failure: failure)]
        let retrying = Event.Kind.operationRetrying(
            status,
            attempt: 1,
            failure: failure,
            delay: .zero
        )
        #expect(
            lines(tally.measure(Event(sequence: 2, at: at(2), kind: retrying))) == [
                "operation.retries operation=user queue=main = 1"
            ]
        )
        status.attempt = 4
        status.state = .ended(.failed(failure))
        let ended = Event(sequence: 9, at: at(9), kind: .operationEnded(status))
        #expect(
            lines(tally.measure(ended)) == [
                "operation.retries operation=user queue=main = 2",
                "operations operation=user queue=main outcome=failed = 1",
            ]
        )
    }
}
