/// The estimated width of a text, before anything has drawn it.
///
/// The widths are those of DejaVu Sans, one of the widest fonts of its kind: with another one a text
/// is narrower than its place, not wider.
enum TextWidth {
    /// The width of a text in pixels.
    ///
    /// - Parameters:
    ///   - text: One line.
    ///   - size: The size of the font in pixels.
    ///   - isBold: Bold letters are wider.
    /// - Returns: An upper bound for common fonts.
    static func of(_ text: String, size: Double, isBold: Bool = false) -> Double {
        let ems = text.unicodeScalars.reduce(0.0) { sum, scalar in
            let width = width(of: scalar)
            return sum + (width > 0 && isBold ? width + boldness : width)
        }
        return ems * size
    }

    /// The text, cut and followed by an ellipsis if it is wider than `most` pixels; empty if there
    /// is no room for two characters and the ellipsis.
    static func fitting(
        _ text: String,
        _ most: Double,
        size: Double,
        isBold: Bool = false
    ) -> String {
        guard of(text, size: size, isBold: isBold) > most else { return text }
        var rest = most - of("…", size: size, isBold: isBold)
        var kept = ""
        for character in text {
            let width = of(String(character), size: size, isBold: isBold)
            guard width <= rest else { break }
            rest -= width
            kept.append(character)
        }
        return kept.count < 2 ? "" : kept + "…"
    }

    /// The most by which a bold letter is wider, in sizes of the font, for all but a few.
    private static let boldness = 0.085

    private static func width(of scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x20...0x7E: Double(ascii[Int(scalar.value) - 0x20]) / 1000
        case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
        case 0xB7: 0.4
        case 0..<0x0590: 0.9
        // Ideographs, symbols and pictures, and scripts whose widths are not known here.
        default: scalar.properties.isEmojiPresentation ? 1.4 : 1.05
        }
    }

    /// The widths of the characters from the blank to the tilde, in thousandths of the size.
    private static let ascii: [UInt16] = [
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
        636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
        1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
        603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
        500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
        635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
    ]
}
