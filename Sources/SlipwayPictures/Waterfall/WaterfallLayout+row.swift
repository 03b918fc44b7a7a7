internal import Slipway

/// Places what is in one row.
struct RowPlacement {
    private let row: Waterfall.Row
    private let number: Int
    private let box: Box
    private let axis: TimeAxis
    private let measures: WaterfallMeasures

    init(_ layout: WaterfallLayout, _ row: Waterfall.Row, _ number: Int, _ box: Box) {
        self.row = row
        self.number = number
        self.box = box
        axis = layout.axis
        measures = layout.measures
    }

    var placed: WaterfallLayout.PlacedRow {
        var placed = WaterfallLayout.PlacedRow(number: number, box: box, name: name)
        if let mark = row.mark {
            placed.glyph = WaterfallLayout.Glyph(
                mark: mark,
                x: left + measures.glyph / 2,
                y: box.middle,
                size: measures.glyph
            )
        }
        placed.bars = row.lanes.enumerated().flatMap { lane, bars in
            bars.map { placedBar($0, lane) }
        }
        placed.note = note(beside: placed.bars)
        return placed
    }

    private var left: Double { WaterfallMeasures.margin + Double(row.depth) * measures.indent }

    private var name: Label {
        let isHeading = row.kind == .heading
        let x = isHeading ? WaterfallMeasures.margin : left + measures.glyph + 8
        let isBold = row.isCritical || row.kind == .group || isHeading
        let room = isHeading ? box.width / 2 : axis.left - 10 - x
        return Label(
            text: TextWidth.fitting(row.name.printable, room, size: measures.text, isBold: isBold),
            x: x,
            baseline: Label.baseline(middle: box.middle + (isHeading ? 3 : 0), size: measures.text),
            size: measures.text,
            isBold: isBold,
            style: isHeading || row.kind == .before ? "h m" : ""
        )
    }

    private func placedBar(_ bar: Waterfall.Bar, _ lane: Int) -> WaterfallLayout.PlacedBar {
        let (start, end) = (axis.x(bar.start), axis.x(bar.end))
        let isComparison = row.lanes.count > 1
        let height = isComparison ? (measures.bar / 2).rounded() : measures.bar
        let top = box.middle - measures.bar / 2 + (lane == 1 ? measures.bar - height + 1 : 0)
        // A bar of next to no time is still to be seen.
        let width = bar.kind == .waiting || bar.kind == .slot ? end - start : max(end - start, 1.5)
        return WaterfallLayout.PlacedBar(
            kind: bar.kind,
            box: Box(x: start, y: top, width: width, height: height),
            isOpen: bar.isOpen || bar.end.nanoseconds > axis.end,
            isEarlier: isComparison && lane == 0
        )
    }

    /// The text beside the bars: to their right, to their left, inside, or shorter, where it fits first.
    private func note(beside bars: [WaterfallLayout.PlacedBar]) -> Label? {
        guard !row.note.isEmpty, row.kind != .heading else { return nil }
        let (text, short) = (row.note.printable, row.shortNote.printable)
        let solid = bars.filter { $0.kind != .waiting }
        let shown = solid.isEmpty ? bars : solid
        let end = shown.map(\.box.right).max() ?? axis.left
        let start = shown.map(\.box.x).min() ?? axis.left
        let isCut = shown.contains(where: \.isOpen)
        let right = end + (isCut ? 12 : 6)
        let roomRight = box.width - WaterfallMeasures.margin - right
        let roomLeft = start - 6 - axis.left
        if width(text) <= roomRight { return label(text, right, .start) }
        if width(text) <= roomLeft { return label(text, start - 6, .end) }
        if let widest = solid.max(by: { $0.box.width < $1.box.width }),
            [.run, .bad].contains(widest.kind),
            !widest.isEarlier, widest.box.height >= measures.text,
            width(text) <= widest.box.width - 12
        {
            return label(text, widest.box.x + 6, .start, isInside: true)
        }
        if roomRight >= 160 || roomLeft >= 160 {
            let isRight = roomRight >= roomLeft
            let cut = TextWidth.fitting(text, max(roomRight, roomLeft), size: noteSize)
            return label(cut, isRight ? right : start - 6, isRight ? .start : .end)
        }
        if width(short) <= roomRight { return label(short, right, .start) }
        if width(short) <= roomLeft { return label(short, start - 6, .end) }
        return nil
    }

    private var noteSize: Double { measures.text - 0.5 }

    private func width(_ text: String) -> Double { TextWidth.of(text, size: noteSize) }

    private func label(
        _ text: String,
        _ x: Double,
        _ anchor: Label.Anchor,
        isInside: Bool = false
    ) -> Label? {
        guard !text.isEmpty else { return nil }
        let style =
            if isInside {
                "i"
            } else if let change = row.change {
                "h \(change.rawValue)"
            } else if let mark = row.mark, mark.isNoted {
                "h \(mark.rawValue)"
            } else {
                "h m"
            }
        return Label(
            text: text,
            x: x,
            baseline: Label.baseline(middle: box.middle, size: noteSize),
            size: noteSize,
            anchor: anchor,
            style: style
        )
    }
}

extension Waterfall.Mark {
    /// Texts about the mark have its colour, too.
    fileprivate var isNoted: Bool {
        switch self {
        case .degraded, .failed, .timedOut, .running: true
        case .succeeded, .cancelled, .skipped, .waiting: false
        }
    }
}
