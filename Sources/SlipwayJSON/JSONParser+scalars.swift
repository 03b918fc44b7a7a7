extension JSONParser {
    /// Reads a string; `offset` is at its opening quote.
    mutating func string() throws(JSONError) -> String {
        offset += 1
        let start = offset
        while true {
            switch try need() {
            case UInt8(ascii: "\""):
                let text = String(validating: passed(since: start), as: UTF8.self)
                guard let text else { throw JSONError(offset: start, reason: .invalidUTF8) }
                offset += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw error(.controlCharacter)
            default: offset += 1
            }
        }
    }

    /// Continues at the first backslash: only text with escapes is copied.
    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var text = Array(passed(since: start))
        while true {
            let byte = try need()
            switch byte {
            case UInt8(ascii: "\""):
                let string = String(validating: text, as: UTF8.self)
                guard let string else { throw JSONError(offset: start, reason: .invalidUTF8) }
                offset += 1
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw error(.controlCharacter)
            default:
                text.append(byte)
                offset += 1
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = offset
        offset += 1
        switch try need() {
        case UInt8(ascii: "u"):
            offset += 1
            let scalar = try escapedScalar(from: start)
            text.append(contentsOf: String(scalar).utf8)
            return
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case let byte where byte == 0x22 || byte == 0x5C || byte == 0x2F: text.append(byte)
        default: throw JSONError(offset: start, reason: .invalidEscape)
        }
        offset += 1
    }

    private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let lone = JSONError(offset: start, reason: .loneSurrogate)
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw lone }
        let second = try hexadecimal(from: start)
        guard 0xDC00...0xDFFF ~= second else { throw lone }
        let pair = 0x1_0000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        guard let scalar = Unicode.Scalar(pair) else { throw lone }
        return scalar
    }

    private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try need())).hexDigitValue else {
                throw JSONError(offset: start, reason: .invalidEscape)
            }
            value = value << 4 | UInt16(digit)
            offset += 1
        }
        return value
    }

    /// Reads a number: an integer if it is written as one and fits, otherwise a double.
    mutating func number() throws(JSONError) -> JSON {
        let start = offset
        let invalid = JSONError(offset: start, reason: .invalidNumber)
        let isNegative = take(UInt8(ascii: "-"))
        let firstDigit = offset
        guard let whole = digits() else { throw invalid }
        if offset - firstDigit > 1, bytes[firstDigit] == UInt8(ascii: "0") { throw invalid }

        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard digits() != nil else { throw invalid }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() != nil else { throw invalid }
        }
        if isWhole, let integer = Self.integer(whole, isNegative: isNegative) {
            return .integer(integer)
        }
        let text = String(decoding: passed(since: start), as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw JSONError(offset: start, reason: .numberOutOfRange)
        }
        return .number(value)
    }

    /// Reads digits and returns their value, saturated; `nil` if there are none.
    private mutating func digits() -> UInt64? {
        var value: UInt64?
        while let byte = peek(), 0x30...0x39 ~= byte {
            let (tens, isLost) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, isLostToo) = tens.addingReportingOverflow(UInt64(byte - 0x30))
            value = isLost || isLostToo || value == .max ? .max : sum
            offset += 1
        }
        return value
    }

    private static func integer(_ magnitude: UInt64, isNegative: Bool) -> Int64? {
        guard isNegative else { return Int64(exactly: magnitude) }
        if magnitude == Int64.min.magnitude { return .min }
        return Int64(exactly: magnitude).map { -$0 }
    }
}
