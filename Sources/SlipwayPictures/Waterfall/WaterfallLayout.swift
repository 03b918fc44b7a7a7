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
        /// The position of the row in ``Waterfall/rows``.
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
        /// The bar goes on beyond the right edge of the axis, or beyond now.
        let isOpen: Bool
        /// The bar is one of the earlier launch in a comparison.
        let isEarlier: Bool
        /// The bar is a part of the time to ready.
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
