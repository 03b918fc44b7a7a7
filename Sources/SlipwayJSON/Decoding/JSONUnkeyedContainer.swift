/// Gives the elements of an array to an `init(from:)`, in order.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
    private let elements: [JSON]
    let codingPath: [any CodingKey]
    private let asked: AskedKeys
    private(set) var currentIndex = 0

    init(elements: [JSON], codingPath: [any CodingKey], asked: AskedKeys) {
        self.elements = elements
        self.codingPath = codingPath
        self.asked = asked
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try next(JSON.self, "a value").json.isNull else { return false }
        currentIndex += 1
        return true
    }

    // The standard library has methods of its own for these two types, which refuse them; the
    // generic one below serves all others.
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try take(type, Int128.expected) { try $0.decode(type) }
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try take(type, UInt128.expected) { try $0.decode(type) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(type, Expectation.words(type)) { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try take([String: JSON].self, "an object") { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([JSON].self, "an array") { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take(JSON.self, "a value") { $0 } }

    /// Reads the next element; one that is not accepted can be read again as another type.
    private mutating func take<Value>(
        _ type: Any.Type,
        _ expected: @autoclosure () -> String,
        _ read: (JSONValueDecoder) throws -> Value
    ) throws -> Value {
        let value = try read(try next(type, expected()))
        currentIndex += 1
        return value
    }

    private func next(
        _ type: Any.Type,
        _ expected: @autoclosure () -> String
    ) throws -> JSONValueDecoder {
        let element = JSONValueDecoder(
            json: isAtEnd ? .null : elements[currentIndex],
            codingPath: codingPath + [JSONStep.index(currentIndex)],
            asked: asked
        )
        guard isAtEnd else { return element }
        let context = element.context("is missing; expected \(expected())")
        throw DecodingError.valueNotFound(type, context)
    }
}
