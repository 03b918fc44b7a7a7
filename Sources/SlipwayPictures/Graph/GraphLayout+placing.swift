internal import Slipway

extension GraphLayout {
    init(_ drawing: GraphDrawing) {
        self.drawing = drawing
        let cells = GraphCells(drawing)
        self.cells = cells
        measures = GraphMeasures(nodes: drawing.nodes.count)
        boxes = Array(repeating: Box(x: 0, y: 0, width: 0, height: 0), count: drawing.nodes.count)
        queues = Queue.inOrder(drawing.nodes.lazy.compactMap(\.queue))
        let top = placeHeader()
        let layouts = layOutInside()
        placeCells(layouts, top: top)
        placeNames()
        // Arrows that lead back do so below the boxes.
        let lowest = arrows.compactMap { arrow in
            arrow.leadsBack ? boxes[arrow.edge.from].bottom + arrow.bow : nil
        }
        size.height =
            (boxes.map(\.bottom) + lowest + [top]).reduce(0) { max($0, $1) } + GraphMeasures.margin
        size.width = max(
            (boxes.map(\.right).max() ?? 0) + GraphMeasures.margin,
            (titles + legend.map(\.label)).map(\.box.right).max().map { $0 + GraphMeasures.margin }
                ?? 0
        )
    }

    /// The nodes of one group, or of none, laid out by themselves.
    private struct Inside {
        let layout: LayeredLayout
        let members: [Int]
        /// The arrows that lead between its members, as positions in ``GraphCells/arrows``.
        let arrows: [Int]
    }

    // MARK: - Inside each group

    /// Lays out the groups from the innermost outwards, then the nodes in none.
    private mutating func layOutInside() -> [Int?: Inside] {
        var between: [Int?: [(number: Int, from: Int, to: Int)]] = [:]
        for (number, arrow) in cells.arrows.enumerated() {
            guard let meeting = cells.meeting(arrow.from, arrow.to) else { continue }
            between[meeting.group, default: []].append((number, meeting.left, meeting.right))
        }
        var layouts: [Int?: Inside] = [:]
        for node in drawing.nodes.indices {
            if cells.isFrame(node) {
                let inside = layOut(cells.members[node], between[node] ?? [])
                layouts[node] = inside
                let title = TextWidth.of(
                    drawing.nodes[node].name,
                    size: measures.text,
                    isBold: true
                )
                boxes[node].width = max(inside.layout.width, title) + 2 * measures.padding
                boxes[node].height = inside.layout.height + measures.caption + 2 * measures.padding
            } else {
                boxes[node].width = boxWidth(node)
                boxes[node].height = measures.height
            }
        }
        layouts[nil] = layOut(cells.outermost, between[nil] ?? [])
        return layouts
    }

    private func layOut(_ members: [Int], _ arrows: [(number: Int, from: Int, to: Int)]) -> Inside {
        let place = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
        let items = members.map { member in
            LayeredLayout.Item(
                width: boxes[member].width,
                height: boxes[member].height,
                isLeaf: !cells.isFrame(member),
                part: part(member)
            )
        }
        let known = arrows.filter { place[$0.from] != nil && place[$0.to] != nil }
        let layout = LayeredLayout(
            items,
            arrows: known.map { (place[$0.from] ?? 0, place[$0.to] ?? 0) },
            gap: measures.gap,
            spacing: measures.spacing
        )
        return Inside(layout: layout, members: members, arrows: known.map(\.number))
    }

    /// The part of the picture in which a node is: the launch stage is 0, the background 1, actions
    /// are 2; inside a group all nodes are in part 0.
    private func part(_ node: Int) -> Int {
        let node = drawing.nodes[node]
        if node.group != nil { return 0 }
        return node.kind == .action ? 2 : node.isBackground ? 1 : 0
    }

    private func boxWidth(_ node: Int) -> Double {
        let name = TextWidth.of(shownName(node), size: measures.text, isBold: true)
        let second =
            measures.hasSecondLine ? TextWidth.of(secondLine(node), size: measures.text - 2) : 0
        let extra = drawing.nodes[node].kind == .action ? 12.0 : 0
        return max(name, second, 50) + 26 + extra
    }

