package import Foundation

/// A folder of a test's own, removed when nothing refers to it any more.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let url: URL

    /// Its path, without a slash at the end: short, as a socket's path has 107 bytes.
    package var path: String { url.path(percentEncoded: false) }

    /// Makes an empty folder.
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
