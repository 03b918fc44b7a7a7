/// The column of each item.
struct GraphLayers {
    private(set) var layers: [Int]
    private let items: [LayeredLayout.Item]
    private let arrows: [(from: Int, to: Int)]

    init(_ items: [LayeredLayout.Item], _ arrows: [(from: Int, to: Int)], spacing: Double) {
        (self.items, self.arrows) = (items, arrows)
        layers = Array(repeating: 0, count: items.count)
        setLongestPaths()
        separateParts()
        splitHighOnes(spacing: spacing)
    }

    /// The longest path of arrows that leads to each item, without those that close a circle.
    private mutating func setLongestPaths() {
        let outgoing = forwardArrows
        var missing = [Int](repeating: 0, count: items.count)
        for targets in outgoing { for target in targets { missing[target] += 1 } }
        var open = items.indices.filter { missing[$0] == 0 }
        while let item = open.popLast() {
            for target in outgoing[item] {
                layers[target] = max(layers[target], layers[item] + 1)
                missing[target] -= 1
                if missing[target] == 0 { open.append(target) }
            }
        }
    }

    /// The targets of each item, without the arrows that lead back on the way of a depth-first search, and
    /// those to an earlier part.
    private var forwardArrows: [[Int]] {
        var all = [[Int]](repeating: [], count: items.count)
        for arrow in arrows
        where arrow.from != arrow.to && items[arrow.from].part <= items[arrow.to].part {
            all[arrow.from].append(arrow.to)
        }
        enum Colour { case new, open, done }
        var colours = [Colour](repeating: .new, count: items.count)
        var forward = [[Int]](repeating: [], count: items.count)
        for start in items.indices where colours[start] == .new {
            var path: [(item: Int, next: Int)] = [(start, 0)]
            colours[start] = .open
            while let (item, next) = path.last {
                guard next < all[item].count else {
                    colours[item] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = all[item][next]
                if colours[target] == .open { continue }
                forward[item].append(target)
                if colours[target] == .new {
                    colours[target] = .open
                    path.append((target, 0))
                }
            }
        }
        return forward
    }

    /// Each part begins behind the one before.
    private mutating func separateParts() {
        let parts = Set(items.map(\.part)).sorted()
        guard parts.count > 1 else { return }
        var begin = 0
        for part in parts {
            let inside = items.indices.filter { items[$0].part == part }
            let first = inside.map { layers[$0] }.min() ?? 0
            for item in inside { layers[item] += begin - first }
            begin = (inside.map { layers[$0] }.max() ?? 0) + 1
        }
    }

    /// A column that is much higher than the picture should be becomes several: its items do not
    /// depend on one another.
    private mutating func splitHighOnes(spacing: Double) {
        let area = items.reduce(0) { $0 + ($1.width + 60) * ($1.height + spacing) }
        let most = max(640, (area / 1.5).squareRoot())
        let count = (layers.max() ?? 0) + 1
        var heights = [Double](repeating: 0, count: count)
        for (item, layer) in layers.enumerated() { heights[layer] += items[item].height + spacing }
        guard heights.contains(where: { $0 > 1.4 * most }) else { return }
        var begins = [Int](repeating: 0, count: count)
        var used = 0
        for layer in 0..<count {
            begins[layer] = used
            used += heights[layer] > 1.4 * most ? Int((heights[layer] / most).rounded(.up)) : 1
        }
        var filled = [Double](repeating: 0, count: count)
        for item in items.indices {
            let layer = layers[item]
            let columns = (layer + 1 < count ? begins[layer + 1] : used) - begins[layer]
            let share = heights[layer] / Double(columns)
            layers[item] = begins[layer] + min(Int(filled[layer] / share), columns - 1)
            filled[layer] += items[item].height + spacing
        }
    }
}
