internal import Slipway

/// A waterfall with every place in pixels: what is drawn where, before anything is drawn.
///
/// All texts are ``labels``, so that a test can tell that none lies over another one.
struct WaterfallLayout: Sendable {
    let waterfall: Waterfall
    let measures: WaterfallMeasures
    let axis: TimeAxis
    var size = Box(x: 0, y: 0, width: WaterfallMeasures.width, height: 0)
    /// The area of the bars, without the scales above and below.
    var plot = Box(x: 0, y: 0, width: 0, height: 0)
    var titles: [Label] = []
    var legend: [LegendItem] = []
    var rows: [PlacedRow] = []
    var frames: [Frame] = []
    var scales: [Scale] = []
    var moments: [PlacedMoment] = []
    var links: [Link] = []

    /// A row at its height.
    struct PlacedRow: Sendable {
        /// Its position in ``Waterfall/rows``.
        let number: Int
        let box: Box
        var name: Label
        var glyph: Glyph?
        var bars: [PlacedBar] = []
        var note: Label?
    }

    /// A sign that stands for how something ended.
    struct Glyph: Hashable, Sendable {
        let mark: Waterfall.Mark
        let x: Double
        let y: Double
        let size: Double

        var box: Box { Box(x: x - size / 2, y: y - size / 2, width: size, height: size) }
    }

    struct PlacedBar: Hashable, Sendable {
        let kind: Waterfall.Bar.Kind
        let box: Box
        /// The bar goes on beyond the right end of the axis, or beyond now.
        let isOpen: Bool
        /// It belongs to the launch that is compared with.
        let isEarlier: Bool
        /// It is a part of the time to ready.
        var isCritical = false
    }

    /// The frame around the rows of a group.
    struct Frame: Hashable, Sendable {
        let box: Box
        let depth: Int
    }

    /// The times of the axis in words.
    struct Scale: Hashable, Sendable {
        let box: Box
        let labels: [Label]
    }

    struct PlacedMoment: Hashable, Sendable {
        let moment: Waterfall.Moment
        let x: Double
        let label: Label
    }

    /// A piece of the critical chain: down from the end of one operation to the start of the next.
    struct Link: Hashable, Sendable {
        let fromX: Double
        let fromY: Double
        let toX: Double
        let toY: Double
    }

    /// Every text.
    var labels: [Label] {
        titles + legend.map(\.label) + rows.flatMap { [$0.name] + ($0.note.map { [$0] } ?? []) }
            + scales.flatMap(\.labels) + moments.map(\.label)
    }
}

/// The sizes of things, of which the number of rows is one.
struct WaterfallMeasures: Hashable, Sendable {
    static let width = 1200.0
    static let margin = 24.0
    /// The room to the right of the axis, for the notes of bars that end there.
    static let overhang = 92.0
    static let mostName = 300.0

    /// The height of a row, of a bar in it, and of its texts.
    let row: Double
    let bar: Double
    let text: Double
    /// The number of rows after which the times of the axis are repeated.
    let rowsForScale: Int

    init(rows: Int, isComparison: Bool) {
        switch rows {
        case ...36: (row, bar, text, rowsForScale) = (25, 15, 12, .max)
        case ...140: (row, bar, text, rowsForScale) = (18, 11, 11, 40)
        default: (row, bar, text, rowsForScale) = (13, 8, 9.5, 50)
        }
        _ = isComparison
    }

    var glyph: Double { min(bar + 1, 13) }
    /// By how much a row moves to the right for each group around it.
    var indent: Double { text + 2 }
}

extension WaterfallLayout {
    /// Lays a waterfall out; linear in its rows.
    init(_ waterfall: Waterfall) {
        self.waterfall = waterfall
        let measures = WaterfallMeasures(
            rows: waterfall.rows.count,
            isComparison: waterfall.isComparison
        )
        self.measures = measures
        let names = waterfall.rows.lazy.filter { $0.kind != .heading }.map { row in
            Double(row.depth) * measures.indent
                + TextWidth.of(row.name, size: measures.text, isBold: true)
        }
        let margin = WaterfallMeasures.margin
        let nameWidth = min(max(names.max() ?? 0, 110), WaterfallMeasures.mostName)
        let left = margin + measures.glyph + 8 + nameWidth + 14
        let width = WaterfallMeasures.width - margin - WaterfallMeasures.overhang - left
        axis = TimeAxis(left: left, width: width, end: waterfall.end)
        var y = placeTitles()
        y = placeLegend(below: y)
        y = placeMoments(below: y)
        y = placeRows(below: y)
        size.height = y + margin
        placeFrames()
        placeLinks()
    }

