package import SlipwayJSON

/// The output of `Backup`: a part of a copy of the stored actions.
package struct BackupPart: Hashable, Sendable {
    /// The most bytes of one part.
    package static let limit = 256 * 1024

    /// What to ask for the next part with, which only the service reads.
    package var backup: String
    /// How many bytes the copy has.
    package var size: Int
    /// Where this part begins.
    package var offset: Int
    /// The bytes.
    package var bytes: [UInt8]

    /// Creates a part.
    package init(backup: String, size: Int, offset: Int, bytes: [UInt8]) {
        self.backup = backup
        self.size = size
        self.offset = offset
        self.bytes = bytes
    }

    /// Where the next part begins.
    package var end: Int { offset + bytes.count }
}

extension BackupPart {
    /// The output of `Backup`.
    package var parameters: JSONObject {
        [
            "backup": .string(backup),
            "size": .integer(Int64(size)),
            "offset": .integer(Int64(offset)),
            "bytes": .string(Base64.text(of: bytes)),
        ]
    }

    /// Reads the output of `Backup`.
    package init(_ parameters: JSON) throws(JSONFieldError) {
        self = try JSONReading.record { fields throws(JSONFieldError) in
            BackupPart(
                backup: try fields.required("backup", .string),
                size: try fields.required("size", .count),
                offset: try fields.required("offset", .count),
                bytes: try fields.required("bytes", .base64)
            )
        }.read(parameters)
    }
}

extension JSONReading<[UInt8]> {
    fileprivate static var base64: Self {
        .init("bytes as base64") { json in json.stringValue.flatMap { Base64.bytes(of: $0) } }
    }
}
