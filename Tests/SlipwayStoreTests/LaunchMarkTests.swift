import Slipway
import SlipwayInterface
import SlipwayReport
import SlipwayTestSupport
import Testing

@testable import SlipwayStore

/// The marks of the last starts: what the next launch begins with, and whether it is a safe mode.
struct LaunchMarkTests {
    /// Marks of starts that ended so, each a process of its own.
    private func marks(
        _ states: [LaunchMark.State],
        suspects: [[String]] = []
    ) -> LaunchMarks {
        var marks = LaunchMarks()
        for (number, state) in states.enumerated() {
            marks.begin()
            var launch = LaunchSummary(launchID: "l\(number)", start: .warm)
            (launch.bootID, launch.startedAt) = ("boot", Int64(number))
            marks.note(
                LaunchMark(
                    launch,
                    state: state,
                    suspects: number < suspects.count ? suspects[number] : []
                )
            )
        }
        return marks
    }

    @Test(
        arguments: [
            ([], "boot", .cold),
            ([.ended], "boot", .warm),
            ([.failed], "boot", .warm),
            ([.running], "boot", .afterCrash),
            ([.steady], "boot", .afterCrash),
            ([.ended], "another", .cold),
            ([.running], "another", .cold),
            ([.ended], "", .cold),
        ] as [([LaunchMark.State], String, RecordedLaunch.Start)]
    )
    func aLaunchBeginsWithWhatTheLastOneLeft(
        states: [LaunchMark.State],
        boot: String,
        start: RecordedLaunch.Start
    ) {
        #expect(marks(states).start(inBoot: boot) == start)
    }

    @Test(
        arguments: [
            ([], false),
            ([.running, .running], false),
            ([.running, .running, .running], true),
            ([.running, .failed, .running], true),
            ([.failed, .failed, .failed], true),
            // What a required operation made fail, and what was stopped, says nothing.
            ([.running, .ended, .running, .ended, .ended, .running, .ended], true),
            ([.ended, .ended, .ended, .ended], false),
            // Ready for a minute, and then killed.
            ([.running, .running, .steady], false),
        ] as [([LaunchMark.State], Bool)]
    )
    func threeStartsInARowAreASafeMode(states: [LaunchMark.State], isSafe: Bool) {
        var marks = marks(states)
        marks.begin()
        #expect((marks.safeMode != nil) == isSafe)
    }

    @Test func whatWasForgivenCountsNoMore() {
        var marks = marks([.running, .running, .running])
        marks.begin()
        marks.forgive()
        #expect(marks.safeMode == nil)
        #expect(marks.marks.map(\.state) == [.ended, .ended, .ended])
    }

    @Test(
        arguments: [
            ([.running, .running, .running], [], "3 starts crashed"),
            (
                [.running, .running, .running], [["b", "a"], ["a"], []],
                "3 starts crashed while 'a', 'b' ran"
            ),
            (
                [.failed, .failed, .failed], [["warm"], ["warm"], ["warm"]],
                "3 starts failed because of 'warm'"
            ),
            (
                [.running, .failed, .running], [[], ["warm"], []],
                "3 starts crashed or failed; suspected: 'warm'"
            ),
        ] as [([LaunchMark.State], [[String]], String)]
    )
    func theReasonNamesWhatMayBeToBlame(
        states: [LaunchMark.State],
        suspects: [[String]],
        reason: String
    ) {
        var marks = marks(states, suspects: suspects)
        marks.begin()
        #expect(marks.safeMode?.reason == reason)
    }

    @Test func marksOutliveTheirProcess() throws {
        let folder = try TemporaryFolder()
        #expect(MarkFile.read(in: folder.path) == LaunchMarks())
        let marks = marks([.ended, .running], suspects: [["a \"b\"\n"]])
        #expect(MarkFile.write(marks, in: folder.path, isCertain: false))
        #expect(MarkFile.read(in: folder.path) == marks)
    }

    @Test func aLineThatCannotBeReadIsPassedOver() {
        let text = "{\"launchId\":1}\nnot JSON\n\n"
        var marks = marks([.ended])
        #expect(LaunchMarks(parsing: Array(text.utf8) + marks.bytes + [0xff]) == marks)
        marks = LaunchMarks(parsing: [])
        #expect(marks.marks == [])
    }

    @Test func fewMarksAreKeptAndThoseThatCountAreAmongThem() {
        let marks = marks([.running, .running, .running] + Array(repeating: .ended, count: 100))
        #expect(marks.marks.count == LaunchMarks.limit + LaunchMarks.patience)
        #expect(marks.safeMode != nil)
        #expect(marks.bytes.count < 8000)
    }
}
