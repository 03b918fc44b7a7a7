import Glibc
import Testing

/// The documentation's Swift code is compiled and run elsewhere.
struct DocumentationFilesTests {
    /// The style page quotes the code itself, which another test looks for.
    private static let pages =
        files("Sources/Slipway/Documentation.docc/*.md") + files("*.md")
        + files("docs/*.md").filter { $0 != "docs/STYLE.md" }

    /// Of which module a comment is, is not told: its code may be in any of these.
    private static let compiled =
        files("Tests/*/Documentation*Tests.swift") + files("Tests/*/ExampleTests.swift")
        + files("Tests/SlipwayTestingTests/*.swift")
        + files("Tests/SlipwayServiceLifecycleTests/LaunchServiceTests.swift")
        + files("Sources/Examples/*/*.swift")
        + files("Sources/Examples/Shop/Sources/Shop/*.swift")

    @Test(arguments: pages)
    func everySwiftBlockIsInATestOrAnExample(file: String) throws {
        try expectCompiled(try Self.text(of: file), of: file)
    }

    /// The comments of all sources, whose lines begin with `///`.
    @Test func everySwiftBlockOfACommentIsInATestOrAnExample() throws {
        for file in Self.files("Sources/*/*.swift") + Self.files("Sources/*/*/*.swift") {
            let comments = Self.lines(try Self.text(of: file)).filter { $0.hasPrefix("///") }
                .map { $0.dropFirst(3) }
            try expectCompiled(
                Self.lines(comments.joined(separator: "\n")).joined(separator: "\n"),
                of: file
            )
        }
    }

    private func expectCompiled(_ text: String, of file: String) throws {
        let blocks = Self.swiftBlocks(text)
        guard !blocks.isEmpty else { return }
        let compiled = try Self.compiled.map { Self.lines(try Self.text(of: $0)) }
        for block in blocks {
            #expect(
                compiled.contains { Self.contains($0, block) },
                "\(file) has Swift that is not compiled:\n\(block.joined(separator: "\n"))"
            )
        }
    }

    /// A guarantee must have a test.
    @Test func everyGuaranteeNamesTestsThatExist() throws {
        let page = try Self.text(of: "Sources/Slipway/Documentation.docc/Guarantees.md")
        let tests = try ["", "*/", "*/*/"].flatMap { Self.files("Tests/\($0)*.swift") }
            .map { try Self.text(of: $0) }
            .joined()
        var count = 0
        for line in page.split(separator: "\n") where line.hasPrefix("| ") {
            let names = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }
                .map { String($0.element) }
            for name in names where name != "@MainActor" {
                count += 1
                #expect(tests.contains("func \(name)("), "no test is named \(name)")
            }
        }
        #expect(count > 0)
    }

    /// Lines without indentation, since the same code is indented deeper in a test.
    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }

    private static func swiftBlocks(_ text: String) -> [[Substring]] {
        text.split(separator: "```swift\n").dropFirst()
            .map { lines(String($0.split(separator: "\n```", maxSplits: 1)[0])) }
    }

    private static func contains(_ lines: [Substring], _ block: [Substring]) -> Bool {
        guard let first = block.first, lines.count >= block.count else { return false }
        return (0...(lines.count - block.count)).contains { start in
            lines[start] == first && lines[start..<(start + block.count)].elementsEqual(block)
        }
    }

    private static var root: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/") + "/"
    }

    /// The files that match a pattern, relative to the package's folder.
    static func files(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(root + pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0] }
            .map { String(String(cString: $0).dropFirst(root.count)) }
    }

    private static func text(of file: String) throws -> String {
        let stream = try #require(fopen(root + file, "r"))
        defer { fclose(stream) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
