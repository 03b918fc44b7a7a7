package import Foundation

/// A temporary folder, removed with its last reference.
package final class TemporaryFolder: Sendable {
    /// Its location.
    package let url: URL

    /// Its path, without a slash at the end, and short, as a socket's path has at most 107 bytes.
    package var path: String { url.path(percentEncoded: false) }

    /// Creates an empty folder.
    package init() throws {
        url = URL(filePath: "/tmp/slipway-\(UUID().uuidString.prefix(13))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    /// Reads a file.
    package func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}
