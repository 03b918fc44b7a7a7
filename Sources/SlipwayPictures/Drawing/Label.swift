/// One line of text with its place.
struct Label: Hashable, Sendable {
    /// The point of the text that lies at its `x`.
    enum Anchor: String, Hashable, Sendable { case start, middle, end }

    let text: String
    let x: Double
    /// The height at which its letters stand.
    let baseline: Double
    let size: Double
    var anchor = Anchor.start
    var isBold = false
    /// The class of the text in the style sheet.
    var style = ""

    /// The place that the text takes.
    var box: Box {
        let width = TextWidth.of(text, size: size, isBold: isBold)
        let left =
            switch anchor {
            case .start: x
            case .middle: x - width / 2
            case .end: x - width
            }
        return Box(x: left, y: baseline - 0.8 * size, width: width, height: size)
    }

    /// The baseline of a text whose letters are to be in the middle of a row.
    static func baseline(middle: Double, size: Double) -> Double { middle + 0.35 * size }
}
