/// Boxes in columns from left to right, so that arrows lead to the right and cross seldom.
///
/// The method is that of Sugiyama: columns by the longest path, long arrows as chains of points
/// with one in each column, an order within the columns by the mean of the neighbours, and heights
/// that keep arrows straight. Arrows that would close a circle are left out of the columns. Nothing
/// in the method is random.
struct LayeredLayout {
    /// A box to be placed.
    struct Item {
        let width: Double
        let height: Double
        /// The box may become as wide as the widest leaf in its column.
        var isLeaf = true
        /// Items of a later part are in columns behind all columns of an earlier part.
        var part = 0
    }

    /// The left upper corner of each item.
    private(set) var corners: [(x: Double, y: Double)] = []
    /// The width of the widest leaf, and the right edge, of the column of each item.
    private(set) var leafWidths: [Double] = []
    private(set) var columnEnds: [Double] = []
    private(set) var width = 0.0
    private(set) var height = 0.0
    /// For each arrow, the boxes of the columns that it passes, from left to right; empty for neighbours.
    private(set) var routes: [[Box]] = []
    /// The heights at which the columns of each part but the first begin.
    private(set) var partStarts: [Int: Double] = [:]

    private let items: [Item]
    private let arrows: [(from: Int, to: Int)]
    private let gap: Double
    private let spacing: Double
    private var columns = LayeredColumns()

    /// Lays the boxes out.
    ///
    /// - Parameters:
    ///   - items: The boxes.
    ///   - arrows: From which item to which.
    ///   - gap: The room between columns.
    ///   - spacing: The room between boxes of a column.
    init(_ items: [Item], arrows: [(from: Int, to: Int)], gap: Double, spacing: Double) {
        (self.items, self.arrows, self.gap, self.spacing) = (items, arrows, gap, spacing)
        guard !items.isEmpty else { return }
        let layers = GraphLayers(items, arrows, spacing: spacing).layers
        columns = LayeredColumns(layers, arrows)
        columns.order()
        place()
    }

    private mutating func place() {
        let heights = columns.points.map { $0.item.map { items[$0].height } ?? 4 }
        let centres = columns.centres(heights: heights, spacing: spacing)
        let top = zip(centres, heights).map { $0 - $1 / 2 }.min() ?? 0
        let bottom = zip(centres, heights).map { $0 + $1 / 2 }.max() ?? 0
        var lefts: [Double] = []
        var widths: [Double] = []
        var part = 0
        for column in columns.columns {
            let inside = column.compactMap { columns.points[$0].item.map { items[$0] } }
            if let next = inside.map(\.part).max(), next > part, !lefts.isEmpty {
                partStarts[next] = width + gap / 2
                part = next
                width += gap
            }
            if !lefts.isEmpty { width += gap }
            lefts.append(width)
            widths.append(inside.map(\.width).max() ?? 0)
            width += widths[widths.count - 1]
        }
        height = bottom - top
        corners = Array(repeating: (0, 0), count: items.count)
        leafWidths = Array(repeating: 0, count: items.count)
        columnEnds = leafWidths
        let leaves = columns.columns.map { column in
            column.compactMap { columns.points[$0].item.map { items[$0] } }.filter(\.isLeaf).map(
                \.width
            ).max()
        }
        for (number, point) in columns.points.enumerated() {
            guard let item = point.item else { continue }
            leafWidths[item] = leaves[point.column] ?? items[item].width
            columnEnds[item] = lefts[point.column] + widths[point.column]
            corners[item] = (lefts[point.column], centres[number] - heights[number] / 2 - top)
        }
        routes = columns.chains.map { chain in
            chain.map { point in
                let column = columns.points[point].column
                return Box(
                    x: lefts[column],
                    y: centres[point] - top,
                    width: widths[column],
                    height: 0
                )
            }
        }
    }
}