    // MARK: - Everything in its place

    private mutating func placeCells(_ layouts: [Int?: Inside], top: Double) {
        // Groups from the outermost inwards: what is around a cell has its place before.
        let order: [Int?] =
            [nil] + drawing.nodes.indices.reversed().filter(cells.isFrame).map { $0 }
        var routes: [Int: [Box]] = [:]
        var ends = [Double](repeating: 0, count: boxes.count)
        for group in order {
            guard let inside = layouts[group] else { continue }
            let (x, y) = origin(of: group, top: top)
            for (index, member) in inside.members.enumerated() {
                boxes[member].x = x + inside.layout.corners[index].x
                boxes[member].y = y + inside.layout.corners[index].y
                if !cells.isFrame(member) { boxes[member].width = inside.layout.leafWidths[index] }
                ends[member] = x + inside.layout.columnEnds[index]
            }
            for (arrow, route) in zip(inside.arrows, inside.layout.routes) {
                routes[arrow] = route.map { box in
                    Box(x: box.x + x, y: box.y + y, width: box.width, height: 0)
                }
            }
            if group == nil, let start = inside.layout.partStarts[1] { placeReady(x + start, top) }
        }
        for (number, arrow) in cells.arrows.enumerated() {
            let (from, to) = (boxes[arrow.from], boxes[arrow.to])
            // The arrow is straight within its first column, if nothing else can be there.
            let isNeighbour = cells.meeting(arrow.from, arrow.to)?.left == arrow.from
            let end = isNeighbour ? max(ends[arrow.from], from.right) : from.right
            var points = [(from.right, from.middle), (end, from.middle)]
            for box in routes[number] ?? [] {
                points += [(box.x, box.middle), (box.right, box.middle)]
            }
            points.append((to.x, to.middle))
            arrows.append(Arrow(edge: arrow, points: points))
        }
    }

    private func origin(of group: Int?, top: Double) -> (x: Double, y: Double) {
        guard let group else { return (GraphMeasures.margin, top) }
        let box = boxes[group]
        return (box.x + measures.padding, box.y + measures.padding + measures.caption)
    }

    private mutating func placeReady(_ x: Double, _ top: Double) {
        let label = Label(
            text: "ready",
            x: x,
            baseline: top - 8,
            size: 11.5,
            anchor: .middle,
            isBold: true,
            style: "succeeded"
        )
        ready = (x, label)
    }

    // MARK: - Names

    func shownName(_ node: Int) -> String {
        TextWidth.fitting(
            drawing.nodes[node].name.printable,
            330,
            size: measures.text,
            isBold: true
        )
    }

    /// `main, optional, at most 5s`.
    func secondLine(_ node: Int) -> String {
        let node = drawing.nodes[node]
        var words = [node.place.printable]
        if node.isOptional { words.append("optional") }
        if let timeout = node.timeout { words.append("at most \(timeout.timespan)") }
        return TextWidth.fitting(words.joined(separator: ", "), 330, size: measures.text - 2)
    }

    private mutating func placeNames() {
        for node in drawing.nodes.indices {
            let box = boxes[node]
            let isFrame = cells.isFrame(node)
            let isTwoLined = measures.hasSecondLine && !isFrame
            let middle =
                isFrame ? box.y + measures.caption / 2 + 4 : isTwoLined ? box.y + 15 : box.middle
            names.append(
                Label(
                    text: shownName(node),
                    x: box.x + (isFrame ? measures.padding : 14),
                    baseline: Label.baseline(middle: middle, size: measures.text),
                    size: measures.text,
                    isBold: true,
                    style: drawing.nodes[node].kind == .unknown ? "failed" : ""
                )
            )
            guard isTwoLined else { continue }
            names.append(
                Label(
                    text: secondLine(node),
                    x: box.x + 14,
                    baseline: Label.baseline(middle: box.y + 31, size: measures.text - 2),
                    size: measures.text - 2,
                    style: "m"
                )
            )
        }
    }
}
