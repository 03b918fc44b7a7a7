internal import Slipway
internal import SlipwayReport

/// A plan's drawing with every place in pixels.
struct GraphLayout {
    let drawing: GraphDrawing
    let cells: GraphCells
    var size = Box(x: 0, y: 0, width: 0, height: 0)
    var titles: [Label] = []
    /// The place of each box and frame.
    var boxes: [Box]
    var names: [Label] = []
    var arrows: [Arrow] = []
    /// The line behind which the background stage is; `nil` without that stage.
    var ready: (x: Double, label: Label)?
    var legend: [LegendItem] = []
    /// The queues, each with a colour.
    let queues: [Queue]
    let measures: GraphMeasures

    struct Arrow {
        let edge: GraphDrawing.Edge
        /// The points that the arrow passes: straight to the second one, in a curve to the third,
        /// straight again, and so on.
        let points: [(x: Double, y: Double)]

        /// The arrow leads to the left: it closes a circle.
        var leadsBack: Bool { (points.last?.x ?? 0) <= (points.first?.x ?? 0) }

        /// By how much the arrow goes down, if it leads back.
        var bow: Double {
            guard let first = points.first, let last = points.last else { return 0 }
            return min(36 + (first.x - last.x) / 10, 140)
        }
    }

    struct LegendItem {
        enum Sample: Hashable {
            case queue(Int)
            case requires, after, cycle, optional, action, unknown
        }

        let sample: Sample
        let box: Box
        let label: Label
    }

    /// Every text.
    var labels: [Label] {
        titles + names + legend.map(\.label) + (ready.map { [$0.label] } ?? [])
    }
}

/// The sizes in a picture, by its number of nodes.
struct GraphMeasures {
    static let margin = 24.0
    let height: Double
    let text: Double
    let gap: Double
    let spacing: Double
    /// A box has a second line: where and how the operation runs.
    let hasSecondLine: Bool

    init(nodes: Int) {
        switch nodes {
        case ...40: (height, text, gap, spacing, hasSecondLine) = (42, 12.5, 64, 16, true)
        case ...120: (height, text, gap, spacing, hasSecondLine) = (25, 11.5, 56, 10, false)
        default: (height, text, gap, spacing, hasSecondLine) = (20, 10.5, 48, 7, false)
        }
    }

    /// The room inside a frame, at its sides and below; above there is its name too.
    var padding: Double { spacing + 2 }
    var caption: Double { text + 10 }
}
