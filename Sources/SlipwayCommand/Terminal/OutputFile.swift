internal import Glibc
internal import SlipwaySystem

/// The place to which a command writes: a file, or standard output.
struct OutputFile {
    /// The file; `nil` for standard output.
    private let file: WholeFile?

    /// Begins to write.
    ///
    /// - Parameters:
    ///   - path: The file; `nil`, and `-`, for standard output.
    ///   - permissions: The permissions of a new file.
    ///   - isKept: A regular file of that name is not replaced.
    /// - Throws: There can be no such file.
    init(
        _ path: String?,
        _ permissions: WholeFile.Permissions = .atMost(0o666),
        keeping isKept: Bool = false
    ) throws {
        file = try Self.named(path).map { try WholeFile(at: $0, permissions, keeping: isKept) }
    }

    /// The file that an argument names; `nil` for standard output.
    static func named(_ path: String?) -> String? {
        path.flatMap { ["-", "/dev/stdout", "/dev/fd/1"].contains($0) ? nil : $0 }
    }

    /// Tells whether the output is a file in a folder, or in one below it.
    func isInside(_ folder: FileIdentity) -> Bool { file?.isInside(folder) ?? false }

    /// Writes a text.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes bytes; blocks until all of them are written.
    ///
    /// - Throws: ``OutputClosed`` when the reader of a pipe has closed it; why they cannot be written.
    func write(_ bytes: [UInt8]) throws {
        guard let file else { return try Output.standard.write(bytes) }
        do throws(WholeFile.Failure) { try file.write(bytes) } catch {
            guard error.reason == .system(nil, ErrorNumber(EPIPE)) else { throw error }
            throw OutputClosed()
        }
    }

    /// Gives the file its name.
    func finish() throws { try file?.finish() }
}
