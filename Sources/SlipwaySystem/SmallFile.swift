internal import Glibc

/// Reads regular files whole, as far as they are small.
package enum SmallFile {
    /// Why a file was not read.
    package enum Failure: Error, Hashable {
        case notRead(ErrorNumber)
        /// The file is a pipe, a socket or a device.
        case notRegular
        /// The file has so many bytes, or more.
        case tooLong(Int)

        /// A later try may succeed: this process lacked what it takes.
        package var isShortage: Bool {
            if case .notRead(let number) = self { number.isShortage } else { false }
        }
    }

    /// The content of a file; blocks as long as its file system is silent.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link is followed.
    ///   - limit: The most bytes.
    /// - Returns: Its bytes.
    /// - Throws: Why it was not read.
    package static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
        // Opening a pipe without a writer must not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .notRead(.current) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .notRead(.current) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .notRead(ErrorNumber(EISDIR))
        default: throw .notRegular
        }
        guard status.st_size <= limit else { throw .tooLong(Int(status.st_size)) }
        var content: [UInt8] = []
        while content.count <= limit {
            let wanted = min(65536, limit + 1 - content.count)
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                let result = read(descriptor, buffer.baseAddress, wanted)
                failure = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { throw .notRead(ErrorNumber(failure)) }
            guard !chunk.isEmpty else { return content }
            content += chunk
        }
        // The file grew meanwhile.
        throw .tooLong(content.count)
    }
}
