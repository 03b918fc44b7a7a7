import Slipway
import SlipwayInterface
import SlipwayReport
import Testing

@testable import SlipwayStore

/// A report comes back from the few bytes of the history as it was, to the microsecond.
struct PackedReportTests {
    private func unpacked(_ report: Report) throws -> Report {
        let packed = PackedReport(report)
        return try packed.report(PackedReport.operations(of: packed.declarations))
    }

    private func at(_ microseconds: Int64) -> Instant {
        Instant(nanoseconds: 5_000_000_000 + microseconds * 1000)
    }

    @Test func anOrdinaryLaunchTakesTenBytesAnOperation() throws {
        let report = RecordedLaunch.made(1, operations: 200).report
        let packed = PackedReport(report)
        #expect(packed.times.count <= 10 * 200)
        #expect(packed.head.utf8.count <= 500)
        #expect(try unpacked(report) == report)
    }

    @Test func whatIsNotOrdinaryIsKeptWhole() throws {
        var report = RecordedLaunch.made(1, operations: 12).report
        func change(_ index: Int, _ body: (inout OperationStatus) -> Void) {
            body(&report.operations[index])
        }
        change(0) { $0.releasedBy = "operation-3" }
        change(1) { $0.state = .ended(.failed(Failure("HTTP 503"))) }
        change(2) { $0.state = .ended(.skipped(root: "operation-1")) }
        change(2) { ($0.readyAt, $0.startedAt) = (nil, nil) }
        change(3) { $0.attempt = 1 }
        change(4) { operation in
            operation.attempt = 1
            operation.attempts = [
                .init(number: 1, startedAt: operation.startedAt!, endedAt: operation.endedAt!)
            ]
        }
        change(5) { operation in
            operation.attempt = 2
            operation.attempts = [
                .init(
                    number: 1,
                    startedAt: at(5130),
                    endedAt: at(5200),
                    failure: Failure(.timedOut, "timed out after 70us")
                ),
                .init(number: 2, startedAt: at(5300), endedAt: at(6000)),
            ]
        }
        change(6) { $0.lockWait = .init(lock: Lock("db"), duration: .microseconds(9)) }
        change(7) { $0.state = .ended(.degraded(reason: "HTTP 503")) }
        change(7) { $0.fallback = FallbackUse(source: "cache", age: .seconds(60)) }
        change(8) { $0.state = .running }
        change(8) { $0.endedAt = nil }
        change(9) { $0.state = .pending }
        change(9) { ($0.readyAt, $0.startedAt, $0.endedAt) = (nil, nil, nil) }
        change(10) { $0.releasedBy = "an operation that was let go" }
        // Before the process's start: it was taken over from another launch.
        change(11) { ($0.readyAt, $0.startedAt, $0.endedAt) = (at(-9), at(-8), at(-2)) }
        #expect(try unpacked(report) == report)
    }

    @Test func ofManyActionsTheLastAreKept() throws {
        var report = RecordedLaunch.made(1).report
        report.actions = (0..<100).map { number in
            ActionStatus(
                id: ActionID("a\(number)"),
                kind: "open",
                queue: .main,
                requires: [],
                state: .done,
                acceptedAt: at(7)
            )
        }
        let found = try unpacked(report)
        #expect(found.actions == report.actions.suffix(PackedReport.actionLimit))
    }

    @Test func damageIsFound() throws {
        let packed = PackedReport(RecordedLaunch.made(1).report)
        let declared = try PackedReport.operations(of: packed.declarations)
        let short = Array(packed.times.dropLast(3))
        for times in [short, [0xff], [0b1_0010, 4, 200, 200, 1]] as [[UInt8]] {
            let damaged = PackedReport(
                declarations: packed.declarations,
                head: packed.head,
                times: times
            )
            #expect(throws: DamagedRecord.self) { try damaged.report(declared) }
        }
    }

    @Test func whatWasAddedIsKnownAsAddedAndWhatIsThereOnDemandIsNotKept() throws {
        var report = RecordedLaunch.made(1, operations: 4).report
        report.operations[1].addedAs = "page"
        let planned = report
        let added = report.operations[3]
        for number in 2...900 {
            var operation = added
            (operation.addedAs, operation.isOnDemand) = ("operation-3", true)
            operation.action = ActionID("a1")
            operation.state = .ended(.cancelled(reason: "attempt \(number) has ended"))
            report.operations.append(operation)
        }
        let (packed, without) = (PackedReport(report), PackedReport(planned))
        #expect(packed == without)
        #expect(try unpacked(report) == planned)
        #expect(try unpacked(report).operations[1].addedAs == "page")
    }
}
