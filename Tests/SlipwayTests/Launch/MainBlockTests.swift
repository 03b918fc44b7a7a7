import Glibc
import Slipway
import SlipwayReport
import SlipwayTestSupport
import Testing

/// What keeps the main queue's thread for longest is in the report.
struct MainBlockTests {
    @Test func theLongestBlockIsReportedWithWhatRanInIt() async throws {
        var plan = Plan("shop")
        plan.add("short", on: .main) { _ in usleep(5000) }
        plan.add("long", on: .main, requires: ["short"]) { _ in usleep(60_000) }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        let report = launch.report
        let block = try #require(report.mainBlock)
        #expect(block.duration >= .milliseconds(60))
        let long = try #require(report["long"])
        #expect(block.startedAt <= (long.endedAt ?? block.startedAt))
        #expect(report.timeSummary().mainBlock == block)
        let last = report.timeText().split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("longest block of the main queue's thread: "))
        #expect(last.hasSuffix("long"))
    }

    @Test func aBodyOfAnotherQueueIsNoBlock() async throws {
        var plan = Plan("shop")
        // Bodies take real time here: what is measured is a thread.
        plan.add("pooled") { _ in usleep(600_000) }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        let run = try #require(launch.report["pooled"]?.run)
        #expect((launch.report.mainBlock?.duration ?? .zero) < run)
    }
}
