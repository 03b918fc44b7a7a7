import SlipwayInterface
import Testing

@testable import SlipwayCommand

/// A launch on a command line: one of the history, or a report in a file.
struct LaunchArgumentTests {
    /// Whatever lies in the working folder.
    @Test(arguments: ["0": 0, "-1": 1, "-12": 12])
    func aNumberCountsLaunchesBack(text: String, number: Int) {
        #expect(LaunchArgument(text) == .kept(.back(number)))
    }

    @Test(arguments: ["-", "./0", "/dev/fd/63", "reports/last", "absent.json"])
    func whatIsWrittenLikeAFileIsOne(text: String) {
        #expect(LaunchArgument(text) == .file(text))
    }

    @Test func whatNoFileIsNamedIsTheBeginningOfAnIdentity() {
        #expect(LaunchArgument("8b383ac3") == .kept(.beginning("8b383ac3")))
    }
}