    private mutating func placeTitles() -> Double {
        let margin = WaterfallMeasures.margin
        let width = WaterfallMeasures.width - 2 * margin - 30
        let title = TextWidth.fitting(waterfall.title.printable, width, size: 20, isBold: true)
        titles.append(
            Label(
                text: title,
                x: margin + 26,
                baseline: margin + 18,
                size: 20,
                isBold: true,
                style: "t"
            )
        )
        var baseline = margin + 18
        for subtitle in waterfall.subtitles where !subtitle.isEmpty {
            baseline += 19
            let text = TextWidth.fitting(subtitle.printable, width, size: 12.5)
            titles.append(
                Label(text: text, x: margin + 26, baseline: baseline, size: 12.5, style: "m")
            )
        }
        return baseline + 14
    }

    /// The words of the upright lines, each as near to its line as there is room, in as many lines as
    /// that takes.
    private mutating func placeMoments(below top: Double) -> Double {
        let size = 11.5
        var taken: [[Box]] = []
        for moment in waterfall.moments {
            let x = axis.x(moment.time)
            let width = TextWidth.of(moment.text, size: size, isBold: true)
            let fitsRight = x + width + 6 <= self.size.right - WaterfallMeasures.margin
            var line = 0
            var label: Label
            repeat {
                label = Label(
                    text: moment.text,
                    x: fitsRight ? x + 5 : x - 5,
                    baseline: top + 12 + 15 * Double(line),
                    size: size,
                    anchor: fitsRight ? .start : .end,
                    isBold: true,
                    style: "k \(moment.mark.rawValue)"
                )
                if line == taken.count { taken.append([]) }
                line += 1
            } while taken[line - 1].contains { $0.overlaps(label.box) }
            taken[line - 1].append(label.box)
            moments.append(PlacedMoment(moment: moment, x: x, label: label))
        }
        return top + 15 * Double(taken.count) + 4
    }

    private mutating func placeRows(below top: Double) -> Double {
        var y = placeScale(at: top)
        let start = y
        for (number, row) in waterfall.rows.enumerated() {
            if number > 0, number % measures.rowsForScale == 0, waterfall.rows.count - number > 10 {
                y = placeScale(at: y)
            }
            let height = row.kind == .heading ? measures.row + 8 : measures.row
            let box = Box(x: 0, y: y, width: size.width, height: height)
            rows.append(RowPlacement(self, row, number, box).placed)
            y += height
        }
        y += 4
        plot = Box(x: axis.left, y: start, width: axis.width, height: y - start)
        return placeScale(at: y)
    }

    private mutating func placeScale(at y: Double) -> Double {
        let size = 10.5
        let labels = axis.ticks().map { time in
            Label(
                text: TimeAxis.text(time),
                x: axis.x(time),
                baseline: y + 14,
                size: size,
                anchor: .middle,
                style: "h m"
            )
        }
        scales.append(
            Scale(box: Box(x: axis.left, y: y, width: axis.width, height: 20), labels: labels)
        )
        return y + 20
    }

    /// A frame begins in the row of its group and ends below the last row in it.
    private mutating func placeFrames() {
        for (number, row) in waterfall.rows.enumerated() where row.members > 0 {
            let first = rows[number].box
            let last = rows[min(number + row.members, rows.count - 1)].box
            let left = WaterfallMeasures.margin - 6 + Double(row.depth) * measures.indent
            let right = size.width - WaterfallMeasures.margin + 6 - 3 * Double(row.depth)
            frames.append(
                Frame(
                    box: Box(
                        x: left,
                        y: first.y + 1,
                        width: right - left,
                        height: last.bottom - first.y - 2
                    ),
                    depth: row.depth
                )
            )
        }
    }

    private mutating func placeLinks() {
        if let first = waterfall.chain.first {
            for bar in rows[first].bars.indices { rows[first].bars[bar].isCritical = true }
        }
        for (from, to) in zip(waterfall.chain, waterfall.chain.dropFirst()) {
            let bars = (rows[from].bars.last { !$0.isEarlier }, rows[to].bars)
            let begin = bars.1.first { $0.kind != .waiting && !$0.isEarlier }
            guard let end = bars.0, let begin, let last = bars.1.last else { continue }
            // It ends where the wait for a queue or a lock does, not where that began.
            let x = max(begin.box.x, min(end.box.right, last.box.right))
            for bar in rows[to].bars.indices where rows[to].bars[bar].box.x >= x - 0.5 {
                rows[to].bars[bar].isCritical = !rows[to].bars[bar].isEarlier
            }
            links.append(
                Link(
                    fromX: end.box.right,
                    fromY: end.box.middle,
                    toX: x,
                    toY: begin.box.middle
                )
            )
        }
    }
}
