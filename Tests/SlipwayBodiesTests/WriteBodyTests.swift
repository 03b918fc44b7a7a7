import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// Body `write` on a real file system.
struct WriteBodyTests {
    private let folder: TemporaryFolder
    private let runner = BodyRunner.quiet()

    init() throws { folder = try TemporaryFolder() }

    private func write(
        _ content: String,
        to name: String = "a",
        mode: UInt32? = nil,
        owner: WriteSpecification.Owner? = nil
    ) -> BodySpecification {
        .write(
            WriteSpecification(
                path: Template(literal: folder.path + "/" + name),
                content: Template(literal: content),
                mode: mode,
                owner: owner
            )
        )
    }

    private func text(_ name: String = "a") throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test(arguments: ["", "one\ntwo\n", String(repeating: "ä", count: 1 << 19)])
    func writesTheWholeContent(content: String) async throws {
        #expect(try await runner.run(write(content)) == .null)
        #expect(try text() == content)
        #expect(try names == ["a"])
    }

    @Test(arguments: [0o644, 0o600, 0o777, 0] as [UInt32])
    func theModeIsNotTheProcesssToChange(mode: UInt32) async throws {
        _ = try await runner.run(write("x", mode: mode))
        var status = stat()
        #expect(stat(folder.path + "/a", &status) == 0)
        #expect(status.st_mode & 0o7777 == mode)
    }

    /// A credential is for its owner; of all else the mask of the unit takes away what it says.
    @Test func whatSaysNoModeGetsTheOneThatItsContentNeeds() async {
        // A mask is of a whole process.
        await #expect(processExitsWith: .success) {
            let secret = Template(segments: [.reference(.credential("key"))])
            let rows: [(mode: UInt32?, content: Template, mask: mode_t, expected: UInt32)] = [
                (nil, "text", 0o022, 0o644), (nil, "text", 0o077, 0o600),
                (nil, secret, 0o022, 0o600), (0o640, secret, 0o077, 0o640),
            ]
            for row in rows {
                let folder = try TemporaryFolder()
                let file = folder.path + "/a"
                umask(row.mask)
                let write = WriteSpecification(
                    path: Template(literal: file),
                    content: row.content,
                    mode: row.mode
                )
                _ = try await BodyRunner.quiet().run(
                    .write(write),
                    values: .init(credentials: Credentials(["key": "secret"]))
                )
                var status = stat()
                #expect(stat(file, &status) == 0)
                #expect(status.st_mode & 0o7777 == row.expected)
            }
        }
    }

    @Test func replacesAFileAndFollowsALink() async throws {
        try folder.write("other", to: "other")
        try folder.write("old", to: "a")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link",
            withDestinationPath: "other"
        )
        // A reader of the old file keeps it.
        let old = try #require(FileHandle(forReadingAtPath: folder.path + "/a"))
        _ = try await runner.run(write("new"))
        _ = try await runner.run(write("new", to: "link"))
        #expect(try text() == "new")
        #expect(try text("link") == "new")
        #expect(try text("other") == "new")
        #expect(try names == ["a", "link", "other"])
        #expect(try old.readToEnd() == Data("old".utf8))
    }

    @Test func aPipeThatNoProcessReadsIsNotWaitedFor() async throws {
        let path = folder.path + "/a"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(
            await runner.failure(write("x"))
                == "cannot write '\(path)': it is a pipe that no process reads"
        )
        // One that reads nothing keeps no cancelled write.
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let task = Task { _ = try await runner.run(write(String(repeating: "x", count: 1 << 20))) }
        var first: UInt8 = 0
        while read(reader, &first, 1) != 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try names == ["a"])
    }

    @Test func takesItsOwnersFromNamesAndNumbers() async throws {
        let own = (geteuid(), getegid())
        let name = String(cString: try #require(getpwuid(own.0)).pointee.pw_name)
        for user in [name, "\(own.0)"] {
            _ = try await runner.run(write("x", owner: .init(user: user, group: "\(own.1)")))
            var status = stat()
            #expect(stat(folder.path + "/a", &status) == 0)
            #expect(status.st_uid == own.0)
            #expect(status.st_gid == own.1)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to give a file away"))
    func givesTheFileAway() async throws {
        _ = try await runner.run(write("x", owner: .init(user: "1234", group: "2345")))
        var status = stat()
        #expect(stat(folder.path + "/a", &status) == 0)
        #expect(status.st_uid == 1234)
        #expect(status.st_gid == 2345)
    }

    @Test func saysWhyAndLeavesEverythingAsItWas() async throws {
        try folder.write("old", to: "a")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/folder",
            withIntermediateDirectories: false
        )
        let path = folder.path
        #expect(
            await runner.failure(write("x", to: "absent/a"))
                == "cannot write '\(path)/absent/a': cannot open its folder: No such file or directory "
                + "(ENOENT)"
        )
        #expect(
            await runner.failure(write("x", to: "a/b"))
                == "cannot write '\(path)/a/b': cannot open its folder: Not a directory (ENOTDIR)"
        )
        #expect(
            await runner.failure(write("x", to: "folder"))
                == "cannot write '\(path)/folder': Is a directory (EISDIR)"
        )
        #expect(
            await runner.failure(write("x", owner: .init(user: "no-such-user")))
                == "cannot write '\(path)/a': no user is named 'no-such-user'"
        )
        #expect(
            await runner.failure(write("x", owner: .init(user: "0", group: "no-such-group")))
                == "cannot write '\(path)/a': no group is named 'no-such-group'"
        )
        #expect(
            await runner.failure(write(String(repeating: "x", count: (1 << 20) + 1)))
                == "cannot write '\(path)/a': its content is longer than 1048576 bytes"
        )
        #expect(try text() == "old")
        #expect(try names == ["a", "folder"])
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to mount a small file system"))
    func aFullDiskLeavesTheOldFile() async throws {
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=16k") == 0)
        defer { umount2(folder.path, 0) }
        try folder.write("old", to: "a")
        #expect(
            await runner.failure(write(String(repeating: "x", count: 100_000)))
                == "cannot write '\(folder.path)/a': No space left on device (ENOSPC)"
        )
        #expect(try text() == "old")
        #expect(try names == ["a"])
    }

    @Test func aPathFromAVariableIsAbsolute() async throws {
        let path = Template(segments: [.reference(.environment("FILE"))])
        let body = BodySpecification.write(WriteSpecification(path: path, content: "x"))
        for (value, reason) in [("a", "not an absolute path"), ("/a/", "the path of a folder")] {
            await #expect {
                try await runner.run(body, values: .init(environment: ["FILE": value]))
            } throws: {
                "\($0)" == "cannot write '\(value)': \(reason)"
            }
        }
    }

    /// Often, since a thread of its own writes: it may be faster than what cancels.
    @Test func aCancelledWriteLeavesEverythingAsItWas() async throws {
        try folder.write("old", to: "a")
        for _ in 0..<1000 {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await runner.run(write("new"))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try text() == "old")
        #expect(try names == ["a"])
    }

    @Test func severalWritersOfOneFileLeaveOneOfThem() async throws {
        let contents = (0..<16).map { String(repeating: "\($0 % 10)", count: 100_000) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for content in contents {
                group.addTask { _ = try await runner.run(write(content)) }
            }
            try await group.waitForAll()
        }
        #expect(contents.contains(try text()))
        #expect(try names == ["a"])
    }
}
