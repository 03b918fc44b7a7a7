internal import Slipway
internal import SlipwayReport

extension WaterfallLayout {
    /// A sample and its meaning.
    struct LegendItem: Sendable {
        enum Sample: Hashable, Sendable {
            case bar(Waterfall.Bar.Kind, queue: Int?)
            case mark(Waterfall.Mark)
            case chain
            case earlier
        }

        let sample: Sample
        let box: Box
        let label: Label
    }

    /// The most queues with a sample of their own.
    private static let mostQueues = 10

    /// Explains the signs that the picture has, and no others, in as many lines as that takes.
    mutating func placeLegend(below top: Double) -> Double {
        let (size, height) = (11.0, 18.0)
        let margin = WaterfallMeasures.margin
        var (x, line) = (margin + 26, 0)
        for (sample, word) in samples {
            let isBar = if case .mark = sample { false } else { true }
            let sampleWidth = isBar ? 18.0 : 12.0
            let text = TextWidth.fitting(word.printable, 200, size: size)
            let width = sampleWidth + 6 + TextWidth.of(text, size: size)
            if x > margin + 26, x + width > self.size.right - margin {
                (x, line) = (margin + 26, line + 1)
            }
            let middle = top + height * Double(line) + height / 2
            legend.append(
                LegendItem(
                    sample: sample,
                    box: Box(x: x, y: middle - 5, width: sampleWidth, height: 10),
                    label: Label(
                        text: text,
                        x: x + sampleWidth + 6,
                        baseline: Label.baseline(middle: middle, size: size),
                        size: size,
                        style: "m"
                    )
                )
            )
            x += width + 18
        }
        return top + height * Double(line + 1) + 10
    }

    private var samples: [(LegendItem.Sample, String)] {
        var samples: [(LegendItem.Sample, String)] = []
        for (number, queue) in waterfall.queues.prefix(Self.mostQueues).enumerated() {
            samples.append(
                (.bar(.run, queue: number), number == 0 ? "runs on \(queue)" : queue.name)
            )
        }
        let more = waterfall.queues.count - Self.mostQueues
        if more > 0 { samples[samples.count - 1].1 += ", and \(more) more queues" }
        let kinds = Set(waterfall.rows.lazy.flatMap { $0.lanes.joined() }.map(\.kind))
        for kind in Waterfall.Bar.Kind.allCases where kinds.contains(kind) {
            if let word = kind.word { samples.append((.bar(kind, queue: 0), word)) }
        }
        if !waterfall.chain.isEmpty { samples.append((.chain, "critical chain")) }
        if waterfall.isComparison { samples.append((.earlier, "the earlier launch")) }
        let marks = Set(waterfall.rows.lazy.compactMap(\.mark))
        for mark in Waterfall.Mark.allCases where marks.contains(mark) {
            samples.append((.mark(mark), mark.words))
        }
        return samples
    }
}

extension Waterfall.Bar.Kind {
    /// The meaning of a bar in the legend; `nil` for a kind that needs none.
    fileprivate var word: String? {
        switch self {
        case .before, .run, .group: nil
        case .waiting: "waits for dependencies"
        case .lock: "for a lock"
        case .slot: "for its queue"
        case .backoff: "pause"
        case .bad: "failed attempt"
        case .cancelled: "cancelled"
        case .fallback: "fallback"
        }
    }
}
