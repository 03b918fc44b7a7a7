import Testing

@testable import Slipway

struct EventLogTests {
    @Test func recordsComeBackInOrderWithTheirNumbers() {
        var log = observed()
        for node in 0..<1000 { log.append(.ready, node, at: .at(Int64(node))) }
        let (entries, lost) = log.entries(from: 1, upTo: 2000)
        #expect(lost == 0)
        #expect(entries.map(\.sequence) == Array(1...1000))
        #expect(entries.map { Int($0.record.node) } == Array(0..<1000))
    }

    @Test func aReaderGetsAtMostWhatItAsksFor() {
        var log = observed()
        for node in 0..<10 { log.append(.ready, node, at: .at(0)) }
        #expect(log.entries(from: 4, upTo: 3).entries.map(\.sequence) == [4, 5, 6])
        #expect(log.entries(from: 11, upTo: 3).entries.isEmpty)
    }

    @Test func aSlowReaderLearnsHowManyItMissed() {
        var log = observed()
        let count = EventLog.limit + 1
        for _ in 0..<count { log.append(.ready, 0, at: .at(0)) }
        let (entries, lost) = log.entries(from: 1, upTo: 1)
        #expect(lost > 0)
        #expect(entries.first?.sequence == UInt64(lost) + 1)
        #expect(log.last == UInt64(count))
    }

    @Test func whatEverybodyHasReadMakesRoom() {
        var log = observed()
        for number in 1...UInt64(3 * EventLog.limit) {
            log.append(.started, 0, at: .at(0))
            log.forget(before: number)
        }
        let (entries, lost) = log.entries(from: log.last, upTo: 9)
        #expect(lost == 0)
        #expect(entries.count == 1)
    }

    @Test func eventsThatAreNotOrdinaryAreKeptWhole() {
        var log = observed()
        log.append(.ready, 3, at: .at(0))
        log.append(.launchReady(degraded: true), at: .at(1))
        let entries = log.entries(from: 1, upTo: 9).entries
        #expect(entries.map(\.other) == [nil, .launchReady(degraded: true)])
        #expect(log.lastUrgent == 2)
    }

    @Test(arguments: 0..<40)
    func eventsThatAreNotOrdinaryAreFoundAmongRecordsWhereverOneBegins(forgotten: UInt64) {
        var log = observed()
        var expected: [Event.Kind?] = []
        for number in 0..<40 {
            if number % 7 < 2 {
                let kind = Event.Kind.paused(.named("\(number)"))
                log.append(kind, at: .at(0))
                expected.append(kind)
            } else {
                log.append(.ready, number, at: .at(0))
                expected.append(nil)
            }
        }
        log.forget(before: forgotten + 1)
        for first in forgotten..<40 {
            let entries = log.entries(from: first + 1, upTo: 9).entries
            #expect(entries.map(\.other) == Array(expected[Int(first)...].prefix(9)))
        }
    }

    @Test func whatTheLaunchHasComeToIsFoundWithoutReadingWhatIsLost() throws {
        var log = observed()
        let report = try LaunchMachine(Graph(Plan("log"))).report()
        log.append(.launchStarted(report), at: .at(0))
        let atStart = log.hasMilestone(since: 1)
        log.append(.launchReady(degraded: false), at: .at(1))
        for _ in 0...EventLog.limit { log.append(.ready, 0, at: .at(2)) }
        #expect(log.oldest > 2)
        let found = [1, 2, 3].map { log.hasMilestone(since: $0) }
        #expect(!atStart)
        #expect(found == [true, true, false])
    }

    @Test func whoRestsIsWokenForWhatConcernsTheLaunchOrWhenThereIsMuchToRead() {
        for isUrgent in [true, false] {
            var log = observed()
            var observers = Observers()
            observers.rest(.thread(Parker()), upTo: 3, log)
            observers.rest(.thread(Parker()), log)
            for _ in 0..<2 { log.append(.ready, 0, at: .at(0)) }
            let tooSoon = observers.mustWake(log)
            if isUrgent {
                log.append(.launchReady(degraded: false), at: .at(0))
            } else {
                log.append(.ready, 0, at: .at(0))
            }
            let inTime = observers.mustWake(log)
            let woken = observers.takeWaiting(log)
            for _ in 0..<9 { log.append(.ready, 0, at: .at(0)) }
            let again = observers.mustWake(log)
            #expect([tooSoon, inTime, again] == [false, true, false])
            #expect(woken.count == 2)
        }
    }

    @Test func whoRestsNoMoreIsNotWaitedFor() {
        var log = observed()
        var observers = Observers()
        let parker = Parker()
        observers.rest(.thread(parker), upTo: 1, log)
        observers.rest(.thread(Parker()), log)
        observers.remove(parker)
        for _ in 0..<9 { log.append(.ready, 0, at: .at(0)) }
        let isWoken = observers.mustWake(log)
        #expect(!isWoken)
    }

    @Test func nothingIsKeptForNobody() {
        var log = EventLog()
        log.append(.ready, 0, at: .at(0))
        log.count()
        #expect(log.last == 2)
        log.isObserved = true
        log.append(.ended, 0, at: .at(1))
        #expect(log.entries(from: 3, upTo: 9).entries.map(\.sequence) == [3])
    }

    private func observed() -> EventLog {
        var log = EventLog()
        log.isObserved = true
        return log
    }
}
