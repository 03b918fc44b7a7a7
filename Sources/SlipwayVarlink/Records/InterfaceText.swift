internal import SlipwayJSON

/// The definition of an interface, built from the records that its methods and errors use.
package struct InterfaceText {
    private var types: [(name: String, text: String)] = []
    private var members: [String] = []

    package init() {}

    /// The definition.
    ///
    /// - Parameters:
    ///   - name: The name of the interface.
    ///   - words: What it is.
    /// - Returns: The text, with its comments.
    package func text(_ name: String, _ words: String) -> String {
        let header = Self.comment(words, "") + "interface \(name)\n"
        return ([header] + types.map(\.text) + members).joined(separator: "\n")
    }

    /// Adds a method.
    package mutating func addMethod(
        _ declaration: Declaration,
        _ input: (some Record).Type,
        _ output: (some Record).Type,
        streams: Bool
    ) {
        let flag = streams ? "# [Supports 'more' flag]\n" : ""
        let (input, output) = (fields(of: input), fields(of: output))
        members.append(
            Self.comment(declaration.words, "") + flag
                + "method \(declaration.name)(\(input)) -> (\(output))\n"
        )
    }

    /// Adds an error.
    package mutating func addError(_ declaration: Declaration, fields: [FieldText]) {
        members.append(
            Self.comment(declaration.words, "")
                + "error \(declaration.name) (\(Self.list(fields)))\n"
        )
    }

    /// Adds the type of a record, unless it is there.
    mutating func declare(_ type: (some NamedRecord).Type) -> String {
        declare(type.declaration) { $0.fields(of: type) }
    }

    /// Adds the type of an enumeration, unless it is there.
    mutating func declare<Word: WireWord>(_ type: Word.Type) -> String {
        declare(type.declaration) { _ in
            let words = Word.allCases.map { Self.comment($0.words, "  ") + "  " + $0.rawValue }
            return "\n" + words.joined(separator: ",\n") + "\n"
        }
    }

    private mutating func declare(
        _ declaration: Declaration,
        _ body: (inout InterfaceText) -> String
    ) -> String {
        if !types.contains(where: { $0.name == declaration.name }) {
            let place = types.count
            // The type's position is reserved first, so that the types that it names come behind
            // it, and none is added twice.
            types.append((declaration.name, ""))
            let head = Self.comment(declaration.words, "") + "type \(declaration.name) ("
            types[place].text = head + body(&self) + ")\n"
        }
        return declaration.name
    }

    private mutating func fields<Described: Record>(of type: Described.Type) -> String {
        var describer = FieldDescriber(interface: self)
        var record = Described.blank
        // Only a reader finds faults.
        try? record.visit(&describer)
        self = describer.interface
        return Self.list(describer.fields)
    }

    private static func list(_ fields: [FieldText]) -> String {
        guard !fields.isEmpty else { return "" }
        let lines = fields.map { field in
            comment(field.words, "  ") + "  \(field.name): \(field.declaration)"
        }
        return "\n" + lines.joined(separator: ",\n") + "\n"
    }

    /// Words as lines of at most 98 characters.
    private static func comment(_ words: String, _ indentation: String) -> String {
        var text = ""
        for paragraph in words.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = indentation + "#"
            for word in paragraph.split(separator: " ") {
                if line.count + 1 + word.count > 98 {
                    text += line + "\n"
                    line = indentation + "#"
                }
                line += " " + word
            }
            text += line + "\n"
        }
        return text
    }
}

/// A field in an interface definition.
package struct FieldText: Hashable, Sendable {
    let name: String
    let declaration: String
    let words: String
}

/// Describes the fields of a record.
struct FieldDescriber: FieldVisitor {
    var offsets = Offsets()
    var interface: InterfaceText
    private(set) var fields: [FieldText] = []
    private var words = ""

    init(interface: InterfaceText) { self.interface = interface }

    mutating func say(_ words: @autoclosure () -> String) { self.words = words() }

    mutating func field<Type: WireType>(
        _ name: String,
        _ value: Type.Value?,
        _ type: Type,
        _ presence: Presence,
        _ set: (Type.Value?) -> Void
    ) {
        let mark = presence == .required ? "" : "?"
        let declaration = mark + type.declaration(in: &interface)
        fields.append(FieldText(name: name, declaration: declaration, words: words))
    }
}
