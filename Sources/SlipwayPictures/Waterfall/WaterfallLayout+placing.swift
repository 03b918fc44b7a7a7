internal import Slipway

extension WaterfallLayout {
    /// Lays a waterfall out; linear in its rows.
    init(_ waterfall: Waterfall) {
        self.waterfall = waterfall
        let measures = WaterfallMeasures(rows: waterfall.rows.count)
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
            let (before, after) = (rows[from].bars, rows[to].bars)
            let due = after.first { $0.kind != .waiting && !$0.isEarlier }
            guard let due else { continue }
            let work = after.first { $0.kind.isWork && !$0.isEarlier } ?? due
            // An operation that is tried again may have made room with an attempt before its last one.
            let reached = before.last { !$0.isEarlier && $0.box.right <= work.box.x + 2 }
            guard let end = reached ?? before.last(where: { !$0.isEarlier }) else { continue }
            // The link ends where the wait for a queue or a lock ends, not where that wait began.
            let x = max(due.box.x, min(end.box.right, work.box.x))
            for bar in after.indices where after[bar].box.x >= x - 0.5 && !after[bar].isEarlier {
                rows[to].bars[bar].isCritical = true
            }
            links.append(
                Link(
                    fromX: end.box.right,
                    fromY: end.box.middle,
                    toX: x,
                    toY: due.box.middle
                )
            )
        }
    }
}

extension Waterfall.Bar.Kind {
    /// The operation does something, or is in the backoff between two attempts; it does not wait
    /// for a slot, a lock or another operation.
    fileprivate var isWork: Bool {
        switch self {
        case .waiting, .slot, .lock: false
        case .before, .backoff, .run, .bad, .cancelled, .fallback, .group: true
        }
    }
}
