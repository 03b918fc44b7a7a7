import Slipway
import SlipwayTestSupport
import Testing

@testable import SlipwayClient

/// A service that takes a connection, and from which nothing comes.
struct SilenceTests {
    private static let start = Instant(nanoseconds: 1_000_000_000)

    private static func at(_ seconds: Int64) -> Instant { start.advanced(by: .seconds(seconds)) }

    /// The verdicts of looks at these seconds.
    private func verdicts(
        _ seconds: [Int64],
        isHeld: Bool = false,
        isLimited: Bool = false,
        answers: (Int64) -> Bool = { _ in false }
    ) -> [SilenceJudge.Verdict] {
        var judge = SilenceJudge(since: Self.start)
        return seconds.map { second in
            judge.look(at: Self.at(second), isHeld: isHeld, isLimited: isLimited) {
                answers(second)
            }
        }
    }

    @Test(arguments: [true, false])
    func aServiceThatAnswersNothingIsToldOnceAndGivenUpInTheEnd(isHeld: Bool) {
        #expect(
            verdicts([2, 4, 44, 45], isHeld: isHeld) == [.told, .patience, .patience, .over]
        )
    }

    @Test func aCallWithALimitOfItsOwnIsGivenUpByThat() {
        #expect(verdicts([2, 50, 500], isLimited: true) == [.told, .patience, .patience])
    }

    @Test func aServiceThatOnlyTakesItsTimeIsAskedMoreAndMoreSeldom() {
        var asked: [Int64] = []
        let found = verdicts(Array(stride(from: 2, to: 100, by: 2))) { second in
            asked.append(second)
            return true
        }
        #expect(Set(found) == [.patience])
        #expect(asked == [2, 4, 8, 16, 32, 62, 92])
    }

    @Test func aServiceThatIsBackIsToldAnewWhenItIsSilentAgain() {
        let found = verdicts([2, 4, 6, 8, 50, 51]) { $0 == 6 }
        #expect(found == [.told, .patience, .patience, .told, .patience, .over])
    }

    @Test(
        arguments: [
            ("4711 (slipwayd) T 1 4711", SilentService.Hold.stopped),
            ("4711 (slip) S (wayd) t 1 4711", .traced), ("4711 (T) T) S 1 4711", nil), ("", nil),
            ("4711 (slipwayd)", nil),
        ]
    )
    func theStateOfAProcessIsBehindItsName(line: String, hold: SilentService.Hold?) {
        #expect(SilentService.Hold(statLine: Array(line.utf8)) == hold)
    }

    @Test func aReplyThatIsTooLongIsAFailureThatNamesTheBound() throws {
        let folder = try TemporaryFolder()
        let daemon = try #require(EndlessDaemon(path: folder.path + "/socket"))
        let client = try ControlClient(path: daemon.path, longestReply: 1_000_000)
        let error = #expect(throws: ControlClientError.self) { try client.call("a.B") }
        #expect(
            error?.description
                == "cannot call a.B: the reply is longer than 1000000 bytes, the most that is taken"
        )
    }
}
