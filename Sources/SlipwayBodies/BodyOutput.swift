internal import SlipwayJSON

/// The most bytes that a body may answer: each value is held for the whole launch.
let bodyOutputLimit = 1 << 20

/// Bytes that are not in the format that the configuration declares; the caller adds their source.
struct OutputFault: Error {
    /// The fault, without the bytes themselves, which may be secret.
    let reason: String

    init(_ reason: String, in bytes: [UInt8]) {
        self.reason = bytes.isEmpty ? "it is empty" : "\(reason), of \(bytes.count) bytes"
    }
}

/// Decodes the output of a body.
enum BodyOutput {
    static func json(_ bytes: [UInt8]) throws(OutputFault) -> JSON {
        do {
            return try JSON(document: bytes)
        } catch {
            throw OutputFault("byte \(error.offset): \(error.reason)", in: bytes)
        }
    }

    static func text(_ bytes: [UInt8]) throws(OutputFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw OutputFault("it is not UTF-8", in: bytes)
        }
        return text
    }

    /// The lines of a text; a final newline ends the last line and begins no other.
    static func lines(_ text: String) -> [String] {
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(Substring($0)) }
    }
}
