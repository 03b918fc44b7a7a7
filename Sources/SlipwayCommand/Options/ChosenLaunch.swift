internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport

/// A launch as it is named on a command line.
enum LaunchArgument: Hashable {
    /// The launch in service, or one of the history.
    case kept(LaunchName)
    /// A report in a file; `-` is standard input.
    case file(String)

    /// Reads an argument: a number counts launches back; what is written like a file, or is the name
    /// of one, is that; else it is the name of a launch.
    init(_ text: String) {
        let name = LaunchName(text)
        if case .back = name {
            self = .kept(name)
            return
        }
        let isFile =
            text == "-" || text.contains("/") || text.hasSuffix(".json") || access(text, F_OK) == 0
        self = isFile ? .file(text) : .kept(name)
    }

    /// The two launches of a comparison, the earlier one first; by default the last launch but one,
    /// and the last one.
    static func pair(_ named: [Self]) -> (Self, Self) {
        (named.first ?? .kept(.back(1)), named.dropFirst().first ?? .kept(.back(0)))
    }
}

/// A launch that was chosen, and the time that it is seen at.
struct ChosenLaunch {
    let launch: RecordedLaunch
    /// The moment up to which open times are counted: now for a launch that runs, its end for one
    /// that has ended; `nil` if that is not known, as after a crash.
    let moment: Instant?

    var report: Report { launch.report }

    /// A launch of the service, or of its history.
    init(_ launch: RecordedLaunch) {
        self.launch = launch
        moment = launch.end == .running ? .now : launch.report.endedAt
    }

    /// A launch in a file, which tells neither the present moment nor the date at which the launch
    /// began.
    init(inFile path: String) throws {
        launch = RecordedLaunch(try Report(file: path), start: .warm)
        moment = nil
    }
}
