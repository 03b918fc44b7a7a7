internal import Glibc

/// An entry of a folder: a file, a folder, or something else.
package struct FolderEntry: Hashable, Sendable {
    /// The kind of an entry, as far as the file system says it without a look at the entry.
    package enum Kind: Hashable, Sendable {
        case file, folder
        /// A link, a socket, a device, or an entry of a file system that does not say the kind.
        case other
    }

    package let name: String
    package let kind: Kind

    /// The entries of a folder in no order, hidden ones too, but neither `.` nor `..`; blocks as long as the
    /// file system is silent.
    ///
    /// - Parameter path: The folder; a symbolic link is followed.
    /// - Returns: All entries.
    /// - Throws: The folder cannot be opened, or not be read to its end.
    package static func all(in path: String) throws(ErrorNumber) -> [FolderEntry] {
        guard let stream = opendir(path) else { throw .current }
        defer { closedir(stream) }
        var entries: [FolderEntry] = []
        while true {
            // Only `errno` tells a failure from the end.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw .current }
                return entries
            }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." {
                entries.append(FolderEntry(name: name, kind: Kind(entry.pointee.d_type)))
            }
        }
    }
}

extension FolderEntry.Kind {
    fileprivate init(_ type: UInt8) {
        switch Int(type) {
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .folder
        default: self = .other
        }
    }
}
