internal import Glibc
internal import SlipwaySystem

/// Copies a file, for its user alone.
enum FileCopy {
    /// - Throws: The copy cannot be made; what was written of it is removed.
    static func make(of source: String, at target: String) throws(ErrorNumber) {
        let from = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard from >= 0 else { throw .current }
        defer { close(from) }
        let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard to >= 0 else { throw .current }
        defer { close(to) }
        var count = 1
        while count > 0 { count = sendfile(to, from, nil, 1 << 20) }
        guard count == 0, fsync(to) == 0 else {
            let error = ErrorNumber.current
            unlink(target)
            throw error
        }
    }

    /// Finds a copy that was made earlier.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - prefix: How the path of a copy begins, its folder included.
    /// - Returns: The path of a file with the same content; `nil` for none, or if that cannot be found
    ///   out.
    static func find(of source: String, named prefix: String) -> String? {
        let end = prefix.lastIndex(of: "/") ?? prefix.startIndex
        let entries = (try? FolderEntry.all(in: String(prefix[..<end]))) ?? []
        return entries.map { prefix[...end] + $0.name }
            .first { $0.hasPrefix(prefix) && isSame([source, $0]) }
    }

    private static func isSame(_ paths: [String]) -> Bool {
        let files = paths.map { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        defer { for file in files where file >= 0 { close(file) } }
        guard files.allSatisfy({ $0 >= 0 }) else { return false }
        var parts = [[UInt8]](repeating: [UInt8](repeating: 0, count: 65_536), count: 2)
        while true {
            let counts = [0, 1].map { read(files[$0], &parts[$0], parts[$0].count) }
            guard counts[0] == counts[1], counts[0] >= 0,
                parts[0].prefix(counts[0]) == parts[1].prefix(counts[0])
            else { return false }
            if counts[0] == 0 { return true }
        }
    }
}
