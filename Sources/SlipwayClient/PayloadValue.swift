internal import SlipwayJSON

/// A value in the payload of a launch action, or in its answer; literals make one.
///
/// Whole numbers and others are distinct, as in JSON: `1` is no `1.0`.
public enum PayloadValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction.
    case integer(Int64)
    /// Any other number; infinity and NaN become `null`.
    case number(Double)
    case string(String)
    case array([PayloadValue])
    case object([String: PayloadValue])
}

extension PayloadValue {
    init(_ json: JSON) {
        self =
            switch json {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .number, .decimal: .number(json.doubleValue ?? .nan)
            case .string(let value): .string(value)
            case .array(let values): .array(values.map { PayloadValue($0) })
            case .object(let members):
                .object(
                    Dictionary(
                        members.keys.map { ($0, PayloadValue(members[$0] ?? .null)) },
                        uniquingKeysWith: { $1 }
                    )
                )
            }
    }

    var json: JSON {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let values): .array(values.map(\.json))
        case .object(let members): .object(Self.object(members))
        }
    }

    /// Members in the order of their names, so that the same payload is the same text.
    static func object(_ members: [String: PayloadValue]) -> JSONObject {
        JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
    }
}

extension PayloadValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Any other number.
    public init(floatLiteral value: Double) { self = .number(value) }
}

extension PayloadValue: ExpressibleByStringInterpolation {
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension PayloadValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// A list.
    public init(arrayLiteral elements: PayloadValue...) { self = .array(elements) }
    /// An object; of equal names the last wins.
    public init(dictionaryLiteral members: (String, PayloadValue)...) {
        self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
}
