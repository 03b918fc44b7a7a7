import Slipway
import SlipwayInterface
import Testing

@testable import SlipwayCommand

/// The words of a line that changes.
struct ProgressTextTests {
    @Test(
        arguments: [
            (1214, "2/4 operations, waiting for user-data 1.2s of 5s"),
            (1414, "2/4 operations, waiting for user-data 1.4s of 5s"),
        ] as [(Int64, String)]
    )
    func aLaunchSaysHowManyOfHowManyAndWhatItWaitsFor(now: Int64, words: String) {
        let goal = WaitGoal(WaitGoal.ready)
        #expect(goal.progress(in: Reports.starting, at: Reports.at(now)) == words)
    }

    @Test func timeGoesOnBetweenTwoAnswers() {
        let status = LaunchStatus(Reports.starting, at: Reports.at(1214))
        let words = ProgressText.words(
            for: status,
            asOf: Reports.at(1214),
            at: Reports.at(3214)
        )
        #expect(words == "2/4 operations, waiting for user-data 3.2s of 5s")
    }

    @Test(
        arguments: [
            ("user-data", "user-data: running 1.2s of 5s"),
            ("feature-toggles", "feature-toggles: waiting for user-data 1.2s of 5s"),
            ("a1", "a1: waiting for user-data 1.2s of 5s"),
        ]
    )
    func whatIsNamedSaysWhatItWaitsFor(name: String, words: String) {
        let text = WaitGoal(name).progress(in: Reports.starting, at: Reports.at(1214))
        #expect(text == words)
    }

    @Test func aPausedLaunchSaysSo() {
        var report = Reports.starting
        report.isPaused = true
        let words = WaitGoal.launch.progress(in: report, at: Reports.at(1214))
        #expect(words?.hasSuffix(", paused") == true, "\(words ?? "")")
    }
}
