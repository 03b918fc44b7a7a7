package import SlipwayJSON

/// An enumeration that an interface definition declares as a type.
package protocol WireWord: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    static var declaration: Declaration { get }
    /// The meaning of the word.
    var words: String { get }
}

/// A word of an enumeration.
package struct WordType<Value>: WireType
where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// Declares the enumeration; `nil` to list its words in place.
    var declare: (@Sendable (inout InterfaceText) -> String)?
    /// The name of the enumeration, by which a reader of replies finds what stands in for a word
    /// that it does not know; `nil` if nothing does.
    var name: String?

    package var expected: String {
        "one of " + Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }

    package func json(_ value: Value, _ offsets: Offsets) -> JSON { .string(value.rawValue) }

    package func read(_ json: JSON, _ offsets: Offsets) throws(JSONFieldError) -> Value {
        let word = json.stringValue
        if let value = word.flatMap(Value.init(rawValue:)) { return value }
        guard let word, let name else { throw JSONFieldError(json, isNot: expected) }
        let known = Value.allCases.map(\.rawValue)
        throw JSONFieldError(path: "", reason: .unknownWord(word, of: name, known: known))
    }

    package func declaration(in interface: inout InterfaceText) -> String {
        declare?(&interface)
            ?? "(\(Value.allCases.map(\.rawValue).joined(separator: ", ")))"
    }
}

/// A word as text: a reader takes words of a newer writer, too.
package struct OpenWordType<Word: WireWord>: WireType {
    package var expected: String { "a string" }

    package func json(_ value: String, _ offsets: Offsets) -> JSON { .string(value) }

    package func read(_ json: JSON, _ offsets: Offsets) throws(JSONFieldError) -> String {
        try TextType().read(json, offsets)
    }

    package func declaration(in interface: inout InterfaceText) -> String {
        interface.declare(Word.self)
    }
}

extension WireType {
    /// A word of an enumeration that the interface declares.
    package static func word<Word: WireWord>(_ type: Word.Type) -> Self
    where Self == WordType<Word> {
        WordType(declare: { $0.declare(Word.self) }, name: Word.declaration.name)
    }

    /// A word of a small enumeration, whose words are listed at the field.
    ///
    /// - Parameters:
    ///   - type: The enumeration.
    ///   - name: Its name for readers of replies, which meet words of a newer writer.
    /// - Returns: The type of the field.
    package static func oneOf<Word>(_ type: Word.Type, named name: String? = nil) -> Self
    where Self == WordType<Word> {
        WordType(name: name)
    }

    /// A word of an enumeration, or one of a newer writer.
    package static func openWord<Word: WireWord>(_ type: Word.Type) -> Self
    where Self == OpenWordType<Word> {
        OpenWordType()
    }
}
