/// A record of an interface, or the parameters of a call, a reply or an error.
///
/// The fields of a record are listed once, in ``visit(_:)``; the record is written, read and
/// described from that list.
package protocol Record: Sendable {
    /// A record to read into; what a reader finds takes the place of its values.
    static var blank: Self { get }

    /// Shows every field to a visitor, in the order of the interface definition.
    ///
    /// A value that spreads over several fields, such as a state with its reason, is taken apart
    /// before the visit of these fields, and put together after it.
    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError)
}

/// A record that an interface definition declares as a type.
package protocol NamedRecord: Record {
    static var declaration: Declaration { get }
}

/// The name of a type in an interface definition, and what it is.
package struct Declaration: Hashable, Sendable {
    package let name: String
    package let words: String

    package init(_ name: String, _ words: String) {
        self.name = name
        self.words = words
    }
}

/// Goes through the fields of a record: to write, to read or to describe them.
package protocol FieldVisitor {
    /// The zero of the instants that follow.
    var offsets: Offsets { get set }

    /// Tells what the next field is, for the interface definition.
    mutating func say(_ words: @autoclosure () -> String)

    /// Goes through one field.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - value: Its value, to be written; `nil` to leave it out.
    ///   - type: How it looks as JSON.
    ///   - presence: Whether it may be left out.
    ///   - set: Takes what was read; `nil` for an optional field that is not there.
    /// - Throws: Only a reader does: the field is missing, or is not of its type.
    mutating func field<Type: WireType>(
        _ name: String,
        _ value: Type.Value?,
        _ type: Type,
        _ presence: Presence,
        _ set: (Type.Value?) -> Void
    ) throws(JSONFieldError)
}

/// The need for a field.
package enum Presence: Hashable, Sendable {
    case required
    case optional
    /// A reader that does not find the field keeps the value of the blank record: the default of a
    /// parameter, or a field that older writers do not know.
    case defaulted
}

extension FieldVisitor {
    /// Only a describer listens.
    package mutating func say(_ words: @autoclosure () -> String) {}

    package mutating func required<Type: WireType>(
        _ name: String,
        _ value: inout Type.Value,
        _ type: Type
    ) throws(JSONFieldError) {
        try field(name, value, type, .required) { if let read = $0 { value = read } }
    }

    package mutating func optional<Type: WireType>(
        _ name: String,
        _ value: inout Type.Value?,
        _ type: Type
    ) throws(JSONFieldError) {
        try field(name, value, type, .optional) { value = $0 }
    }

    package mutating func defaulted<Type: WireType>(
        _ name: String,
        _ value: inout Type.Value,
        _ type: Type
    ) throws(JSONFieldError) {
        try field(name, value, type, .defaulted) { if let read = $0 { value = read } }
    }

    // For values that the record has in another form: `set` takes the value that was read.

    package mutating func required<Type: WireType>(
        _ name: String,
        _ value: Type.Value,
        _ type: Type,
        set: (Type.Value) -> Void
    ) throws(JSONFieldError) {
        try field(name, value, type, .required) { if let read = $0 { set(read) } }
    }

    package mutating func optional<Type: WireType>(
        _ name: String,
        _ value: Type.Value?,
        _ type: Type,
        set: (Type.Value?) -> Void
    ) throws(JSONFieldError) {
        try field(name, value, type, .optional, set)
    }

    package mutating func defaulted<Type: WireType>(
        _ name: String,
        _ value: Type.Value,
        _ type: Type,
        set: (Type.Value) -> Void
    ) throws(JSONFieldError) {
        try field(name, value, type, .defaulted) { if let read = $0 { set(read) } }
    }
}
