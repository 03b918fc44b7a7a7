import Slipway
import Testing

@testable import SlipwayPictures

/// The places of all things, before anything is drawn.
struct WaterfallLayoutTests {
    private static let cases: [(operations: Int, seed: UInt64, fails: Bool)] = [
        (1, 1, false), (5, 1, false), (5, 2, true), (5, 3, false), (50, 1, false), (50, 2, true),
        (50, 3, false),
        (150, 4, false), (500, 1, false), (500, 2, true),
    ]

    private func layouts(_ operations: Int, _ seed: UInt64, _ fails: Bool) throws
        -> [WaterfallLayout]
    {
        let report = try RandomLaunch(operations: operations, seed: seed, fails: fails).report
        let other = try RandomLaunch(operations: operations, seed: seed + 100).report
        // As it ended, in its midst, and beside another one.
        return [
            WaterfallLayout(report.waterfall()),
            WaterfallLayout(report.unfinished.waterfall()),
            WaterfallLayout(report.waterfall(comparedWith: other)),
        ]
    }

    @Test(arguments: cases)
    func noTextLiesOverAnother(operations: Int, seed: UInt64, fails: Bool) throws {
        for layout in try layouts(operations, seed, fails) {
            #expect(overlaps(of: layout.labels).isEmpty)
        }
    }

    @Test(arguments: cases)
    func eachTextIsInThePicture(operations: Int, seed: UInt64, fails: Bool) throws {
        for layout in try layouts(operations, seed, fails) {
            for label in layout.labels { #expect(layout.size.contains(label.box), "\(label.text)") }
        }
    }

    @Test(arguments: cases)
    func noTextLiesOverABarOrASign(operations: Int, seed: UInt64, fails: Bool) throws {
        for layout in try layouts(operations, seed, fails) {
            for row in layout.rows {
                let texts = [row.name] + [row.note].compactMap(\.self)
                for text in texts {
                    #expect(row.glyph.map { $0.box.overlaps(text.box) } != true, "\(text.text)")
                    // A note inside of its bar has another colour, and ends before the bar does.
                    let bars = row.bars.filter { $0.kind != .waiting && $0.box.overlaps(text.box) }
                    let isInside =
                        text.style == "i" && bars.allSatisfy { $0.box.right >= text.box.right }
                    #expect(bars.isEmpty || isInside, "\(text.text)")
                }
            }
        }
    }

    @Test(arguments: cases)
    func rowsFollowOneAnother(operations: Int, seed: UInt64, fails: Bool) throws {
        for layout in try layouts(operations, seed, fails) {
            for (upper, lower) in zip(layout.rows, layout.rows.dropFirst()) {
                #expect(upper.box.bottom <= lower.box.y)
            }
            for row in layout.rows {
                for bar in row.bars {
                    #expect(bar.box.y >= row.box.y && bar.box.bottom <= row.box.bottom)
                    #expect(
                        bar.box.x >= layout.axis.left && bar.box.right <= layout.axis.right + 1.5
                    )
                }
            }
        }
    }

    @Test func aFrameHoldsTheRowsOfItsGroupAndNoOther() throws {
        let layout = WaterfallLayout(try RandomLaunch(operations: 50, seed: 1).report.waterfall())
        let groups = layout.waterfall.rows.indices.filter { layout.waterfall.rows[$0].members > 0 }
        try #require(!groups.isEmpty)
        for (frame, group) in zip(layout.frames, groups) {
            let inside = layout.rows.filter {
                $0.box.middle > frame.box.y && $0.box.middle < frame.box.bottom
            }
            #expect(
                inside.map(\.number)
                    == Array(group...(group + layout.waterfall.rows[group].members))
            )
        }
    }

    /// Each piece of the chain begins where the one before ends, at the same time.
    @Test func theChainIsJoined() throws {
        let layout = WaterfallLayout(try RandomLaunch(operations: 50, seed: 1).report.waterfall())
        #expect(layout.links.count == layout.waterfall.chain.count - 1)
        for (number, link) in layout.links.enumerated() {
            let row = layout.rows[layout.waterfall.chain[number + 1]]
            #expect(link.toY == row.box.middle)
            #expect(row.bars.contains { $0.isCritical && abs($0.box.x - link.toX) < 2 })
        }
    }

    @Test func rowsBecomeLowerWithTheirNumber() {
        let heights = [5, 50, 500].map { WaterfallMeasures(rows: $0).row }
        #expect(heights == heights.sorted(by: >))
        for rows in [5, 50, 500] {
            let measures = WaterfallMeasures(rows: rows)
            #expect(measures.text <= measures.row && measures.bar < measures.row)
        }
    }

    private func overlaps(of labels: [Label]) -> [String] {
        let sorted = labels.sorted { $0.box.y < $1.box.y }
        var found: [String] = []
        for (index, label) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                if other.box.y >= label.box.bottom { break }
                if label.box.overlaps(other.box) {
                    found.append("'\(label.text)' and '\(other.text)'")
                }
            }
        }
        return found
    }
}
