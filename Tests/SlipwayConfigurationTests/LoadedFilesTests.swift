import Foundation
import SlipwayOperations
import SlipwayTestSupport
import Testing

/// The files of a configuration, and whether they are as they were when it was loaded.
struct LoadedFilesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let files = """
            name: web
            operations:
              web: { exec: { command: [/bin/true], environmentFiles: ["\(folder.path)/words"] } }
              made: { write: { path: "\(folder.path)/made", content: "A=1" } }
              late: { requires: [made], exec: { command: [/bin/true], environmentFiles: ["\(folder.path)/made"] } }

            """
        try folder.write(files, to: "web.yaml")
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/web.d",
            withIntermediateDirectories: true
        )
        try folder.write("grace: 5s\n", to: "web.d/10-grace.yaml")
        try folder.write("A=1\n", to: "words")
    }

    private func load() throws -> LoadedFiles {
        let configured = try ConfiguredGraph.load(path: "\(folder.path)/web.yaml")
        return LoadedFiles(
            configured.digest,
            GenerationSource(configured.configuration, configured.credentials, in: [:])
        )
    }

    private func changes(_ files: LoadedFiles) -> [String] {
        files.findChanges().map { String($0.dropFirst(folder.path.count + 1)) }
    }

    /// Of one size, so that only the content tells.
    @Test(arguments: [
        ("web.d/10-grace.yaml", "grace: 6s\n"), ("words", "A=2\n"), ("web.d/20-more.yml", "{}\n"),
    ])
    func aFileWithAnotherContentIsNamedAndOneThatIsAsBeforeIsNot(
        name: String,
        content: String
    ) throws {
        let before = try? folder.read(name)
        let files = try load()
        #expect(changes(files).isEmpty)
        try folder.write(content, to: name)
        for _ in 1...2 { #expect(changes(files) == [name]) }
        if let before {
            try folder.write(before, to: name)
        } else {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        #expect(changes(files).isEmpty)
    }

    /// `é` in one character, and as `e` with an accent behind it.
    @Test(arguments: ["web.d/caf\u{E9}.yaml", "web.d/cafe\u{301}.yaml"])
    func filesInTwoSpellingsAreTwo(name: String) throws {
        for (name, content) in [
            ("web.d/caf\u{E9}.yaml", "grace: 5s\n"), ("web.d/cafe\u{301}.yaml", "grace: 6s\n"),
        ] {
            try folder.write(content, to: name)
        }
        let files = try load()
        #expect(changes(files).isEmpty)
        try folder.write("grace: 7s\n", to: name)
        let found = changes(files)
        #expect(found.count == 1 && found.first?.utf8.elementsEqual(name.utf8) == true)
    }

    @Test func whatIsGoneHasChanged() throws {
        let files = try load()
        for name in ["web.d/10-grace.yaml", "words", "web.yaml"] {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        #expect(changes(files) == ["web.d/10-grace.yaml", "web.yaml", "words"])
    }

    /// An operation writes one; the other is no drop-in.
    @Test(arguments: ["made", "web.d/notes.txt"])
    func aFileThatIsNoPartOfItDoesNotCount(name: String) throws {
        let files = try load()
        try folder.write("A=3\n", to: name)
        #expect(changes(files).isEmpty)
    }

    /// As an editor, `touch` or a copy of the same leave it.
    @Test func aFileThatOnlyLooksDifferentHasNotChanged() throws {
        let files = try load()
        let text = try folder.read("web.yaml")
        try FileManager.default.removeItem(atPath: "\(folder.path)/web.yaml")
        try folder.write(text, to: "web.yaml")
        #expect(changes(files).isEmpty)
    }
}
