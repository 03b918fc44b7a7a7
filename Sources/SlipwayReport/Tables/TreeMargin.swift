internal import Slipway

/// The margin of a line in a tree of text.
enum TreeMargin {
    /// The most levels that are told apart: the text of a long chain grows with its lines, not with their square.
    private static let deepest = 30

    /// Two blanks for each level.
    static func text(_ depth: Int) -> String {
        String(repeating: "  ", count: min(depth, deepest))
    }
}
