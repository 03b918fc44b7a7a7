internal import Slipway
internal import SlipwayJSON

extension JSON {
    /// The text to print: the same value, with what would steer a terminal written as `\u009b`.
    ///
    /// - Parameter isCompact: Whether it is on one line; otherwise it is indented.
    /// - Returns: The text, without a line end behind it.
    func text(isCompact: Bool = false) -> String {
        let plain = isCompact ? compact : pretty
        // JSON has such characters in strings only, except the line ends between its parts.
        func isPlain(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || !scalar.isUnprintable }
        guard !plain.unicodeScalars.allSatisfy(isPlain) else { return plain }
        var text = String.UnicodeScalarView()
        for scalar in plain.unicodeScalars {
            if isPlain(scalar) {
                text.append(scalar)
            } else {
                // All of them are below 0x10000.
                let digits = String(scalar.value, radix: 16)
                let zeros = String(repeating: "0", count: max(4 - digits.count, 0))
                text.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
            }
        }
        return String(text)
    }
}
