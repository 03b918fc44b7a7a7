import Foundation
import SlipwayTestSupport
import Testing

/// A page of the repository's own documentation.
struct Page: Sendable, CustomTestStringConvertible {
    /// Relative to the repository.
    let path: String
    let text: String

    var testDescription: String { path }

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Checkout.file(path), encoding: .utf8)
    }

    /// The pages that describe the repository as it is; the changelog names what was.
    static let all: [Page] = {
        let docs =
            (try? FileManager.default.contentsOfDirectory(atPath: Checkout.file("docs").path))
        let paths = ["README.md", "CONTRIBUTING.md"] + (docs ?? []).sorted().map { "docs/\($0)" }
        return paths.filter { $0.hasSuffix(".md") }.compactMap { try? Page($0) }
    }()

    /// The texts between fences of a language.
    func blocks(of language: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    /// The text without what is between fences.
    var prose: String {
        text.components(separatedBy: "\n```").enumerated()
            .filter { $0.offset.isMultiple(of: 2) }
            .map(\.element)
            .joined(separator: "\n")
    }

    /// The texts between backticks.
    var codeSpans: [String] {
        prose.components(separatedBy: "\n\n").flatMap { paragraph in
            paragraph.components(separatedBy: "`").enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }
                .map(\.element)
        }
    }

    /// The targets of its links, as they are written.
    var links: [String] {
        prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
    }

    /// The ends of links to its headings.
    var anchors: Set<String> {
        let headings = prose.split(separator: "\n").filter { $0.hasPrefix("#") }
        return Set(
            headings.map { heading in
                heading.drop { $0 == "#" || $0 == " " }.lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                    .replacing(" ", with: "-")
            }
        )
    }
}
