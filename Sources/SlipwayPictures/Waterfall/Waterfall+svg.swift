extension Waterfall {
    /// The picture as one SVG file: no scripts, no fonts and nothing else from elsewhere.
    ///
    /// The colours follow the reader's preference for light or dark. A row tells more when the
    /// pointer rests on it, where the reader shows titles. Names and messages are escaped. The
    /// picture grows with the number of rows, which are lower if there are more than 36, and again
    /// if there are more than 140.
    public var svg: String { WaterfallPicture(WaterfallLayout(self)).text(isInteractive: false) }
}

/// Draws a layout.
struct WaterfallPicture {
    private let layout: WaterfallLayout
    private var waterfall: Waterfall { layout.waterfall }

    init(_ layout: WaterfallLayout) {
        self.layout = layout
    }

    /// The SVG element.
    ///
    /// - Parameter isInteractive: The rows can have the focus and are found by a script, and tell nothing
    ///   by themselves.
    /// - Returns: The element, without a newline behind it.
    func text(isInteractive: Bool) -> String {
        var markup = Markup()
        let (width, height) = (layout.size.width.pixels, layout.size.height.pixels)
        markup.add(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "slipway", "width": width,
                "height": height, "viewBox": "0 0 \(width) \(height)",
                "role": isInteractive ? "" : "img",
                "font-size": "12",
            ]
        ) { svg in
            svg.add("title", text: waterfall.title + ": " + (waterfall.subtitles.first ?? ""))
            let rules = Palette.styleSheet { $0.common + MarkSymbols.rules($0) + Self.rules($0) }
            svg.add(markup: "<style>\n\(rules)</style>\n")
            svg.add(markup: "<defs>\n\(Self.patterns)\(MarkSymbols.definitions)</defs>\n")
            svg.add(layout.size, class: "paper")
            drawHeader(&svg)
            drawGround(&svg)
            for row in layout.rows { draw(row, isInteractive, &svg) }
            for moment in layout.moments { svg.add(moment.label) }
        }
        return markup.document
    }

    private func drawHeader(_ svg: inout Markup) {
        let margin = WaterfallMeasures.margin
        svg.add(
            WaterfallLayout.Glyph(mark: waterfall.mark, x: margin + 8, y: margin + 11, size: 17)
        )
        for title in layout.titles { svg.add(title) }
        for item in layout.legend {
            switch item.sample {
            case .bar(let kind, let queue):
                drawBar(kind, item.box, queue: queue, isOpen: false, isEarlier: false, &svg)
            case .mark(let mark):
                svg.add(
                    WaterfallLayout.Glyph(
                        mark: mark,
                        x: item.box.x + 6,
                        y: item.box.middle,
                        size: 12
                    )
                )
            case .chain: svg.add(item.box, class: "q1 run crit", radius: 2)
            case .earlier:
                let upper = Box(x: item.box.x, y: item.box.y + 2, width: item.box.width, height: 6)
                drawBar(.run, upper, queue: 0, isOpen: false, isEarlier: true, &svg)
            }
            svg.add(item.label)
        }
    }

    /// Draws the things below the rows: frames, the grid, the scales and the upright lines.
    private func drawGround(_ svg: inout Markup) {
        svg.add("g", ["class": "ground"]) { svg in
            for frame in layout.frames { svg.add(frame.box, class: "frame", radius: 5) }
            let plot = layout.plot
            if let before = waterfall.before, before > .zero {
                let width = layout.axis.x(before) - plot.x
                svg.add(
                    Box(x: plot.x, y: plot.y, width: width, height: plot.height),
                    class: "early"
                )
            }
            for label in layout.scales.first?.labels ?? [] {
                svg.addLine(label.x, plot.y, label.x, plot.bottom, class: "grid")
            }
            for moment in layout.moments {
                let style =
                    "moment c-\(moment.moment.mark.rawValue)"
                    + (moment.moment.isEarlier ? " past" : "")
                svg.addLine(moment.x, moment.label.box.y, moment.x, plot.bottom, class: style)
            }
            for link in layout.links { svg.add("path", ["d": path(link), "class": "link"]) }
        }
        for (number, scale) in layout.scales.enumerated() {
            svg.add("g", ["class": number == 0 ? "scale top" : "scale"]) { svg in
                if number > 0, number < layout.scales.count - 1 {
                    svg.add(
                        Box(
                            x: scale.box.x,
                            y: scale.box.y,
                            width: scale.box.width,
                            height: scale.box.height
                        ),
                        class: "strip"
                    )
                }
                for label in scale.labels { svg.add(label) }
            }
        }
    }

    private func path(_ link: WaterfallLayout.Link) -> String {
        let (x1, y1) = (link.fromX.pixels, link.fromY.pixels)
        let (x2, y2) = (link.toX.pixels, link.toY.pixels)
        return "M\(x1) \(y1)V\(y2)H\(x2)"
    }

    private func draw(
        _ placed: WaterfallLayout.PlacedRow,
        _ isInteractive: Bool,
        _ svg: inout Markup
    ) {
        let row = waterfall.rows[placed.number]
        svg.add(
            "g",
            [
                "class": "row row-\(row.kind.rawValue)",
                "id": isInteractive ? "r\(placed.number)" : "",
                "tabindex": isInteractive && row.kind != .heading ? "0" : "",
            ]
        ) { svg in
            if !isInteractive, let title = tooltip(row) { svg.add("title", text: title) }
            svg.add(placed.box, class: "hit")
            if let glyph = placed.glyph { svg.add(glyph) }
            svg.add(placed.name)
            for bar in placed.bars {
                drawBar(
                    bar.kind,
                    bar.box,
                    queue: row.queue,
                    isOpen: bar.isOpen,
                    isEarlier: bar.isEarlier,
                    isCritical: bar.isCritical,
                    &svg
                )
            }
            if let note = placed.note { svg.add(note) }
        }
    }

    private func tooltip(_ row: Waterfall.Row) -> String? {
        guard row.kind != .heading, !row.details.isEmpty else { return nil }
        return ([row.name] + row.details.map { "\($0.name): \($0.text)" }).joined(separator: " · ")
    }

    private func drawBar(
        _ kind: Waterfall.Bar.Kind,
        _ box: Box,
        queue: Int?,
        isOpen: Bool,
        isEarlier: Bool,
        isCritical: Bool = false,
        _ svg: inout Markup
    ) {
        var classes = ["q\((queue ?? 6) % Palette.queueCount)", kind.rawValue]
        if isEarlier { classes.append("past") }
        if isCritical, kind != .waiting { classes.append("crit") }
        let style = classes.joined(separator: " ")
        switch kind {
        case .waiting, .backoff: svg.addLine(box.x, box.middle, box.right, box.middle, class: style)
        case .group:
            let tip = min(4, box.height / 2)
            let (x, y, right) = (box.x.pixels, (box.middle - 1).pixels, box.right.pixels)
            svg.add(
                "path",
                [
                    "d":
                        "M\(x) \((box.middle + tip).pixels)V\(y)H\(right)V\((box.middle + tip).pixels)",
                    "class": style,
                ]
            )
        case .before, .lock, .slot, .run, .bad, .cancelled, .fallback:
            svg.add(box, class: style, radius: min(2.5, box.width / 2))
        }
        guard isOpen, kind != .waiting else { return }
        // An arrow shows that the bar goes on.
        let half = box.height / 2
        let (x, y) = ((box.right + 1.5).pixels, box.y.pixels)
        svg.add(
            "path",
            [
                "d":
                    "M\(x) \(y)l\(min(half, 6).pixels) \(half.pixels)l-\(min(half, 6).pixels) \(half.pixels)",
                "class": "open",
            ]
        )
    }
}

extension Markup {
    mutating func add(_ glyph: WaterfallLayout.Glyph) {
        let box = glyph.box
        add(
            "use",
            [
                "href": "#\(MarkSymbols.identifier(glyph.mark))",
                "class": "c-\(glyph.mark.rawValue)",
                "x": box.x.pixels, "y": box.y.pixels, "width": box.width.pixels,
                "height": box.height.pixels,
            ]
        )
    }
}
