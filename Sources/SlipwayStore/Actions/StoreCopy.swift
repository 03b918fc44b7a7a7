internal import Glibc
package import Slipway
package import SlipwaySystem

/// A copy of the stored actions as they were at one moment: an open file without a name, which is gone
/// with its last reference.
package final class StoreCopy: Sendable {
    /// The number of its bytes.
    package let size: Int
    /// The folder of the file that was copied.
    package let folder: FileIdentity?
    private let descriptor: Int32

    /// Takes the finished copy, which has no name, of a file.
    init(takingOver descriptor: Int32, of path: String) {
        folder = path.lastIndex(of: "/").flatMap { FileIdentity(at: String(path[...$0])) }
        var status = stat()
        fstat(descriptor, &status)
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads a part.
    ///
    /// - Parameters:
    ///   - offset: Where it begins.
    ///   - count: How many bytes at most.
    /// - Returns: The bytes; none at the end.
    /// - Throws: The system refused.
    package func bytes(at offset: Int, upTo count: Int) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = pread(descriptor, &bytes, count, offset)
        guard read >= 0 else { throw StoreError("read the copy: \(ErrorNumber.current)") }
        return Array(bytes.prefix(read))
    }
}
