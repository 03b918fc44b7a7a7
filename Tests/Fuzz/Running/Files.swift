internal import Glibc

/// Small files for fuzzing.
enum Files {
    /// The content; empty for a file that cannot be read.
    static func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            content += chunk.prefix(count)
        }
        return content
    }

    static func text(_ path: String) -> String {
        String(decoding: bytes(path), as: UTF8.self)
    }

    /// Writes a file; if that fails, a later read notices.
    static func write(_ text: String, to path: String) {
        guard let file = fopen(path, "we") else { return }
        fwrite(text, 1, text.utf8.count, file)
        fclose(file)
    }

    /// Creates a new folder with a short path.
    static func temporaryFolder() -> String {
        var name = Array("/tmp/fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            perror("fuzz: cannot make a folder in /tmp")
            exit(EX_OSERR)
        }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a folder and the files in it.
    static func remove(folder: String) {
        for name in names(in: folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// The names in a folder.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
