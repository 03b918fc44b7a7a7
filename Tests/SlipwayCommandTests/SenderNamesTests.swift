import SlipwayJSON
import Testing

@testable import SlipwayCommand

struct SenderNamesTests {
    @Test func aKnownUserIsNamed() {
        var names = SenderNames { $0 == 1000 ? "anna" : nil }
        let anna: JSON = ["id": "a1", "sender": ["uid": 1000, "pid": 7]]
        let named: JSON = ["id": "a1", "sender": ["uid": 1000, "pid": 7, "user": "anna"]]
        let others: [JSON] = [["id": "a2"], ["sender": ["uid": 1001, "pid": 7]], ["sender": 1]]
        for _ in 1...2 {
            #expect(names.naming(anna) == named)
            for other in others { #expect(names.naming(other) == other) }
        }
    }
}
