/// A recursive-descent parser over borrowed bytes.
///
/// Every byte is read through ``peek()`` or a slice between two passed offsets, so no read leaves
/// the buffer; every level of recursion counts against ``depthLimit``.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let depthLimit: Int
    var offset = 0
    private var depth = 0

    init(bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    mutating func document() throws(JSONError) -> JSON {
        let value = try value()
        skipSpace()
        guard peek() == nil else { throw error(.trailingBytes) }
        return value
    }

    private mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        switch try need() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try nested { p throws(JSONError) in try p.object() })
        case UInt8(ascii: "["): return .array(try nested { p throws(JSONError) in try p.array() })
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case let byte: throw error(.unexpectedByte(byte))
        }
    }

    /// Consumes the opening bracket and reads what is inside, one level deeper.
    private mutating func nested<Value>(
        _ body: (inout JSONParser) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        guard depth < depthLimit else { throw error(.tooDeep(limit: depthLimit)) }
        depth += 1
        offset += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        var object = JSONObject()
        skipSpace()
        if take(UInt8(ascii: "}")) { return object }
        repeat {
            skipSpace()
            let start = offset
            try expect(UInt8(ascii: "\""), consume: false)
            let key = try string()
            skipSpace()
            try expect(UInt8(ascii: ":"))
            guard object.insertNew(try value(), for: key) else {
                throw JSONError(offset: start, reason: .duplicateKey)
            }
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return object
    }

    private mutating func array() throws(JSONError) -> [JSON] {
        var elements: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return elements
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
        return value
    }
}

extension JSONParser {
    /// The next byte; `nil` at the end.
    func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// The next byte, which must be there.
    func need() throws(JSONError) -> UInt8 {
        guard let byte = peek() else { throw error(.unexpectedEnd) }
        return byte
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        offset += 1
        return true
    }

    mutating func expect(_ byte: UInt8, consume: Bool = true) throws(JSONError) {
        let found = try need()
        guard found == byte else { throw error(.unexpectedByte(found)) }
        if consume { offset += 1 }
    }

    mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
        }
    }

    func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(offset: offset, reason: reason)
    }

    /// The bytes from `start` to the current offset.
    func passed(since start: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[start..<offset])
    }
}
