/// The sizes in a picture, by its number of rows.
struct WaterfallMeasures: Hashable, Sendable {
    static let width = 1200.0
    static let margin = 24.0
    /// The room to the right of the axis, for the notes of bars that end there.
    static let overhang = 92.0
    static let mostName = 300.0

    /// The height of a row, of a bar in it, and of its texts.
    let row: Double
    let bar: Double
    let text: Double
    /// The number of rows after which the times of the axis are repeated.
    let rowsForScale: Int

    init(rows: Int) {
        switch rows {
        case ...36: (row, bar, text, rowsForScale) = (25, 15, 12, .max)
        case ...140: (row, bar, text, rowsForScale) = (18, 11, 11, 40)
        default: (row, bar, text, rowsForScale) = (13, 8, 9.5, 50)
        }
    }

    var glyph: Double { min(bar + 1, 13) }
    /// By how much a row moves to the right for each group around it.
    var indent: Double { text + 2 }
}
