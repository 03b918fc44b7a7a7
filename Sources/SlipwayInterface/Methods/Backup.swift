package import SlipwayVarlink

extension Method {
    package struct Backup: LaunchMethod {
        package static let row = MethodRow(
            "Backup",
            .operate,
            "A part of a copy of everything that is stored, an SQLite database, as it was at one moment. The "
                + "first call makes the copy; further ones, with its name and the place where the part "
                + "before ended, give the rest. It is gone once it was read to its end, with the second "
                + "one after it, and after a minute without a call for it. Takes the right to operate"
        )

        /// The name of the copy, as an earlier part has it; `nil` for a new copy.
        package var backup: String?
        package var offset: Int

        package init(_ backup: String? = nil, offset: Int = 0) {
            self.backup = backup
            self.offset = offset
        }

        package static var blank: Self { Self() }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("The name of the copy; absent for a new one")
            try fields.optional("backup", &backup, .name)
            fields.say("Where the part begins; absent for the beginning")
            try fields.defaulted("offset", &offset, .count)
        }

        package typealias Reply = BackupPart
    }
}

/// A part of a copy of everything that is stored.
package struct BackupPart: Hashable, Sendable {
    /// The most bytes of one part.
    package static let limit = 256 * 1024

    /// The name of the copy, by which a client asks for the next part; only the service can read
    /// it.
    package var backup: String
    /// The number of bytes of the copy.
    package var size: Int
    /// The position at which this part begins.
    package var offset: Int
    /// The bytes of this part, at most ``limit``; none behind the end of the copy.
    package var bytes: [UInt8]
    /// Device and inode of the state directory; `nil` if they are not known.
    package var folder: String?

    /// Creates a part.
    package init(backup: String, size: Int, offset: Int, bytes: [UInt8], folder: String? = nil) {
        self.folder = folder
        self.backup = backup
        self.size = size
        self.offset = offset
        self.bytes = bytes
    }

    /// The position at which the next part begins.
    package var end: Int { offset + bytes.count }
}

extension BackupPart: Record {
    package static var blank: Self { Self(backup: "", size: 0, offset: 0, bytes: []) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The name of the copy")
        try fields.required("backup", &backup, .text)
        fields.say("How many bytes it has")
        try fields.required("size", &size, .count)
        fields.say("Where this part begins")
        try fields.required("offset", &offset, .count)
        fields.say("At most \(Self.limit) bytes, as base64")
        try fields.required("bytes", &bytes, .base64)
        fields.say(
            "Device and inode of the folder that is copied, as in 2049:131, in which no copy is put"
        )
        try fields.optional("folder", &folder, .text)
    }
}
