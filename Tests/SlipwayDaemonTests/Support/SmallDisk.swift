import Foundation
import SlipwayTestSupport
import Testing

/// A small file system in memory, of 256 KiB by default; unmounted with its last reference.
final class SmallDisk: Sendable {
    let folder: TemporaryFolder

    init(kibibytes: Int = 256) async throws {
        folder = try TemporaryFolder()
        let result = try await Program(
            executable: URL(filePath: "/usr/bin/mount"),
            arguments: [
                "-t", "tmpfs", "-o", "size=\(kibibytes)k,nr_inodes=64", "tmpfs", folder.path,
            ]
        ).run()
        try #require(result.status == 0, "\(result.output)")
    }

    /// Lazily: processes that still use it keep it until they end.
    deinit { umount2(folder.path, Int32(MNT_DETACH)) }

    /// Leaves no free byte.
    func fill() throws {
        let file = open("\(folder.path)/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        try #require(file >= 0)
        defer { close(file) }
        let block = [UInt8](repeating: 0, count: 4096)
        while write(file, block, block.count) > 0 {}
        try #require(errno == ENOSPC)
    }

    /// Leaves no free file.
    func takeAllFiles() throws {
        for number in 0..<100 {
            let file = open("\(folder.path)/\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
            guard file >= 0 else {
                try #require(errno == ENOSPC)
                return
            }
            close(file)
        }
        Issue.record("a file system without an end")
    }
}
