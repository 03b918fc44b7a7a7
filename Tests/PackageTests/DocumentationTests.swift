import Foundation
import SlipwayTestSupport
import Testing

/// The pages say of the repository only what is so.
struct DocumentationTests {
    private static let folders = [
        ".ci", "Benchmarks", "Sources", "Tests", "config", "docs", "packaging",
    ]
    private static let endings = [".swift", ".md", ".yaml", ".json", ".catalog", ".c", ".h"]

    @Test func thereArePages() {
        #expect(Page.all.count >= 8, "\(Page.all.map(\.path))")
    }

    @Test(arguments: Page.all)
    func everyPathThatIsNamedExists(page: Page) {
        for span in page.codeSpans where !span.contains(where: { " $*{…".contains($0) }) {
            let folder = span.split(separator: "/").first.map(String.init)
            if span.contains("/"), let folder, Self.folders.contains(folder) {
                let exists = FileManager.default.fileExists(atPath: Checkout.file(span).path())
                #expect(exists, "\(page.path) names \(span), which is not there")
            } else if !span.contains("/"), Self.endings.contains(where: span.hasSuffix) {
                let exists = CodeBase.names.contains(span)
                #expect(exists, "\(page.path) names \(span), but no file has that name")
            }
        }
    }

    @Test(arguments: Page.all)
    func everyLinkLeadsSomewhere(page: Page) throws {
        for link in page.links where !link.contains("://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
            let target =
                parts[0].isEmpty ? page.path : (folder.isEmpty ? "" : folder + "/") + parts[0]
            let file = Checkout.file(target).standardized
            #expect(
                FileManager.default.fileExists(atPath: file.path()),
                "\(page.path) links to \(link), which is not there"
            )
            guard parts.count == 2, target.hasSuffix(".md") else { continue }
            let isHeading = try Page(target).anchors.contains(String(parts[1]))
            #expect(isHeading, "\(page.path): \(link) is no heading")
        }
    }

    @Test(arguments: Page.all)
    func everyMakeTargetThatIsNamedIsOne(page: Page) throws {
        let targets = Set(
            try CodeBase.text(of: "Makefile").matches(of: /(?m)^([a-z-]+):/)
                .map { String($0.output.1) }
        )
        let code = page.codeSpans + page.blocks(of: "console")
        for named in code.flatMap({ $0.matches(of: /\bmake ([a-z-]+)/) }) {
            let target = String(named.output.1)
            let isOne = targets.contains(target)
            #expect(isOne, "\(page.path) names 'make \(target)', which is no target")
        }
    }

    @Test func everyMakeTargetIsInTheContributingPage() throws {
        let page = try Page("CONTRIBUTING.md").text
        for target in try CodeBase.text(of: "Makefile").matches(of: /(?m)^([a-z-]+):.*##/)
        where target.output.1 != "help" {
            #expect(page.contains("`make \(target.output.1)"), "\(target.output.1) is missing")
        }
    }

    @Test func everyCommandIsInTheTable() throws {
        let table = try Page("docs/OPERATING.md").text
        var count = 0
        for file in CodeBase.files where file.hasPrefix("Sources/SlipwayCommand/Commands/") {
            for named in try CodeBase.text(of: file).matches(of: /subcommand: "([a-z-]+)"/) {
                count += 1
                let row = table.split(separator: "\n").contains {
                    $0.hasPrefix("| `") && $0.contains("`\(named.output.1)")
                }
                #expect(row, "docs/OPERATING.md lacks 'slipway \(named.output.1)'")
            }
        }
        #expect(count > 15)
    }

    /// Beside its comments the example has nothing that the reader of the README does not see.
    @Test func theStorefrontOfTheReadmeIsTheOneThatIsInstalled() throws {
        func content(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { line in
                !line.drop { $0 == " " }.isEmpty && line.drop { $0 == " " }.first != "#"
            }
        }
        let block = try #require(try Page("README.md").blocks(of: "yaml").first)
        let file = try CodeBase.text(of: "config/storefront.yaml")
        #expect(content(block) == content(file))
    }

    @Test func theReadmeIsShort() throws {
        let lines = try Page("README.md").text.split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect((120...180).contains(lines.count), "\(lines.count) lines")
    }

    /// The command that every change has to pass is the one that the README tells a reader to run.
    @Test func theTestCommandIsTheOneThatEveryChangeHasToPass() throws {
        #expect(try Page("README.md").text.contains("`make test`"))
        #expect(try CodeBase.text(of: ".ci/run").contains("make test lint"))
    }

    /// Such a sentence has no subject; a later paragraph of the same comment may.
    @Test func noCommentOpensWithAQuestionWord() throws {
        for file in CodeBase.files where file.hasPrefix("Sources/") && file.hasSuffix(".swift") {
            var isInside = false
            for line in CodeBase.lines(of: try CodeBase.text(of: file)) {
                let text = line.drop { $0 == " " }
                let opens = text.hasPrefix("///") && !isInside
                isInside = text.hasPrefix("///")
                let word = text.dropFirst(3).split(separator: " ").first
                let isQuestion = word.map { Self.questionWords.contains(String($0)) } ?? false
                #expect(!(opens && isQuestion), "\(file): \(text)")
            }
        }
    }

    private static let questionWords: Set = [
        "What", "How", "Whether", "Which", "Where", "Who", "Whom", "Whose",
    ]

    /// Examples of good code are still in the code.
    @Test func everyQuoteOfTheStylePageIsInTheCode() throws {
        let code = try CodeBase.swiftLines(below: ["Sources", "Tests"])
        let quotes = try Page("docs/STYLE.md").blocks(of: "swift").map(CodeBase.lines)
        #expect(quotes.count >= 5)
        for quote in quotes {
            let isThere = code.contains { lines in
                lines.indices.contains { start in
                    lines[start] == quote.first && lines[start...].starts(with: quote)
                }
            }
            #expect(isThere, "not in the code:\n\(quote.joined(separator: "\n"))")
        }
    }
}
