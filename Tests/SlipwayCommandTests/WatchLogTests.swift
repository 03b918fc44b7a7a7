import Slipway
import SlipwayInterface
import Testing

@testable import SlipwayCommand

/// A launch as lines.
struct WatchLogTests {
    private func lines(_ report: Report, _ log: inout WatchLog, generation: Int = 1) -> [String] {
        log.take(.launch(report), report, generation: generation, at: Reports.at(1214))
    }

    @Test func whatHappenedBeforeComesFirstInItsOrder() {
        var log = WatchLog()
        #expect(
            lines(Reports.starting, &log) == [
                "     12ms  storefront: 4 operations, at most 30s",
                "     12ms  sdk-init: started",
                "     12ms  warm-cache: started",
                "     14ms  user-data: started, waited 2ms",
                "    100ms  open-url a1: waiting for user-data, feature-toggles",
                "    130ms  open-url a0: done after 10ms",
                "    410ms  sdk-init: succeeded after 398ms",
                "   1.012s  warm-cache: timed out after 1s: over 1s",
            ]
        )
        #expect(lines(Reports.starting, &log) == [])
    }

    @Test func eachChangeIsToldOnce() {
        var log = WatchLog()
        _ = lines(Reports.starting, &log)
        var operation = Reports.starting.operations[1]
        operation.state = .ended(.failed(Failure("HTTP 503")))
        operation.endedAt = Reports.at(1300)
        let report = Reports.starting
        let first = log.take(.operation(operation), report, generation: 1, at: Reports.at(1400))
        #expect(first == ["   1.300s  user-data: failed after 1.286s: HTTP 503"])
        let again = log.take(.operation(operation), report, generation: 1, at: Reports.at(1400))
        #expect(again == [])
    }

    @Test func anAttemptThatIsFollowedByAnotherOneIsTold() {
        var log = WatchLog()
        _ = lines(Reports.starting, &log)
        var operation = Reports.starting.operations[1]
        operation.attemptLimit = 3
        operation.attempts = [
            .init(
                number: 1,
                startedAt: Reports.at(14),
                endedAt: Reports.at(600),
                failure: Failure("HTTP 503")
            )
        ]
        let told = log.take(
            .operation(operation),
            Reports.starting,
            generation: 1,
            at: Reports.at(1400)
        )
        #expect(told == ["    600ms  user-data: attempt 1 of 3 failed after 586ms: HTTP 503"])
    }

    @Test func aProgramThatIsStartedAgainIsTold() {
        var log = WatchLog()
        _ = lines(Reports.ready, &log)
        let program = ProgramStatus(
            name: "web",
            state: .pausing(next: Reports.at(3000)),
            since: Reports.at(2000),
            restarts: 2,
            reason: "exited with 1"
        )
        let told = log.take(.program(program), Reports.ready, generation: 1, at: Reports.at(2000))
        #expect(told == ["       2s  program web: pausing, restarts 2, exited with 1"])
    }

    @Test func theNextGenerationBeginsAnew() {
        var log = WatchLog()
        _ = lines(Reports.ready, &log)
        var next = Reports.ready
        next.launchID = "l2"
        let told = lines(next, &log, generation: 2)
        #expect(told.first == "     12ms  storefront (generation 2): 3 operations, at most 30s")
        #expect(told.last == "    980ms  storefront (generation 2): ready after 980ms")
    }
}
