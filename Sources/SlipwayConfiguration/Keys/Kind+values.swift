internal import Slipway
internal import SlipwayJSON

extension Kind where Value == Bool {
    static var boolean: Kind {
        Kind(.boolean, shown: { "\($0)" }, { $0.boolean($1) })
    }
}

extension Kind where Value == Int {
    static func whole(_ range: ClosedRange<Int>) -> Kind {
        Kind(.whole(range), shown: { "\($0)" }, { $0.wholeNumber($1, in: range) })
    }
}

extension Kind where Value == Double {
    static func decimal(_ range: ClosedRange<Double>) -> Kind {
        Kind(.decimal(range), shown: { "\($0)".replacing(".0", with: "") }) {
            $0.decimal($1, in: range)
        }
    }
}

/// The shortest duration that a key takes, with its words for messages.
struct Shortest {
    let duration: Duration
    let words: String

    static let positive = Shortest(duration: .nanoseconds(1), words: "longer than zero")
    static let zero = Shortest(duration: .zero, words: "not negative")

    static func milliseconds(_ count: Int) -> Shortest {
        Shortest(duration: .milliseconds(count), words: "at least \(count)ms")
    }
}

extension Kind where Value == Duration {
    static func duration(_ shortest: Shortest = .positive) -> Kind {
        Kind(.duration(shortest), shown: DurationText.text) { $0.duration($1, shortest) }
    }
}

extension Kind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the words of an enumeration.
    static var word: Kind {
        Kind(.words(Value.allCases.map(\.rawValue)), shown: \.rawValue) {
            $0.choice($1, Value.self)
        }
    }
}

extension Kind where Value == String {
    static func text(_ expected: String = "text") -> Kind {
        Kind(.plainText) { $0.text($1, expected: expected) }
    }
}

extension Kind where Value: Mapping {
    static var mapping: Kind { Kind(.mapping(Value.self)) { $0.mapping($1) } }
}

extension KeyType {
    static var boolean: KeyType { KeyType("`true` or `false`", ["type": "boolean"]) }
    /// Any value.
    static var any: KeyType { KeyType("any value", [:]) }
    /// Any scalar, as the text that it is written as.
    static var plainText: KeyType {
        named(
            "text",
            "text",
            [
                "description":
                    "Text; a number or boolean stands for the text that it is written as.",
                "type": ["string", "number", "boolean"],
            ]
        )
    }

    static var name: KeyType {
        let pattern = Naming.pattern(dots: false)
        return named("name", "name", ["type": "string", "pattern": .string(pattern)])
    }

    static var dottedName: KeyType {
        let pattern = Naming.pattern(dots: true)
        let words = "name, also with dots"
        return named("dottedName", words, ["type": "string", "pattern": .string(pattern)])
    }

    static func whole(_ range: ClosedRange<Int>) -> KeyType {
        KeyType(
            "whole number, \(range.lowerBound) to \(range.upperBound)",
            [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ]
        )
    }

    static func decimal(_ range: ClosedRange<Double>) -> KeyType {
        let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
        return KeyType(
            "number, \(low) to \(high)",
            ["type": "number", "minimum": .integer(Int64(low)), "maximum": .integer(Int64(high))]
        )
    }

    static func words(_ words: [String]) -> KeyType {
        KeyType(
            UnknownName.alternatives(words.map { "`\($0)`" }),
            ["enum": .array(words.map(JSON.string))]
        )
    }

    /// A list; `more` is what its schema says besides.
    static func list(_ words: String, of type: KeyType, _ more: JSONObject = [:]) -> KeyType {
        let list: JSONObject = ["type": "array", "items": type.json]
        return KeyType(
            "list of \(words)",
            JSONObject((Array(list) + Array(more)).map { ($0.key, $0.value) }),
            of: [type]
        )
    }

    /// A mapping whose keys the user chooses.
    static func names(
        _ words: String,
        _ names: KeyType,
        of type: KeyType,
        _ more: JSONObject = [:]
    ) -> KeyType {
        let mapping: JSONObject = [
            "type": "object", "propertyNames": names.json, "additionalProperties": type.json,
        ]
        return KeyType(
            words,
            JSONObject((Array(mapping) + Array(more)).map { ($0.key, $0.value) }),
            of: [names, type]
        )
    }

    /// Any of several types.
    static func either(_ words: String, _ types: [KeyType]) -> KeyType {
        KeyType(words, ["oneOf": .array(types.map(\.json))], of: types)
    }

    static func duration(_ shortest: Shortest) -> KeyType {
        let units =
            "[0-9]{1,11}(\\.[0-9]+)?ms|[0-9]{1,8}(\\.[0-9]+)?s|[0-9]{1,6}(\\.[0-9]+)?m"
            + "|[0-9]{1,4}(\\.[0-9]+)?h|[0-9]{1,3}(\\.[0-9]+)?d"
        let any = named(
            "duration",
            "duration",
            [
                "description":
                    "A number and its unit: 250ms, 5s, 1.5s, 2m, 1h or 7d; at most 8760h.",
                "type": "string",
                "pattern": .string("^0*(\(units))$"),
            ]
        )
        guard shortest.duration > .zero else { return any }
        var positive = named(
            "positiveDuration",
            "duration",
            [
                "description":
                    "A number and its unit, longer than zero: 250ms, 5s, 1.5s, 2m, 1h or 7d; at most 8760h.",
                "type": "string",
                "allOf": [any.json],
                "pattern": "[1-9]",
            ],
            of: [any]
        )
        if shortest.duration >= .milliseconds(1) { positive.words += ", \(shortest.words)" }
        return positive
    }
}
