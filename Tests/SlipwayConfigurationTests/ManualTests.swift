import Foundation
import SlipwayTestSupport
import Testing

@testable import SlipwayConfiguration

/// The manual of the configuration, which is written by hand.
struct ManualTests {
    /// The words between backticks of the pages that describe keys.
    private let words: Set<Substring>

    init() throws {
        let text = try ["docs/CONFIGURATION.md", "docs/ACTIONS.md"]
            .map { try String(contentsOf: Checkout.file($0), encoding: .utf8) }
            .joined(separator: "\n\n")
        words = Set(
            text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }
                .flatMap { $0.element.split(whereSeparator: { !$0.isLetter }) }
        )
    }

    @Test(arguments: KeyTable.all)
    func everyKeyIsInIt(table: KeyTable) {
        #expect(table.known.filter { !words.contains(Substring($0)) } == [], "of \(table.name)")
    }

    @Test(arguments: KeyTable.all)
    func whatIsNotSupportedYetIsInIt(table: KeyTable) {
        #expect(table.later.filter { !words.contains(Substring($0)) } == [], "of \(table.name)")
    }
}
