import Foundation

/// A folder of a test's own, removed when nobody holds it any more.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        // Short: a socket's path has 108 bytes.
        url = URL(filePath: "/tmp/slipway-\(UUID().uuidString.prefix(13))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
