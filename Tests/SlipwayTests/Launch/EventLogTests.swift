import Testing

@testable import Slipway

struct EventLogTests {
    private let status = OperationStatus(name: "a", queue: .userInitiated)

    private func filled(_ count: Int) -> (log: EventLog, reader: Int) {
        var log = EventLog()
        let reader = log.addReader()
        for number in 0..<count { log.append(.operationReady(status), at: .at(Int64(number))) }
        return (log, reader)
    }

    @Test func eventsComeBackInOrderWithTheirNumbers() {
        var (log, reader) = filled(1000)
        let (events, lost) = log.read(reader, 2000)
        #expect(lost == 0)
        #expect(events.map(\.sequence) == Array(1...1000))
        #expect(log.read(reader, 9).events.isEmpty)
    }

    @Test func aReaderGetsAtMostWhatItAsksFor() {
        var (log, reader) = filled(10)
        #expect(log.read(reader, 3).events.map(\.sequence) == [1, 2, 3])
        #expect(log.read(reader, 9).events.map(\.sequence) == Array(4...10))
    }

    @Test func aSlowReaderLearnsHowManyItMissedAndWhatTheLaunchHasComeTo() {
        var log = EventLog()
        let slow = log.addReader()
        let quick = log.addReader()
        log.append(.launchReady(degraded: true), at: .at(0))
        for _ in 0..<EventLog.limit {
            log.append(.operationReady(status), at: .at(1))
            _ = log.read(quick, 1)
        }
        let (events, lost) = log.read(slow, 1)
        #expect(lost == EventLog.limit + 1)
        #expect(events.map { $0.event([]).kind } == [.launchReady(degraded: true)])
        #expect(log.read(slow, 1).events.isEmpty)
        #expect(log.read(quick, 9).lost == 0)
    }

    @Test func aLaunchThatIsDegradedAgainAndAgainKeepsOneWordOfIt() {
        var log = EventLog()
        let slow = log.addReader()
        for number in 0..<1000 {
            log.append(.launchDegraded(reason: "\(number)"), at: .at(0))
        }
        #expect(log.milestones.map(\.sequence) == [1000])
        _ = log.read(slow, 2000)
        #expect(log.milestones.isEmpty)
    }

    private final class Ending: Error {}

    /// The manners in which events are forgotten.
    enum Forgetting: CaseIterable { case full, read, missed, unobserved }

    /// The log is guarded by the launch's lock, and the end of a user's error may call the launch.
    @Test(arguments: Forgetting.allCases)
    func theCallerLetsGoOfTheErrorsInForgottenEvents(forgetting: Forgetting) {
        weak var ending: Ending?
        var (log, reader) = (EventLog(), 0)
        reader = log.addReader()
        do {
            let error = Ending()
            ending = error
            let failure = Failure(error)
            var status = status
            status.state = .ended(.failed(failure))
            log.append(.operationEnded(status), at: .at(0))
            let cause = RootCause(operation: "a", failure: failure)
            log.append(.launchStopping(reason: "", rootCauses: [cause]), at: .at(0))
            log.append(at: .at(0)) { .launchDegraded(reason: "\(error)") }
        }
        switch forgetting {
        case .full:
            for _ in 0..<EventLog.limit { log.append(.paused(nil), at: .at(1)) }
            _ = log.read(reader, 1)
        case .read: _ = log.read(reader, 9)
        case .missed:
            for _ in 0..<EventLog.limit { log.append(.paused(nil), at: .at(1)) }
            _ = log.takeDropped()
            _ = log.read(reader, 1)
        case .unobserved: log.removeReader(reader)
        }
        #expect(ending != nil)
        #expect(log.takeDropped() != nil)
        #expect(ending == nil)
        #expect(log.takeDropped() == nil)
    }

    @Test func nothingIsKeptWithoutAReader() {
        var log = EventLog()
        #expect(!log.isObserved)
        log.count()
        let reader = log.addReader()
        #expect(log.isObserved)
        log.append(.operationEnded(status), at: .at(1))
        #expect(log.read(reader, 9).events.map(\.sequence) == [2])
        log.removeReader(reader)
        #expect(!log.isObserved)
    }

    @Test func aReaderThatRestsIsWokenForWhatConcernsMoreThanAnOperationOrAction() {
        let woken = Lines()
        var log = EventLog()
        let reader = log.addReader()
        let sleeps = log.sleep(reader, isResting: true) { woken.add("resting") }
        log.append(.operationReady(status), at: .at(0))
        let action = ActionStatus(
            id: ActionID("1"),
            kind: "open",
            queue: .main,
            requires: [],
            state: .running,
            acceptedAt: .at(0)
        )
        log.append(.actionChanged(action), at: .at(0))
        for wake in log.takeWakes() { wake() }
        #expect(sleeps && woken.all.isEmpty)
        log.append(.launchReady(degraded: false), at: .at(0))
        for wake in log.takeWakes() { wake() }
        #expect(woken.all == ["resting"])
        let sleepsAgain = log.sleep(reader) {}
        #expect(!sleepsAgain)
    }

    @Test func aReaderThatSleepsIsWokenOnce() {
        let woken = Lines()
        var log = EventLog()
        let reader = log.addReader()
        _ = log.sleep(reader) { woken.add("woken") }
        for _ in 0..<3 {
            log.append(.operationReady(status), at: .at(0))
            for wake in log.takeWakes() { wake() }
        }
        #expect(woken.all == ["woken"])
    }

    @Test func readersAreWokenInTheOrderInWhichTheyCame() {
        let woken = Lines()
        var log = EventLog()
        let readers = (0..<8).map { _ in log.addReader() }
        for reader in readers.reversed() { _ = log.sleep(reader) { woken.add("\(reader)") } }
        log.append(.operationReady(status), at: .at(0))
        for wake in log.takeWakes() { wake() }
        #expect(woken.all == readers.map { "\($0)" })
    }
}

extension EventLog {
    /// The next events of a log that has no ordinary steps of operations.
    fileprivate mutating func read(
        _ reader: Int,
        _ count: Int
    ) -> (events: [LoggedEvent], lost: Int) {
        read(reader, upTo: count) { index in
            OperationRecord(
                CheckedOperation(
                    Operation(
                        name: "\(index)",
                        queue: .userInitiated,
                        origin: .nowhere,
                        kind: .operation
                    )
                ),
                dependencies: 0
            )
        }
    }
}
