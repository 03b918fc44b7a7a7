import SlipwaySystemd
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
}
