/// The value of a feature flag, of any type.
public enum FlagValue: Hashable, Sendable {
    /// On or off.
    case bool(Bool)
    /// A number without a fraction.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list of values.
    case list([FlagValue])
    /// A structure.
    case object([String: FlagValue])
}

extension FlagValue: Codable {
    /// Reads any JSON but null.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([FlagValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: FlagValue].self))
        }
    }

    /// Writes the value alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

/// A type that a feature flag can have.
public protocol FlagType: Sendable {
    /// The value of a flag as one of this type; `nil` if it is of another.
    static func value(ofFlag flag: FlagValue) -> Self?
}

extension Bool: FlagType {
    /// Takes `true` or `false`.
    public static func value(ofFlag flag: FlagValue) -> Bool? {
        if case .bool(let value) = flag { value } else { nil }
    }
}

extension Int: FlagType {
    /// Takes a number without a fraction.
    public static func value(ofFlag flag: FlagValue) -> Int? {
        if case .integer(let value) = flag { value } else { nil }
    }
}

extension Double: FlagType {
    /// Takes any number.
    public static func value(ofFlag flag: FlagValue) -> Double? {
        switch flag {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .bool, .string, .list, .object: nil
        }
    }
}

extension String: FlagType {
    /// Takes a text.
    public static func value(ofFlag flag: FlagValue) -> String? {
        if case .string(let value) = flag { value } else { nil }
    }
}

extension FlagValue: FlagType {
    /// Takes anything.
    public static func value(ofFlag flag: FlagValue) -> FlagValue? { flag }
}
