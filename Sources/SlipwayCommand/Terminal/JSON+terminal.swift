internal import Slipway
internal import SlipwayJSON

extension JSON {
    /// The text to print: the same value, with what would steer a terminal written as `\u009b`.
    ///
    /// - Parameter isCompact: Whether the text is on one line; otherwise it is indented.
    /// - Returns: The text, without a line end behind it.
    func text(isCompact: Bool = false) -> String {
        text(isCompact: isCompact, escaping: \.isUnprintable)
    }
}
