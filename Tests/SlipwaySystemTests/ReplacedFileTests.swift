import Foundation
import SlipwaySystem
import Testing

struct ReplacedFileTests {
    private let folder: URL
    private var path: String { folder.appending(path: "file").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var names: [String] {
        get throws { try FolderEntry.all(in: folder.path).map(\.name).sorted() }
    }

    @Test(arguments: [true, false])
    func itTakesItsNameWhenItIsWhole(isSynced: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("before".utf8).write(to: URL(filePath: path))
        let file = try ReplacedFile(replacing: path, mode: 0o640)
        try file.write("a longer text")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
        try file.finish(isSynced: isSynced)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "a longer text")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try names == ["file"])
    }

    @Test func oneThatIsNotFinishedLeavesNothing() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        do { try ReplacedFile(replacing: path).write("a part") }
        #expect(try names == [])
    }

    @Test func whatAnEarlierWriterLeftIsNoHindrance() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("half".utf8).write(to: folder.appending(path: "file.new"))
        let file = try ReplacedFile(replacing: path, unfinished: "\(path).new")
        try file.write("whole")
        try file.finish()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "whole")
        #expect(try names == ["file"])
    }

    @Test func aNameThatIsAFolderStaysOne() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        do {
            let file = try ReplacedFile(replacing: path)
            try file.write("text")
            let failure = #expect(throws: ReplacedFile.Failure.self) { try file.finish() }
            #expect(failure?.description == "cannot write \(path): Is a directory (EISDIR)")
        }
        #expect(try names == ["file"])
    }
}
