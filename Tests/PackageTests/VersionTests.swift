import SlipwaySystem
import SlipwayTestSupport
import Testing

/// The version is written once.
struct VersionTests {
    private static let home = "Sources/SlipwaySystem/Version.swift"

    @Test func noOtherFileHasTheVersionsLiteral() throws {
        let literal = Version.current
        for file in CodeBase.files
        where file != Self.home && file != "CHANGELOG.md" && !file.hasSuffix("Package.resolved") {
            guard let text = try? CodeBase.text(of: file) else { continue }
            let isThere = text.ranges(of: literal).contains { range in
                // Not a part of a longer number, such as an address.
                let before = text[..<range.lowerBound].last
                let after = text[range.upperBound...].prefix(2)
                return before?.isNumber != true && before != "." && after.first?.isNumber != true
                    && !(after.first == "." && after.last?.isNumber == true)
            }
            #expect(!isThere, "\(file) has '\(literal)'; take Version.current")
        }
        #expect(try CodeBase.text(of: Self.home).contains("\"\(literal)\""))
    }

    @Test func theVersionIsSemantic() {
        #expect(Version.current.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/) != nil)
    }

    @Test func theNewestHeadingOfTheChangelogNamesIt() throws {
        let headings = try CodeBase.text(of: "CHANGELOG.md").split(separator: "\n")
            .filter { $0.hasPrefix("## ") }
        let newest = try #require(headings.first)
        #expect(newest.contains("[\(Version.current)]"), "\(newest)")
    }
}
