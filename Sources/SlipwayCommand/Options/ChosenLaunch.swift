internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport

/// A launch as it is named on a command line.
enum LaunchArgument: Hashable {
    /// The one in service, or one that the history has.
    case kept(LaunchName)
    /// A report in a file; `-` is standard input.
    case file(String)

    /// Reads a word, which is a file where there is one of that name, or where it is written like one.
    init(_ text: String) {
        let isFile =
            text == "-" || access(text, F_OK) == 0 || text.contains("/") || text.hasSuffix(".json")
        self = isFile ? .file(text) : .kept(LaunchName(text))
    }

    /// The two launches of a comparison, the earlier one first: what is not named is the one before the last, and the
    /// last one.
    static func pair(_ named: [Self]) -> (Self, Self) {
        (named.first ?? .kept(.back(1)), named.dropFirst().first ?? .kept(.back(0)))
    }
}

/// A launch that was chosen, and the time that it is seen at.
struct ChosenLaunch {
    let launch: RecordedLaunch
    /// The moment up to which what is under way is counted: now for a launch that runs, and none for one whose
    /// process is gone.
    let moment: Instant?

    var report: Report { launch.report }

    /// One that the service or its history has.
    init(_ launch: RecordedLaunch) {
        self.launch = launch
        moment = launch.end == .running ? .now : launch.report.endedAt
    }

    /// One in a file, which says nothing of now, nor of when its launch began.
    init(inFile path: String) throws {
        launch = RecordedLaunch(try Report(file: path), start: .warm)
        moment = nil
    }
}
