/// A rectangle of a drawing, in pixels from its upper left corner.
struct Box: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }
    var middle: Double { y + height / 2 }

    /// The two boxes have an area in common; boxes that only touch have none.
    func overlaps(_ other: Box) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    /// The other box lies inside.
    func contains(_ other: Box) -> Bool {
        x <= other.x && y <= other.y && other.right <= right && other.bottom <= bottom
    }
}
