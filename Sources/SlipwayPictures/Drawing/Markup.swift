internal import Slipway

/// XML as it is written, for SVG and for HTML: elements, with everything escaped that comes from outside.
struct Markup {
    private var text = ""

    /// The whole text, without a newline after the last line.
    var document: String { String(text.dropLast(text.last == "\n" ? 1 : 0)) }

    typealias Attributes = KeyValuePairs<String, String>

    /// An element without content.
    mutating func add(_ name: String, _ attributes: Attributes) {
        begin(name, attributes)
        text += "/>\n"
    }

    /// An element with a text.
    mutating func add(_ name: String, _ attributes: Attributes = [:], text content: String) {
        begin(name, attributes)
        text += ">\(Self.escaped(content))</\(name)>\n"
    }

    /// An element with others in it, which `content` adds.
    mutating func add(
        _ name: String,
        _ attributes: Attributes = [:],
        content: (inout Markup) -> Void
    ) {
        begin(name, attributes)
        text += ">\n"
        content(&self)
        text += "</\(name)>\n"
    }

    /// Adds text that is markup already.
    mutating func add(markup: String) { text += markup }

    private mutating func begin(_ name: String, _ attributes: Attributes) {
        text += "<\(name)"
        for (key, value) in attributes where !value.isEmpty {
            text += " \(key)=\"\(Self.escaped(value))\""
        }
    }

    /// The text in a form that ends no element and no attribute, and that each reader of XML accepts:
    /// control characters are printed as `\n` or `\u{1B}`.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.printable.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // XML does not allow these characters.
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Markup {
    /// A line of text.
    mutating func add(_ label: Label, class style: String? = nil) {
        let classes = [style ?? label.style, label.isBold ? "b" : ""].filter { !$0.isEmpty }
        add(
            "text",
            [
                "x": label.x.pixels, "y": label.baseline.pixels,
                "font-size": label.size.pixels,
                "text-anchor": label.anchor == .start ? "" : label.anchor.rawValue,
                "class": classes.joined(separator: " "),
            ],
            text: label.text
        )
    }

    /// A rectangle; `radius` rounds its corners.
    mutating func add(_ box: Box, class style: String, radius: Double = 0) {
        add(
            "rect",
            [
                "x": box.x.pixels, "y": box.y.pixels,
                "width": max(box.width, 0).pixels, "height": max(box.height, 0).pixels,
                "rx": radius > 0 ? radius.pixels : "", "class": style,
            ]
        )
    }

    /// A straight line.
    mutating func addLine(
        _ x1: Double,
        _ y1: Double,
        _ x2: Double,
        _ y2: Double,
        class style: String
    ) {
        add("path", ["d": "M\(x1.pixels) \(y1.pixels)L\(x2.pixels) \(y2.pixels)", "class": style])
    }
}

extension Double {
    /// The number with at most two digits behind the point.
    var pixels: String {
        let hundredths = (self * 100).rounded()
        guard hundredths.isFinite, abs(hundredths) < 1e15 else { return "0" }
        let whole = Int(hundredths)
        if whole % 100 == 0 { return "\(whole / 100)" }
        return "\(Double(whole) / 100)"
    }
}
