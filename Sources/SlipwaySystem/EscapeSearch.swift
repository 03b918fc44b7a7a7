/// Finds texts as JSON or a URL has them: any of their bytes may be escaped, as writers differ in what they escape.
///
/// The search looks only at escapes, and at the texts of which each may be a part.
struct EscapeSearch: Hashable, Sendable {
    /// A byte of a text.
    private struct Place: Hashable {
        let text: Int
        let index: Int
    }

    private let texts: [[UInt8]]
    /// The positions of a byte in the texts, by the byte.
    private let places: [[Place]]

    /// - Parameter texts: The texts; those without a byte that a writer may escape are left out.
    init(for texts: [[UInt8]]) {
        self.texts = texts.filter { !$0.allSatisfy(Self.isPlain) }
        var places = [[Place]](repeating: [], count: self.texts.isEmpty ? 0 : 256)
        for (number, text) in self.texts.enumerated() {
            for (index, byte) in text.enumerated() {
                places[Int(byte)].append(Place(text: number, index: index))
            }
        }
        self.places = places
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The ranges of the bytes that are a text with an escape; they may overlap.
    func places(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard !texts.isEmpty else { return [] }
        var found: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            guard let escape = Escape(at: start, in: bytes) else {
                start += 1
                continue
            }
            // Before its first escape a text stands as it is.
            for place in places[Int(escape.decoded[0])] where place.index <= start {
                let (text, begin) = (texts[place.text], start - place.index)
                guard bytes[begin..<start].elementsEqual(text[..<place.index]),
                    let end = end(of: text[place.index...], from: start, in: bytes, escape.kind)
                else { continue }
                found.append(begin..<end)
            }
            start += escape.length
        }
        return found
    }

    /// The end of a text with escapes of one kind; `nil` if the bytes from `start` on are not that
    /// text.
    private func end(
        of text: ArraySlice<UInt8>,
        from start: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ kind: Escape.Kind
    ) -> Int? {
        var (place, rest) = (start, text)
        while let next = rest.first {
            guard place < bytes.count else { return nil }
            if let escape = Escape(at: place, in: bytes), escape.kind == kind,
                rest.starts(with: escape.decoded)
            {
                place += escape.length
                rest = rest.dropFirst(escape.decoded.count)
            } else if bytes[place] == next {
                place += 1
                rest = rest.dropFirst()
            } else {
                return nil
            }
        }
        return place
    }
}

/// A byte or a character as JSON or a URL writes it.
private struct Escape {
    enum Kind {
        case ofJSON, ofURL
    }

    let kind: Kind
    /// The bytes that the escape stands for: one or more.
    let decoded: [UInt8]
    let length: Int

    /// Reads an escape; `nil` if there is none.
    init?(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        switch bytes[start] {
        case UInt8(ascii: "\\"):
            kind = .ofJSON
            guard let read = Self.readJSON(bytes[start...]) else { return nil }
            (decoded, length) = read
        case UInt8(ascii: "%"):
            guard let value = Self.number(bytes[start...], from: 1, 2) else { return nil }
            (kind, decoded, length) = (.ofURL, [UInt8(value)], 3)
        case UInt8(ascii: "+"): (kind, decoded, length) = (.ofURL, [UInt8(ascii: " ")], 1)
        default: return nil
        }
    }

    private static func readJSON(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>
    ) -> (decoded: [UInt8], length: Int)? {
        switch bytes.dropFirst().first {
        case UInt8(ascii: "u"): readScalar(bytes)
        case UInt8(ascii: "t"): ([0x09], 2)
        case UInt8(ascii: "b"): ([0x08], 2)
        case UInt8(ascii: "f"): ([0x0C], 2)
        case let byte?
        where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte):
            ([byte], 2)
        case _?, nil: nil
        }
    }

    /// Reads `\u00e9`, or two of these for a character beyond the first 65,536.
    private static func readScalar(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>
    ) -> (decoded: [UInt8], length: Int)? {
        guard let first = number(bytes, from: 2, 4) else { return nil }
        if let scalar = Unicode.Scalar(first) { return (Array(String(scalar).utf8), 6) }
        guard 0xD800...0xDBFF ~= first, bytes.dropFirst(6).starts(with: "\\u".utf8),
            let second = number(bytes, from: 8, 4), 0xDC00...0xDFFF ~= second
        else { return nil }
        let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
        return scalar.map { (Array(String($0).utf8), 12) }
    }

    private static func number(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>,
        from start: Int,
        _ count: Int
    ) -> UInt32? {
        let digits = bytes.dropFirst(start).prefix(count)
        guard digits.count == count else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard let digit = hexadecimal(digit) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - 0x37
        default: nil
        }
    }
}
