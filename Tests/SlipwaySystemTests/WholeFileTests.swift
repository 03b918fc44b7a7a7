import Foundation
import Glibc
import SlipwaySystem
import SlipwayTestSupport
import Testing

/// Files that are written whole, and all that stays what it is.
struct WholeFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/file" }

    init() throws { folder = try TemporaryFolder() }

    private var names: [String] {
        get throws { try FolderEntry.all(in: folder.path).map(\.name).sorted() }
    }

    private func write(_ text: String, at path: String) throws {
        let file = try WholeFile(at: path)
        try file.write(text)
        try file.finish()
    }

    private func failure(at path: String, keeping: Bool = false) -> String? {
        do throws(WholeFile.Failure) {
            let file = try WholeFile(at: path, keeping: keeping, waitsForReader: false)
            try file.write("x")
            try file.finish()
            return nil
        } catch {
            return error.description
        }
    }

    private func link(_ name: String, to target: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        return path
    }

    @Test(arguments: [true, false])
    func itTakesItsNameWhenItIsWhole(isSynced: Bool) throws {
        try folder.write("before", to: "file")
        let file = try WholeFile(at: path, .exactly(0o640))
        try file.write("a longer text")
        #expect(try folder.read("file") == "before")
        try file.finish(isSynced: isSynced)
        #expect(try folder.read("file") == "a longer text")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try names == ["file"])
    }

    @Test func oneThatIsNotFinishedLeavesNothing() throws {
        do { try WholeFile(at: path).write("a part") }
        #expect(try names == [])
    }

    @Test(arguments: [[0], [1], [0, 1, 7]])
    func whatKilledWritersHaveLeftIsGoneAtTheNextTry(left: [Int]) throws {
        for number in left { try folder.write("half", to: ".file.slipway-\(number)") }
        try write("whole", at: path)
        #expect(try folder.read("file") == "whole")
        #expect(try names == ["file"])
    }

    @Test func whoTakesTheNamesOfUnfinishedFilesKeepsNoFileFromBeingWritten() throws {
        for number in 0..<32 {
            #expect(mkdir("\(folder.path)/.file.slipway-\(number)", 0o755) == 0)
        }
        try write("whole", at: path)
        #expect(try folder.read("file") == "whole")
        #expect(try names.count == 33)
    }

    @Test func twoWritersDoNotHarmEachOther() throws {
        let first = try WholeFile(at: path)
        try first.write("first")
        let second = try WholeFile(at: path)
        try second.write("second")
        try first.finish()
        #expect(try folder.read("file") == "first")
        try second.finish()
        #expect(try folder.read("file") == "second")
        #expect(try names == ["file"])
    }

    @Test func aLongNameHasRoomForItsBeginning() throws {
        let path = folder.path + "/" + String(repeating: "n", count: 255)
        try write("x", at: path)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func aNameThatIsAFolderStaysOne() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(failure(at: path) == "cannot write \(path): Is a directory (EISDIR)")
        #expect(
            failure(at: "\(folder.path)/new/") == "cannot write \(folder.path)/new/: "
                + "cannot open its folder: No such file or directory (ENOENT)"
        )
        #expect(try names == ["file"])
    }

    @Test func aFileIsKeptIfThatIsAskedFor() throws {
        try folder.write("before", to: "file")
        #expect(
            failure(at: path, keeping: true) == "cannot write \(path): there is a file of that name"
        )
        // One that came meanwhile, too.
        let new = try WholeFile(at: folder.path + "/new", keeping: true)
        try folder.write("other", to: "new")
        #expect(throws: WholeFile.Failure.self) { try new.finish() }
        #expect(try folder.read("new") == "other")
    }

    @Test(arguments: ["file", "link"])
    func aPipeStaysOneAndItsReaderGetsIt(name: String) throws {
        #expect(mkfifo(path, 0o600) == 0)
        _ = try link("link", to: "file")
        let place = "\(folder.path)/\(name)"
        #expect(failure(at: place) == "cannot write \(place): it is a pipe that no process reads")
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try write("text", at: place)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, 16) == 4)
        #expect(try names == ["file", "link"])
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to make a device"), arguments: [0, 1])
    func aDeviceStaysOne(links: Int) throws {
        // Of the kind of /dev/null.
        try #require(mknod(path, S_IFCHR | 0o600, 1 << 8 | 3) == 0)
        try write("text", at: links == 0 ? path : try link("link", to: path))
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test(arguments: ["/dev/fd", "/proc/self/fd"])
    func whatIsOpenIsWrittenToWhereItStands(numbers: String) throws {
        let own = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(own) }
        #expect(Glibc.write(own, "one ", 4) == 4)
        try write("two", at: "\(numbers)/\(own)")
        #expect(try folder.read("file") == "one two")
        #expect(try names == ["file"])
    }

    @Test func aSocketIsRefused() throws {
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        let address = try #require(SocketAddress(unix: path))
        #expect(address.withPointer { bind(socket, $0, $1) } == 0)
        #expect(failure(at: path) == "cannot write \(path): it is a socket")
    }

    @Test func aLinkOfItsOwnIsFollowed() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/to",
            withIntermediateDirectories: false
        )
        _ = try link("way", to: "to/../to")
        _ = try link("file", to: "\(folder.path)/way/real")
        try write("text", at: path)
        #expect(try folder.read("to/real") == "text")
        _ = try link("circle", to: "circle")
        #expect(
            failure(at: "\(folder.path)/circle")
                == "cannot write \(folder.path)/circle: cannot open its folder: Too many levels of "
                + "symbolic links (ELOOP)"
        )
    }

    /// Root's files, and a folder of an unprivileged user, who has put a link into it.
    @Test(
        .enabled(if: geteuid() == 0, "needs root to give a folder away"),
        arguments: [
            // The folder's owner, its mode, the link's owner.
            (1234, 0o755, 1234), (1234, 0o755, 0), (0, 0o777, 0), (0, 0o1777, 1234),
            (0, 0o755, 1234),
        ] as [(UInt32, mode_t, UInt32)]
    )
    func noLinkIsFollowedThatAnotherCouldHaveMade(
        owner: UInt32,
        mode: mode_t,
        ofLink: UInt32
    ) throws {
        let theirs = "\(folder.path)/theirs"
        for name in ["theirs", "private"] { #expect(mkdir("\(folder.path)/\(name)", 0o755) == 0) }
        try folder.write("before", to: "private/file")
        let links = [("way", "../private"), ("file", "../private/file")].map {
            ("\(theirs)/\($0.0)", $0.1)
        }
        for (path, target) in links {
            #expect(symlink(target, path) == 0 && lchown(path, ofLink, ofLink) == 0)
        }
        #expect(chown(theirs, owner, owner) == 0 && chmod(theirs, mode) == 0)
        for (place, link) in [
            ("way/file", "way"), ("way/../private/file", "way"), ("file", "file"),
        ] {
            #expect(
                failure(at: "\(theirs)/\(place)")
                    == "cannot write \(theirs)/\(place): cannot follow '\(theirs)/\(link)': another user "
                    + "could have put it there; name the place to which it leads"
            )
        }
        #expect(throws: FilePlace.Fault.self) {
            try FilePlace("\(theirs)/way/new/", making: .all(0o755))
        }
        #expect(try folder.read("private/file") == "before")
        #expect(try FolderEntry.all(in: "\(folder.path)/private").count == 1)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to give a pipe away"))
    func aPipeThatAnotherUserHasPutThereGetsNothing() throws {
        #expect(mkfifo(path, 0o666) == 0 && chown(path, 1234, 1234) == 0)
        #expect(chmod(folder.path, 0o1777) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(
            failure(at: path)
                == "cannot write \(path): it is a pipe or a device that another user could have put there"
        )
    }
}
