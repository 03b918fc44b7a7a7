internal import ArgumentParser
internal import Slipway
internal import SlipwayPictures
internal import SlipwayReport

/// The times of the operations of a configuration that is launched in virtual time.
struct CourseOptions: ParsableArguments {
    @Option(
        name: .customLong("duration"),
        parsing: .singleValue,
        help: ArgumentHelp(
            "How long an attempt of an operation takes: user-data=250ms; it counts before all else.",
            valueName: "name=time"
        )
    )
    var durations: [NamedDuration] = []

    @Flag(help: "Take the median times of the launches that the service's history has.")
    var fromHistory = false

    @Option(
        help: ArgumentHelp(
            "Take the times of a launch: a report that 'slipway call GetReport' printed, '-' for standard input.",
            valueName: "file"
        )
    )
    var from: String?

    @Option(help: "The width of queues with automatic width.")
    var width = 8

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var place: HistoryPlace

    func validate() throws {
        if fromHistory, from != nil {
            throw ValidationError("give '--from-history' or '--from', not both.")
        }
        try Validation.checkPositive("--width", width)
    }

    /// The course of each operation; blocks.
    ///
    /// - Parameter time: How long an attempt of every other operation takes.
    /// - Returns: The courses.
    /// - Throws: ``CommandFailure``: the launches cannot be read.
    func courses(otherwise time: Duration) throws -> RecordedCourses {
        var courses = RecordedCourses(try reports(), otherwise: time)
        for duration in durations { courses.set(duration.duration, of: duration.name) }
        return courses
    }

    private func reports() throws -> [Report] {
        if let from { return [try Report(file: from)] }
        guard fromHistory else { return [] }
        let launches = try RecordedLaunches(connection, place).all(upTo: HistoryChoice.limit)
        let reports = launches.filter(\.isReadyStart).map(\.report)
        guard !reports.isEmpty else {
            throw CommandFailure.no("the history has no launch that became ready")
        }
        return reports
    }
}
