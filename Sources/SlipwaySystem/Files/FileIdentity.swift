package import Glibc

/// The identity of a file, whatever its name.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The identity of the file of a status.
    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// The identity of the file to which a path leads, over links, too; `nil` if there is none, or
    /// it cannot be known.
    package init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads what ``description`` has written; `nil` for anything else.
    package init?(_ text: String) {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map {
            UInt64($0)
        }
        guard numbers.count == 2, let device = numbers[0], let inode = numbers[1] else {
            return nil
        }
        (self.device, self.inode) = (device, inode)
    }
}

extension FileIdentity: CustomStringConvertible {
    /// The numbers of the device and of the file in it: `2049:131`.
    package var description: String { "\(device):\(inode)" }
}
