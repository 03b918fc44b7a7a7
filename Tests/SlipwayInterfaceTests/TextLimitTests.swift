import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayVarlink
import Testing

struct TextLimitTests {
    @Test(
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abc…"), ("ééé", 6, "ééé"),
            ("éééé", 6, "é…"), ("ééé!", 6, "é…"), ("🚢🚢", 6, "…"), ("", 3, ""),
        ] as [(String, Int, String)]
    )
    func aTextIsCutBetweenCharacters(text: String, limit: Int, cut: String) {
        #expect(text.cut(to: limit) == cut)
        #expect(cut.utf8.count <= limit)
    }

    @Test func aTextThatSomebodyHandsInIsRefusedRatherThanCut() throws {
        let type = TextType.text(upTo: 4)
        #expect(try type.read("éé", Offsets()) == "éé")
        let error = #expect(throws: JSONFieldError.self) { try type.read("ééé", Offsets()) }
        #expect(error?.reason == .mismatch(expected: "a string of at most 4 bytes", found: "'ééé'"))
    }

    @Test func noMessageOfARecordIsLongerThanItMayBe() {
        let long = String(repeating: "x", count: 100_000)
        var operation = OperationStatus(name: "a", queue: .main)
        operation.state = .ended(.failed(Failure(.error, long)))
        operation.attempts = [
            .init(
                number: 1,
                startedAt: Samples.start,
                endedAt: Samples.start,
                failure: Failure(.error, long)
            )
        ]
        operation.fallback = FallbackUse(source: long, age: nil)
        operation.obstacle = .condition(long)
        let action = ActionStatus(
            id: ActionID("a"),
            kind: "k",
            queue: .main,
            requires: [],
            state: .cancelled(reason: long),
            acceptedAt: Samples.start
        )
        let records: [JSON] = [
            operation.json(Samples.offsets), action.json(Samples.offsets),
            Explanation(
                subject: nil,
                state: "failed",
                steps: [.init(name: "a", relation: "because of", state: "failed", detail: long)]
            ).json(),
        ]
        for record in records {
            let size = record.bytes.count
            #expect(size > TextLimit.message && size < 5 * TextLimit.message)
        }
    }
}
