internal import Slipway

extension GraphDrawing {
    /// The plan as a self-contained SVG picture, which needs no Graphviz: arrows lead from an operation to its
    /// dependents, dashed for `after`; a group is a frame; each box has the colour of its queue; cycles and
    /// unknown names are red.
    ///
    /// An arrow to a frame means everything in it, and one from a frame its end. The background
    /// stage is to the right of the line *ready*, and the kinds of action are rightmost. Colours
    /// follow the reader's preference for light or dark. With many operations the boxes are lower
    /// and have the name alone; the title of a box still says the rest.
    public var svg: String { GraphPicture(GraphLayout(self)).text }
}

/// Draws a laid out plan.
struct GraphPicture {
    private let layout: GraphLayout
    private var drawing: GraphDrawing { layout.drawing }

    init(_ layout: GraphLayout) {
        self.layout = layout
    }

    var text: String {
        var markup = Markup()
        let (width, height) = (layout.size.width.pixels, layout.size.height.pixels)
        markup.add(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "slipway", "width": width,
                "height": height, "viewBox": "0 0 \(width) \(height)", "role": "img",
                "font-size": "12",
            ]
        ) { svg in
            svg.add("title", text: drawing.name)
            let rules = Palette.styleSheet { $0.common + MarkSymbols.rules($0) + Self.rules($0) }
            svg.add(markup: "<style>\n\(rules)</style>\n<defs>\n\(Self.heads)</defs>\n")
            svg.add(layout.size, class: "paper")
            for title in layout.titles { svg.add(title) }
            for item in layout.legend { draw(item, &svg) }
            if let ready = layout.ready {
                svg.addLine(
                    ready.x,
                    ready.label.baseline + 5,
                    ready.x,
                    layout.size.bottom - 12,
                    class: "ready"
                )
                svg.add(ready.label)
            }
            // Frames from the outermost inwards, below everything else.
            for node in drawing.nodes.indices.reversed() where layout.cells.isFrame(node) {
                svg.add(layout.boxes[node], class: "frame" + optional(node), radius: 7)
            }
            for arrow in layout.arrows where !arrow.edge.isCyclic { draw(arrow, &svg) }
            for arrow in layout.arrows where arrow.edge.isCyclic { draw(arrow, &svg) }
            for node in drawing.nodes.indices where !layout.cells.isFrame(node) {
                drawBox(node, &svg)
            }
            for name in layout.names { svg.add(name) }
        }
        return markup.document
    }

    private func optional(_ node: Int) -> String {
        drawing.nodes[node].isOptional ? " optional" : ""
    }

    private func colour(_ node: Int) -> String {
        let queue = drawing.nodes[node].queue.flatMap { layout.queues.firstIndex(of: $0) }
        return "q\((queue ?? 6) % Palette.queueCount)"
    }

    private func drawBox(_ node: Int, _ svg: inout Markup) {
        let box = layout.boxes[node]
        svg.add("g", ["class": colour(node)]) { svg in
            svg.add("title", text: "\(drawing.nodes[node].name): \(layout.secondLine(node))")
            switch drawing.nodes[node].kind {
            case .unknown: svg.add(box, class: "box unknown", radius: 5)
            case .operation:
                svg.add(box, class: "box" + optional(node), radius: 5)
                svg.add(
                    Box(x: box.x, y: box.y, width: 5, height: box.height),
                    class: "strip",
                    radius: 2.5
                )
            case .action: svg.add("path", ["d": Self.pennant(box), "class": "box action"])
            }
        }
    }

    /// A box with a notch at its left and a point at its right: something that comes from outside.
    private static func pennant(_ box: Box) -> String {
        let point = min(10, box.height / 3)
        let (left, top, right) = (box.x.pixels, box.y.pixels, (box.right - point).pixels)
        return
            "M\(left) \(top)H\(right)L\(box.right.pixels) \(box.middle.pixels)L\(right) \(box.bottom.pixels)"
            + "H\(left)L\((box.x + 6).pixels) \(box.middle.pixels)Z"
    }

    private func draw(_ arrow: GraphLayout.Arrow, _ svg: inout Markup) {
        svg.add(
            "path",
            ["d": arrow.leadsBack ? bow(arrow) : path(arrow), "class": style(arrow.edge)]
        )
    }

    private func path(_ arrow: GraphLayout.Arrow) -> String {
        guard let first = arrow.points.first else { return "" }
        var path = "M\(first.x.pixels) \(first.y.pixels)"
        for (index, point) in arrow.points.enumerated().dropFirst() {
            let last = arrow.points[index - 1]
            if index.isMultiple(of: 2) {
                let middle = ((last.x + point.x) / 2).pixels
                path +=
                    "C\(middle) \(last.y.pixels) \(middle) \(point.y.pixels) \(point.x.pixels) \(point.y.pixels)"
            } else if point.x > last.x {
                path += "H\(point.x.pixels)"
            }
        }
        return path
    }

    /// The path of an arrow that leads back: from below one box to below another one to its left,
    /// or round the corner of a single box.
    private func bow(_ arrow: GraphLayout.Arrow) -> String {
        let (from, to) = (layout.boxes[arrow.edge.from], layout.boxes[arrow.edge.to])
        guard arrow.edge.from != arrow.edge.to else {
            let (x, y) = ((from.right - 14).pixels, from.bottom)
            return
                "M\(from.right.pixels) \(from.middle.pixels)C\((from.right + 26).pixels) \(from.middle.pixels) "
                + "\(x) \((y + 30).pixels) \(x) \(y.pixels)"
        }
        let (x1, x2) = ((from.x + from.width / 2).pixels, (to.x + to.width / 2).pixels)
        let low = (max(from.bottom, to.bottom) + arrow.bow * 4 / 3).pixels
        return "M\(x1) \(from.bottom.pixels)C\(x1) \(low) \(x2) \(low) \(x2) \(to.bottom.pixels)"
    }

    private func style(_ edge: GraphDrawing.Edge) -> String {
        "arrow" + (edge.kind == .after ? " after" : "") + (edge.isCyclic ? " cycle" : "")
    }

    private func draw(_ item: GraphLayout.LegendItem, _ svg: inout Markup) {
        let box = item.box
        switch item.sample {
        case .queue(let number):
            let place = Box(x: box.x + 3, y: box.y, width: 16, height: box.height)
            svg.add("g", ["class": "q\(number % Palette.queueCount)"]) { svg in
                svg.add(place, class: "box", radius: 2)
                svg.add(
                    Box(x: place.x, y: place.y, width: 5, height: place.height),
                    class: "strip",
                    radius: 2
                )
            }
        case .requires: svg.addLine(box.x, box.middle, box.right, box.middle, class: "arrow")
        case .after: svg.addLine(box.x, box.middle, box.right, box.middle, class: "arrow after")
        case .cycle: svg.addLine(box.x, box.middle, box.right, box.middle, class: "arrow cycle")
        case .optional: svg.add(box, class: "box optional", radius: 2)
        case .unknown: svg.add(box, class: "box unknown", radius: 2)
        case .action: svg.add("path", ["d": Self.pennant(box), "class": "box action q6"])
        }
        svg.add(item.label)
    }

    private static func rules(_ palette: Palette) -> String {
        """
        .frame{fill:\(palette.frame);stroke:\(palette.edge);fill-opacity:.75}
        .box{fill:\(palette.paper);stroke:\(palette.edge);stroke-width:1.2}
        .optional{stroke-dasharray:5 3}
        .unknown{stroke:\(palette.bad);stroke-dasharray:3 3}
        .action{stroke:currentColor}
        .strip{fill:currentColor}
        .arrow{fill:none;stroke:\(palette.muted);stroke-width:1.2;stroke-opacity:.75;marker-end:url(#sw-head)}
        .arrow.after{stroke-dasharray:5 3}
        .arrow.cycle{stroke:\(palette.bad);stroke-width:2;stroke-opacity:1;marker-end:url(#sw-cycle)}
        .ready{stroke:\(palette.good);stroke-width:1.5;stroke-dasharray:6 4}

        """
    }

    private static let heads = """
        <marker id="sw-head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="6.5" markerHeight="6.5" orient="auto">\
        <path d="M0 .8L8 4L0 7.2Z" class="ink-muted"/></marker>
        <marker id="sw-cycle" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="5" markerHeight="5" orient="auto">\
        <path d="M0 .8L8 4L0 7.2Z" class="ink-bad"/></marker>

        """
}
