/// Points in columns, joined with those of the next column: an order with few crossings, and
/// heights.
struct LayeredColumns {
    /// An item, or a place where a long arrow passes.
    struct Point {
        let item: Int?
        let column: Int
    }

    private(set) var points: [Point] = []
    /// The points of each column from above to below.
    private(set) var columns: [[Int]] = []
    /// The points on the way of each arrow.
    private(set) var chains: [[Int]] = []
    private var before: [[Int]] = []
    private var behind: [[Int]] = []

    init() {}

    /// - Parameters:
    ///   - layers: The column of each item.
    ///   - arrows: Those that lead to the left, or within a column, are joined with nothing.
    init(_ layers: [Int], _ arrows: [(from: Int, to: Int)]) {
        columns = Array(repeating: [], count: (layers.max() ?? -1) + 1)
        for (item, layer) in layers.enumerated() { add(Point(item: item, column: layer)) }
        for arrow in arrows {
            let (from, to) = (layers[arrow.from], layers[arrow.to])
            var chain: [Int] = []
            if to > from {
                for column in (from + 1)..<to {
                    chain.append(add(Point(item: nil, column: column)))
                }
                for (left, right) in zip([arrow.from] + chain, chain + [arrow.to]) {
                    behind[left].append(right)
                    before[right].append(left)
                }
            }
            chains.append(chain)
        }
        // Items that are joined with nothing go to the bottom, out of the way.
        for column in columns.indices {
            let joined = columns[column].filter { !isAlone($0) }
            columns[column] = joined + columns[column].filter(isAlone)
        }
    }

    private func isAlone(_ point: Int) -> Bool { before[point].isEmpty && behind[point].isEmpty }

    @discardableResult
    private mutating func add(_ point: Point) -> Int {
        points.append(point)
        before.append([])
        behind.append([])
        columns[point.column].append(points.count - 1)
        return points.count - 1
    }

    // MARK: - The order

    /// Sorts each column by the mean position of the neighbours, to and fro, and keeps the best
    /// order.
    mutating func order() {
        var places = [Int](repeating: 0, count: points.count)
        func note(_ column: [Int]) {
            for (place, point) in column.enumerated() { places[point] = place }
        }
        columns.forEach(note)
        var (best, fewest) = (columns, crossings(places))
        // Larger pictures take longer, and gain less from the last rounds.
        for round in 0..<(points.count > 4000 ? 6 : 16) where fewest > 0 {
            let isForward = round.isMultiple(of: 2)
            let order = isForward ? Array(columns.indices) : columns.indices.reversed()
            for column in order {
                let neighbours = isForward ? before : behind
                let means = columns[column].map { point -> (Double, Int) in
                    let places = neighbours[point].map { places[$0] }
                    guard !places.isEmpty else { return (Double(places.count), point) }
                    return (Double(places.reduce(0, +)) / Double(places.count), point)
                }
                columns[column] = Self.sorted(means, keeping: columns[column], neighbours)
                note(columns[column])
            }
            let count = crossings(places)
            if count < fewest { (best, fewest) = (columns, count) }
        }
        columns = best
    }

    /// Points without neighbours keep their positions; the others are in the order of their means.
    private static func sorted(
        _ means: [(mean: Double, point: Int)],
        keeping column: [Int],
        _ neighbours: [[Int]]
    ) -> [Int] {
        let moving = means.enumerated().filter { !neighbours[$0.element.point].isEmpty }
            .sorted { ($0.element.mean, $0.offset) < ($1.element.mean, $1.offset) }
        var next = moving.makeIterator()
        return column.map { point in
            neighbours[point].isEmpty ? point : (next.next()?.element.point ?? point)
        }
    }

    /// The number of crossings between neighbouring columns: a line crosses those that began above it and end
    /// below.
    private func crossings(_ places: [Int]) -> Int {
        var count = 0
        for column in columns.indices.dropLast() {
            var tree = FenwickTree(upTo: columns[column + 1].count)
            for point in columns[column] {
                let ends = behind[point].map { places[$0] }
                for end in ends { count += tree.above(end) }
                // Lines from one point do not cross each other.
                for end in ends { tree.count(end) }
            }
        }
        return count
    }

    // MARK: - Heights

    /// The middle of each point: near the mean of its neighbours, in the order of its column, with room for
    /// each.
    func centres(heights: [Double], spacing: Double) -> [Double] {
        var centres = [Double](repeating: 0, count: points.count)
        for column in columns {
            let total = column.reduce(0) { $0 + heights[$1] + spacing }
            var y = -total / 2
            for point in column {
                centres[point] = y + heights[point] / 2
                y += heights[point] + spacing
            }
        }
        for round in 0..<8 {
            let isForward = round.isMultiple(of: 2)
            for column in isForward ? Array(columns.indices) : columns.indices.reversed() {
                let points = columns[column]
                let wishes = points.map { point -> (wish: Double, weight: Double) in
                    let near =
                        round > 5
                        ? before[point] + behind[point] : isForward ? before[point] : behind[point]
                    guard !near.isEmpty else { return (centres[point], 0.05) }
                    // A long arrow is to be straight above all.
                    let weight = self.points[point].item == nil ? 4.0 : 1
                    return (near.reduce(0) { $0 + centres[$1] } / Double(near.count), weight)
                }
                let placed = Self.placed(wishes, points.map { heights[$0] }, spacing)
                for (point, centre) in zip(points, placed) { centres[point] = centre }
            }
        }
        for column in columns {
            for (upper, point) in zip(column, column.dropFirst()) where isAlone(point) {
                centres[point] = centres[upper] + (heights[upper] + heights[point]) / 2 + spacing
            }
        }
        return centres
    }

    /// The places nearest to the wishes, by squares, that keep order and distances: what would overlap moves as
    /// one block.
    private static func placed(
        _ wishes: [(wish: Double, weight: Double)],
        _ heights: [Double],
        _ spacing: Double
    ) -> [Double] {
        var offsets: [Double] = []
        var offset = 0.0
        for height in heights {
            offsets.append(offset + height / 2)
            offset += height + spacing
        }
        var blocks: [(sum: Double, weight: Double, count: Int)] = []
        for (index, wish) in wishes.enumerated() {
            blocks.append(((wish.wish - offsets[index]) * wish.weight, wish.weight, 1))
            while blocks.count > 1 {
                let (last, previous) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
                guard previous.sum / previous.weight > last.sum / last.weight else { break }
                blocks.removeLast()
                blocks[blocks.count - 1] = (
                    previous.sum + last.sum, previous.weight + last.weight,
                    previous.count + last.count
                )
            }
        }
        let starts = blocks.flatMap { Array(repeating: $0.sum / $0.weight, count: $0.count) }
        return zip(starts, offsets).map { $0 + $1 }
    }
}
