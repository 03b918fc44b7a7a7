import Foundation
import SlipwaySystem
import Testing

struct FolderEntryTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test func allButTheFolderItselfAndTheOneAboveAreListed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try FolderEntry.all(in: folder.path) == [])
        try Data().write(to: folder.appending(path: "file"))
        try Data().write(to: folder.appending(path: ".hidden"))
        try FileManager.default.createDirectory(
            at: folder.appending(path: "inner"),
            withIntermediateDirectories: false
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "link").path,
            withDestinationPath: "file"
        )
        let entries = try FolderEntry.all(in: folder.path).sorted { $0.name < $1.name }
        #expect(entries.map(\.name) == [".hidden", "file", "inner", "link"])
        #expect(entries.map(\.kind) == [.file, .file, .folder, .other])
    }

    @Test func aFolderThatCannotBeReadIsNoEmptyOne() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file")
        try Data().write(to: file)
        #expect(throws: ErrorNumber(ENOENT)) { try FolderEntry.all(in: "\(folder.path)/none") }
        #expect(throws: ErrorNumber(ENOTDIR)) { try FolderEntry.all(in: file.path) }
    }
}
