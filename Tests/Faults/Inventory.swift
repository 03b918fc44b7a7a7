internal import Glibc

/// The things that this process holds.
struct Inventory {
    let descriptors: Int
    /// Its children and their descendants, zombies included.
    let children: Int
    let files: Int
    let threads: Int
    /// In KiB.
    let resident: Int

    /// The growth of memory that is no leak: a heap in pieces.
    private static let slack = 8 * 1024

    init(folder: String) {
        descriptors = Self.descriptors
        threads = Self.entries(of: "/proc/self/task").count
        children = Self.entries(of: "/proc/self/task").reduce(0) { count, thread in
            count + Self.words(in: "/proc/self/task/\(thread)/children").count
        }
        files =
            Self.entries(of: folder).count + Self.entries(of: "\(folder)/notify").count
            + Self.entries(of: "\(folder)/notify/programs").count
        resident =
            (Self.words(in: "/proc/self/statm").dropFirst().first.flatMap { Int($0) } ?? 0) * 4
    }

    /// The open descriptors of this process.
    static var descriptors: Int {
        // One of them is for reading the folder.
        entries(of: "/proc/self/fd").count - 1
    }

    /// The things that are held now and were not at first; `nil` for none.
    func left(since first: Inventory) -> String? {
        // The log may or may not be connected to the journal.
        if descriptors > first.descriptors + 1 { return "\(descriptors) descriptors are open" }
        if children > 0 { return "\(children) children are left" }
        // The notify folder, and the file that steps write.
        if files > 2 { return "\(files) files are left" }
        if resident > first.resident + Self.slack { return "\(resident) KiB are resident" }
        return nil
    }

    private static func entries(of folder: String) -> [String] {
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

    private static func words(in path: String) -> [Substring] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
    }
}
