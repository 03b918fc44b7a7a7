import Foundation
import SlipwaySystemd
import SlipwayTestSupport
import Testing

struct FieldNameTests {
    @Test(arguments: ["A", "LAUNCH_ID", "A1_2", String(repeating: "A", count: 64)])
    func acceptsWhatTheJournalStores(text: String) {
        #expect(FieldName(text)?.description == text)
    }

    @Test(
        arguments: [
            "", "launch_id", "_PID", "1ST", "A-B", "A B", "A=B", "Ä", "A\n",
            String(repeating: "A", count: 65),
        ]
    )
    func rejectsWhatTheJournalDropsWithoutAWord(text: String) {
        #expect(FieldName(text) == nil)
    }

    @Test func theOwnNamesAreValidAndDistinct() {
        for name in FieldName.own {
            #expect(FieldName(name.description) == name)
            #expect(name.description.hasPrefix("LAUNCH_"))
        }
        #expect(Set(FieldName.own).count == FieldName.own.count)
    }

    /// Programs may rely on these names, so that a page has to have them.
    @Test func theOperatingPageHasEachOfTheOwnNamesAndNoOther() throws {
        let page = try String(contentsOf: Checkout.file("docs/OPERATING.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").drop { $0 != "| field | has |" }
            .prefix { $0.hasPrefix("| ") }
        let names = rows.flatMap { row -> [String] in
            let cell = row.split(separator: "|").first ?? ""
            return cell.matches(of: /`(LAUNCH_[A-Z_]+)`/).map { String($0.output.1) }
        }
        #expect(names.sorted() == FieldName.own.map(\.description).sorted())
    }
}
