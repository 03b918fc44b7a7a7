internal import Glibc

/// Tells a file, or a folder with all that is in it, from what it was before.
///
/// Of a file of at most ``contentLimit`` bytes the content counts alone; of a longer one, or one
/// that cannot be read, its number, its size and the time of its last write do. Of a folder the
/// names and the files in it count, also in the folders in it; of a link its target, and the file
/// to which it leads.
package struct FileFingerprint: Hashable, Sendable {
    /// Why there is no fingerprint.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        case notRead(ErrorNumber)
        /// The path leads to a pipe, a socket or a device.
        case special
        case tooMany

        /// A later try may succeed: this process lacked what it takes.
        package var isShortage: Bool {
            if case .notRead(let number) = self { number.isShortage } else { false }
        }

        /// The reason in words.
        package var description: String {
            switch self {
            case .notRead(let number): "it cannot be looked at: \(number)"
            case .special: "it is no regular file and no folder"
            case .tooMany:
                "the folder has more than \(FileFingerprint.entryLimit) files; name the files that "
                    + "the program reads"
            }
        }
    }

    /// The most bytes of a file of which the content counts.
    package static let contentLimit = 1 << 20
    /// The most bytes of all files in a folder of which the content counts.
    static let wholeLimit = 16 << 20
    /// The most files and folders in a folder.
    package static let entryLimit = 4096

    // A digest, as the content may have secrets.
    private let digest: [UInt8]

    /// The present fingerprint; blocks as long as the file system is silent.
    ///
    /// - Parameter path: The file or the folder; a symbolic link is followed.
    /// - Returns: `nil` if there is nothing.
    /// - Throws: Why there is no fingerprint.
    package static func of(_ path: String) throws(Failure) -> FileFingerprint? {
        var tracing = Tracing()
        guard let status = try FileStatus(of: path) else { return nil }
        switch status.kind {
        case .file: try tracing.add(path, status)
        case .folder: try tracing.add(folder: path)
        case .link, .other: throw .special
        }
        return FileFingerprint(digest: SHA256.digest(of: tracing.trace))
    }
}

/// The facts about a file that the file system tells.
private struct FileStatus {
    enum Kind: String { case file, folder, link, other }

    let kind: Kind
    let text: String

    /// - Returns: `nil` if there is nothing.
    init?(of path: String, followingLinks: Bool = true) throws(FileFingerprint.Failure) {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
            let number = ErrorNumber.current
            guard [ENOENT, ENOTDIR].contains(number.rawValue) else { throw .notRead(number) }
            return nil
        }
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        let time = status.st_mtim
        text = "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }
}

/// A look at a file, or at all in a folder.
private struct Tracing {
    /// The facts that count.
    private(set) var trace: [UInt8] = []
    private var rest = FileFingerprint.wholeLimit
    private var entries = 0

    /// Adds a file.
    mutating func add(_ path: String, _ status: FileStatus) throws(FileFingerprint.Failure) {
        do throws(SmallFile.Failure) {
            let limit = min(FileFingerprint.contentLimit, rest)
            let bytes = try SmallFile.bytes(of: path, limit: limit)
            rest -= bytes.count
            trace += SHA256.digest(of: bytes)
        } catch {
            if case .notRead(let number) = error, error.isShortage { throw .notRead(number) }
            trace += status.text.utf8
        }
    }

    /// Adds a folder, with all in it.
    mutating func add(folder: String) throws(FileFingerprint.Failure) {
        var open = [folder]
        while let folder = open.popLast() {
            let found: [FolderEntry]
            do throws(ErrorNumber) {
                found = try FolderEntry.all(in: folder)
            } catch {
                throw .notRead(error)
            }
            entries += found.count
            guard entries <= FileFingerprint.entryLimit else { throw .tooMany }
            for name in found.map(\.name).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
            {
                let path = "\(folder)/\(name)"
                guard let status = try FileStatus(of: path, followingLinks: false) else { continue }
                trace += "\0\(path)\0\(status.kind.rawValue)\0".utf8
                switch status.kind {
                case .file: try add(path, status)
                case .folder: open.append(path)
                case .link: try add(link: path)
                case .other: continue
                }
            }
        }
    }

    /// Adds a link in a folder, and the file to which it leads.
    private mutating func add(link path: String) throws(FileFingerprint.Failure) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        trace += buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
        guard let status = try? FileStatus(of: path), status.kind == .file else { return }
        try add(path, status)
    }
}
