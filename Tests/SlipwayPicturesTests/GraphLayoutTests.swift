import Slipway
import Testing

@testable import SlipwayPictures

/// The places in a plan's picture.
struct GraphLayoutTests {
    private static let cases: [(operations: Int, seed: UInt64)] = [
        (1, 1), (5, 1), (5, 2), (50, 1), (50, 2), (150, 3), (500, 1),
    ]

    private func layout(_ operations: Int, _ seed: UInt64) -> GraphLayout {
        var plan = RandomLaunch(operations: operations, seed: seed).plan
        let first = plan.operations.first { !$0.isOptional && $0.group == nil }
        plan.action("open-url", requires: first.map { [Named($0.name)] } ?? []) { (_: String, _) in
        }
        plan.action("refresh", on: .main, requires: []) { (_: String, _) in }
        return GraphLayout(GraphDrawing(plan))
    }

    @Test(arguments: cases)
    func noTextLiesOverAnother(operations: Int, seed: UInt64) {
        let layout = layout(operations, seed)
        let labels = layout.labels
        for (index, label) in labels.enumerated() {
            #expect(layout.size.contains(label.box), "\(label.text)")
            for other in labels[(index + 1)...] where label.box.overlaps(other.box) {
                Issue.record("'\(label.text)' and '\(other.text)'")
            }
        }
    }

    /// Boxes are apart, or one is a frame around the other, and has it whole.
    @Test(arguments: cases)
    func aFrameHoldsItsOperationsAndNoOthers(operations: Int, seed: UInt64) {
        let layout = layout(operations, seed)
        let nodes = layout.drawing.nodes
        func groups(around node: Int) -> Set<Int> {
            var (found, current) = (Set<Int>(), nodes[node].group)
            while let group = current {
                found.insert(group)
                current = nodes[group].group
            }
            return found
        }
        for left in nodes.indices {
            for right in nodes.indices where right > left {
                if groups(around: left).contains(right) {
                    #expect(layout.boxes[right].contains(layout.boxes[left]))
                } else if !groups(around: right).contains(left) {
                    #expect(!layout.boxes[left].overlaps(layout.boxes[right]))
                }
            }
        }
    }

    @Test(arguments: cases)
    func arrowsLeadToTheRight(operations: Int, seed: UInt64) {
        for arrow in layout(operations, seed).arrows {
            let places = arrow.points.map(\.x)
            #expect(places == places.sorted())
        }
    }

    /// Each dependency is drawn, to the operation or to a frame around it.
    @Test(arguments: cases)
    func noDependencyIsLost(operations: Int, seed: UInt64) {
        let layout = layout(operations, seed)
        let (nodes, cells) = (layout.drawing.nodes, layout.cells)
        let drawn = Set(cells.arrows.map { [$0.from, $0.to, $0.kind == .after ? 1 : 0] })
        for edge in layout.drawing.edges where !cells.isFrame(edge.to) {
            var targets = [edge.to]
            while let group = nodes[targets[targets.count - 1]].group { targets.append(group) }
            let kind = edge.kind == .after ? 1 : 0
            #expect(targets.contains { drawn.contains([edge.from, $0, kind]) })
        }
        for arrow in cells.arrows where cells.isFrame(arrow.to) {
            let leaves = nodes.indices.filter {
                !cells.isFrame($0) && isInside($0, arrow.to, nodes)
            }
            for leaf in leaves {
                let has = layout.drawing.edges.contains {
                    $0.from == arrow.from && $0.to == leaf && $0.kind == arrow.kind
                }
                #expect(has, "\(nodes[leaf].name) does not wait for \(nodes[arrow.from].name)")
            }
        }
    }

    private func isInside(_ node: Int, _ group: Int, _ nodes: [GraphDrawing.Node]) -> Bool {
        var current = nodes[node].group
        while let around = current {
            if around == group { return true }
            current = nodes[around].group
        }
        return false
    }

    @Test func theBackgroundIsBehindTheLineReady() throws {
        let layout = layout(50, 1)
        let ready = try #require(layout.ready)
        for node in layout.drawing.nodes.indices where layout.drawing.nodes[node].kind == .operation
        {
            let isBehind = layout.boxes[node].x > ready.x
            #expect(isBehind == layout.drawing.nodes[node].isBackground)
        }
    }

    @Test func actionsAreRightmost() {
        let layout = layout(50, 1)
        let nodes = layout.drawing.nodes
        let end =
            nodes.indices.filter { nodes[$0].kind != .action }.map { layout.boxes[$0].right }.max()
            ?? 0
        for node in nodes.indices where nodes[node].kind == .action {
            #expect(layout.boxes[node].x > end)
        }
    }

    /// Two rows of three that need not cross do not.
    @Test func arrowsCrossSeldom() {
        var columns = LayeredColumns([0, 0, 0, 1, 1, 1], [(0, 5), (1, 4), (2, 3)])
        columns.order()
        let centres = columns.centres(heights: [1, 1, 1, 1, 1, 1], spacing: 1)
        #expect(centres[0] < centres[1] && centres[1] < centres[2])
        #expect(centres[0] == centres[5] && centres[1] == centres[4] && centres[2] == centres[3])
    }

    @Test func aCycleIsRedAndAnUnknownNameHasABox() {
        var plan = Plan("faulty")
        plan.add("a", requires: [Named("b")]) { _ in }
        plan.add("b", requires: [Named("a"), Named("fine")]) { _ in }
        plan.add("fine", requires: [Named("databse")]) { _ in }
        plan.add("self", requires: [Named("self")]) { _ in }
        plan.group("around") { plan in plan.add("inside", requires: [Named("around")]) { _ in } }
        let svg = GraphDrawing(plan).svg
        #expect(isWellFormed(svg))
        // Also that in the legend.
        #expect(svg.split(separator: "class=\"arrow cycle\"").count == 6)
        #expect(svg.contains(">databse</text>"))
        let layout = GraphLayout(GraphDrawing(plan))
        for box in layout.boxes { #expect(layout.size.contains(box)) }
    }
}
