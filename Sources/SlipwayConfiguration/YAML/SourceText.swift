internal import Slipway

/// The text of a file; converts between lines with columns and characters.
struct SourceText {
    let file: String
    let text: String
    private var lineStarts: [String.Index]

    /// Decodes UTF-8, with or without a byte order mark.
    init(_ bytes: [UInt8], file: String) throws(ConfigurationFault) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw Self.invalidEncoding(content, file: file)
        }
        self.init(text, file: file)
    }

    private init(_ text: String, file: String) {
        self.file = file
        self.text = text
        lineStarts = [text.startIndex]
        var isAfterReturn = false
        for index in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[index]
            if isAfterReturn, scalar != "\n" { lineStarts.append(index) }
            isAfterReturn = scalar == "\r"
            if Self.endsLine(scalar) {
                lineStarts.append(text.unicodeScalars.index(after: index))
            }
        }
        if isAfterReturn { lineStarts.append(text.endIndex) }
    }

    /// Tells whether a character is a line break of YAML 1.1, as libyaml counts them; a carriage
    /// return depends on the next character, and is counted elsewhere.
    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// A character and its position.
    struct Found {
        fileprivate let line: Int
        fileprivate let column: Int
        /// The character itself.
        let index: String.Index
    }

    /// The character at a line and column, both from 1 and counted in Unicode scalars.
    ///
    /// - Complexity: Linear in the distance from the line's start, or from `before` if it is in the
    ///   same line, which can be as long as the file.
    func find(line: Int, column: Int, after before: Found? = nil) -> Found? {
        guard lineStarts.indices.contains(line - 1) else { return nil }
        var start = Found(line: line, column: 1, index: lineStarts[line - 1])
        if let before, before.line == line, before.column <= column { start = before }
        let scalars = text.unicodeScalars
        return scalars.index(
            start.index,
            offsetBy: column - start.column,
            limitedBy: scalars.endIndex
        ).map { Found(line: line, column: column, index: $0) }
    }

    /// The position of a character.
    func origin(of index: String.Index) -> Origin {
        let line = (lineStarts.partitioningIndex { $0 > index }) - 1
        let column = text.unicodeScalars.distance(from: lineStarts[line], to: index)
        return Origin(file: file, line: line + 1, column: column + 1)
    }

    /// The position behind the last character.
    private var end: Origin { origin(of: text.endIndex) }

    /// The position itself, or the end of the text if it is behind that: libyaml ends the last line
    /// even if the text does not.
    func existing(_ origin: Origin) -> Origin {
        origin.line <= lineStarts.count ? origin : end
    }

    private static func invalidEncoding(_ bytes: ArraySlice<UInt8>, file: String)
        -> ConfigurationFault
    {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var readable = ""
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            readable.unicodeScalars.append(scalar)
        }
        let origin = SourceText(readable, file: file).end
        return ConfigurationFault(
            file: origin.file,
            line: origin.line,
            column: origin.column,
            reason: "not UTF-8; save the file as UTF-8"
        )
    }
}

extension Array {
    /// The first index whose element, and all after it, satisfy `isInSecondHalf`.
    fileprivate func partitioningIndex(where isInSecondHalf: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondHalf(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
