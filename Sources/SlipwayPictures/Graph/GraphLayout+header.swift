internal import Slipway
internal import SlipwayReport

extension GraphLayout {
    /// Title and legend; the height at which the boxes begin.
    mutating func placeHeader() -> Double {
        let margin = GraphMeasures.margin
        let title = TextWidth.fitting(drawing.name.printable, 1000, size: 20, isBold: true)
        titles = [
            Label(text: title, x: margin, baseline: margin + 18, size: 20, isBold: true),
            Label(text: counts, x: margin, baseline: margin + 38, size: 12.5, style: "m"),
        ]
        let size = 11.0
        var (x, y) = (margin, margin + 60)
        for (sample, word) in samples {
            let text = TextWidth.fitting(word.printable, 200, size: size)
            let width = 22 + 6 + TextWidth.of(text, size: size)
            if x > margin, x + width > 900 { (x, y) = (margin, y + 18) }
            legend.append(
                LegendItem(
                    sample: sample,
                    box: Box(x: x, y: y - 5, width: 22, height: 10),
                    label: Label(
                        text: text,
                        x: x + 28,
                        baseline: Label.baseline(middle: y, size: size),
                        size: size,
                        style: "m"
                    )
                )
            )
            x += width + 18
        }
        return y + 18 + (drawing.nodes.contains(where: \.isBackground) ? 30 : 14)
    }

    /// `7 operations in 1 group, 2 kinds of action`.
    private var counts: String {
        let operations = drawing.nodes.indices.filter { drawing.nodes[$0].kind == .operation }
        let groups = operations.count { drawing.nodes[$0].queue == nil }
        let actions = drawing.nodes.count { $0.kind == .action }
        var words = counted(operations.count - groups, "operation")
        if groups > 0 { words += ", \(counted(groups, "group"))" }
        if actions > 0 { words += ", \(counted(actions, "kind of action", "kinds of action"))" }
        return words
    }

    private var samples: [(LegendItem.Sample, String)] {
        var samples: [(LegendItem.Sample, String)] = queues.prefix(10).enumerated().map {
            number,
            queue in
            (.queue(number), number == 0 ? "runs on \(queue)" : queue.name)
        }
        let kinds = Set(drawing.edges.map(\.kind))
        if kinds.contains(.requires) { samples.append((.requires, "requires")) }
        if cells.arrows.contains(where: { $0.kind == .after }) { samples.append((.after, "after")) }
        if drawing.nodes.contains(where: \.isOptional) { samples.append((.optional, "optional")) }
        if drawing.nodes.contains(where: { $0.kind == .action }) {
            samples.append((.action, "action"))
        }
        if drawing.edges.contains(where: \.isCyclic) { samples.append((.cycle, "part of a cycle")) }
        if drawing.nodes.contains(where: { $0.kind == .unknown }) {
            samples.append((.unknown, "unknown"))
        }
        return samples
    }
}
