/// The declarations of an interface definition, parsed from its text.
struct InterfaceText {
    indirect enum Kind: Hashable {
        case bool, int, float, string, object
        case named(String)
        case words([String])
        case fields([Field])
        case array(Kind)
        case optional(Kind)
    }

    struct Field: Hashable {
        var name: String
        var kind: Kind
    }

    struct Method: Hashable {
        var input: [Field]
        var output: [Field]
    }

    private(set) var types: [String: Kind] = [:]
    private(set) var methods: [String: Method] = [:]
    private(set) var errors: [String: [Field]] = [:]

    /// The token at which the text is not an interface definition.
    struct Fault: Error {
        var token: String
    }

    init(_ text: String) throws {
        var tokens = Tokens(text)
        try tokens.take("interface")
        _ = tokens.next()
        while let word = tokens.next() {
            let name = tokens.next() ?? ""
            switch word {
            case "type": types[name] = try tokens.group()
            case "error": errors[name] = try tokens.fields()
            case "method":
                let input = try tokens.fields()
                try tokens.take("->")
                methods[name] = Method(input: input, output: try tokens.fields())
            default: throw Fault(token: word)
            }
        }
    }
}

private struct Tokens {
    private var rest: ArraySlice<String> = []

    init(_ text: String) {
        let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("#") }
        var spaced = lines.joined(separator: " ")
        for mark in ["->", "[]", "(", ")", ",", ":", "?"] {
            spaced = spaced.split(separator: mark, omittingEmptySubsequences: false)
                .joined(separator: " \(mark) ")
        }
        rest = spaced.split(separator: " ").map(String.init)[...]
    }

    mutating func next() -> String? { rest.popFirst() }

    mutating func take(_ token: String) throws {
        guard rest.popFirst() == token else { throw InterfaceText.Fault(token: token) }
    }

    mutating func fields() throws -> [InterfaceText.Field] {
        switch try group() {
        case .fields(let fields): return fields
        default: throw InterfaceText.Fault(token: "(")
        }
    }

    /// The content of parentheses: fields, or the words of an enumeration.
    mutating func group() throws -> InterfaceText.Kind {
        try take("(")
        var fields: [InterfaceText.Field] = []
        var words: [String] = []
        while let name = rest.popFirst(), name != ")" {
            if rest.first == ":" {
                try take(":")
                fields.append(.init(name: name, kind: try kind()))
            } else {
                words.append(name)
            }
            if rest.first == "," { _ = rest.popFirst() }
        }
        return words.isEmpty ? .fields(fields) : .words(words)
    }

    private mutating func kind() throws -> InterfaceText.Kind {
        switch rest.first {
        case "(": return try group()
        case "?":
            try take("?")
            return .optional(try kind())
        case "[]":
            try take("[]")
            return .array(try kind())
        default: break
        }
        switch rest.popFirst() {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case let name?: return .named(name)
        case nil: throw InterfaceText.Fault(token: "")
        }
    }
}
