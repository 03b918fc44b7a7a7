/// Why bytes are not valid JSON, and where.
///
/// The text itself is not shown: it may be secret.
package struct JSONError: Error, Hashable, Sendable {
    /// The faults of a text.
    package enum Reason: Hashable, Sendable {
        /// The text ends inside a value.
        case unexpectedEnd
        /// No value, and nothing else that is allowed here, begins with this byte.
        case unexpectedByte(UInt8)
        /// Something follows the value.
        case trailingBytes
        /// A string holds bytes that are not UTF-8.
        case invalidUTF8
        /// A string holds a byte below 0x20 that is not escaped.
        case controlCharacter
        /// A backslash is not followed by an escape.
        case invalidEscape
        /// `\u` names half of a surrogate pair without the other half.
        case loneSurrogate
        /// A number breaks the grammar, for example `01`, `1.` or `+1`.
        case invalidNumber
        /// A number is too large for a double.
        case numberOutOfRange
        /// An object has a member twice.
        case duplicateKey
        /// Arrays and objects are nested deeper than the limit.
        case tooDeep(limit: Int)
    }

    /// The offset in bytes, from 0, of the wrong byte, or of the beginning of a wrong value.
    package let offset: Int
    /// The fault.
    package let reason: Reason

    /// Creates an error at an offset.
    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { "cannot read JSON: byte \(offset): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unexpectedEnd: "the text ends inside a value"
        case .unexpectedByte(let byte): "unexpected \(Self.name(byte))"
        case .trailingBytes: "only white space may follow the value"
        case .invalidUTF8: "a string is not UTF-8"
        case .controlCharacter: "a control character in a string; write it as an escape"
        case .invalidEscape:
            #"unknown escape in a string; known are \" \\ \/ \b \f \n \r \t \uXXXX"#
        case .loneSurrogate: #"half of a surrogate pair; write \uD8xx\uDCxx together"#
        case .invalidNumber: "not a number as JSON writes it"
        case .numberOutOfRange: "a number beyond what a double holds"
        case .duplicateKey: "a key for the second time in one object"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        }
    }

    private static func name(_ byte: UInt8) -> String {
        0x21..<0x7F ~= byte
            ? "'\(Character(Unicode.Scalar(byte)))'"
            : "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
