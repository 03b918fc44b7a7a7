import Foundation
import Slipway
import SlipwayPictures
import Testing

/// The trace, read again.
struct TraceTests {
    private struct Event {
        let phase: String
        let name: String
        let track: [Int]
        /// Nanoseconds.
        let start: Int
        let end: Int
        let id: Int?
        let running: Int?
    }

    private func events(of report: Report) throws -> [Event] {
        let data = Data(report.trace().utf8)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let list = try #require(json["traceEvents"] as? [[String: Any]])
        return try list.filter { $0["ph"] as? String != "M" }.map { event in
            func nanoseconds(_ key: String) -> Int {
                Int(((event[key] as? Double ?? 0) * 1000).rounded())
            }
            let arguments = event["args"] as? [String: Any]
            return Event(
                phase: try #require(event["ph"] as? String),
                name: try #require(event["name"] as? String),
                track: [try #require(event["pid"] as? Int), try #require(event["tid"] as? Int)],
                start: nanoseconds("ts"),
                end: nanoseconds("ts") + nanoseconds("dur"),
                id: event["id"] as? Int,
                running: arguments?["running"] as? Int
            )
        }
    }

    private static let cases: [(operations: Int, seed: UInt64, fails: Bool)] = [
        (5, 1, false), (50, 1, false), (50, 2, true), (500, 3, false),
    ]

    @Test(arguments: cases)
    func spansOfATrackNest(operations: Int, seed: UInt64, fails: Bool) throws {
        let report = try RandomLaunch(operations: operations, seed: seed, fails: fails).report
        for report in [report, report.unfinished] {
            let spans = try events(of: report).filter { $0.phase == "X" }
            for track in Dictionary(grouping: spans, by: \.track).values {
                var open: [Event] = []
                for span in track.sorted(by: { ($0.start, -$0.end) < ($1.start, -$1.end) }) {
                    while let last = open.last, last.end <= span.start { open.removeLast() }
                    if let last = open.last {
                        #expect(span.end <= last.end, "\(span.name) in \(last.name)")
                    }
                    open.append(span)
                }
            }
        }
    }

    @Test(arguments: cases)
    func arrowsLeadFromSpanToSpan(operations: Int, seed: UInt64, fails: Bool) throws {
        let events = try events(
            of: RandomLaunch(operations: operations, seed: seed, fails: fails).report
        )
        let spans = Dictionary(grouping: events.filter { $0.phase == "X" }, by: \.track)
        let arrows = Dictionary(grouping: events.filter { ["s", "f"].contains($0.phase) }) {
            $0.id ?? 0
        }
        #expect(operations == 5 || !arrows.isEmpty)
        for ends in arrows.values {
            #expect(ends.map(\.phase) == ["s", "f"])
            #expect(ends[0].start <= ends[1].start)
            for end in ends {
                let isInside = (spans[end.track] ?? []).contains {
                    $0.start <= end.start && end.start < $0.end
                }
                #expect(isInside, "\(end.name)")
            }
        }
    }

    /// `downloads` has three slots, `main` one, and the simulation's `userInitiated` six.
    @Test(arguments: cases)
    func countersShowThePlacesInUse(operations: Int, seed: UInt64, fails: Bool) throws {
        let events = try events(
            of: RandomLaunch(operations: operations, seed: seed, fails: fails).report
        )
        let widths = ["in use: main": 1, "in use: downloads": 3, "in use: userInitiated": 6]
        for (name, values) in Dictionary(grouping: events.filter { $0.phase == "C" }, by: \.name) {
            let width = try #require(widths[name])
            for value in values { #expect((0...width).contains(value.running ?? -1), "\(name)") }
            #expect(values.last?.running == 0)
            #expect(values.map(\.start) == values.map(\.start).sorted())
        }
    }

    @Test func everyAttemptIsOnATrackOfItsQueue() throws {
        let report = try RandomLaunch(operations: 50, seed: 1).report
        let names = try events(of: report).filter { $0.phase == "X" }.map(\.name)
        for operation in report.operations where operation.attempts.count > 1 && !operation.isGroup
        {
            for attempt in operation.attempts {
                #expect(names.contains("\(operation.name) (attempt \(attempt.number))"))
            }
        }
    }

    @Test(arguments: [false, true])
    func theEndOfTheLaunchIsAMoment(fails: Bool) throws {
        let report = try RandomLaunch(operations: 50, seed: 2, fails: fails).report
        let moments = try events(of: report).filter { $0.phase == "i" && $0.track == [1, 1] }.map(
            \.name
        )
        #expect(fails ? moments == ["failed"] : moments.first?.hasPrefix("ready") == true)
    }

    @Test func namesFromOutsideStayInTheirStrings() throws {
        var report = try RandomLaunch(operations: 5, seed: 1).report
        report.name = "\"}],\\ \u{1B}\n"
        report.operations[0].name = report.name
        let names = try events(of: report).map(\.name)
        #expect(names.contains("\"}],\\ \\u{1B}\\n"))
    }

    @Test func anEmptyReportIsATraceToo() throws {
        let report = Report(
            name: "",
            launchID: "",
            course: LaunchCourse(phase: .starting),
            processStart: .at(0),
            operations: []
        )
        #expect(throws: Never.self) { try events(of: report) }
    }
}
