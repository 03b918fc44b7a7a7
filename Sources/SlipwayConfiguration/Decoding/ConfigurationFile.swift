/// A file's name and its bytes.
package struct ConfigurationFile: Hashable, Sendable {
    /// The name that faults show.
    package var name: String
    /// The content, not yet parsed.
    package var bytes: [UInt8]

    /// The most bytes of a file that is accepted.
    package static let sizeLimit = 1 << 20

    /// Creates a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The fault of a file that is longer than ``sizeLimit``.
    package static func tooLong(_ name: String, _ size: Int) -> ConfigurationFault {
        ConfigurationFault(
            file: name,
            reason: "\(size) bytes long; a configuration has at most \(sizeLimit)"
        )
    }
}
