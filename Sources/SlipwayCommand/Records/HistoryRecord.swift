internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayPictures
internal import SlipwayReport
internal import SlipwayVarlink

extension HistoryText {
    var json: JSON {
        HistoryRecord(
            launches: launches.prefix(limit).map { ListedLaunch($0, among: launches) },
            statistics: statistics
        )
        .json()
    }
}

/// The history of a service: its last launches, and the statistics of all.
struct HistoryRecord: Hashable, Record {
    static let blank = HistoryRecord(launches: [], statistics: [])

    var launches: [ListedLaunch]
    var statistics: [LaunchStatistics]

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The last launches, the last one first")
        try fields.required("launches", &launches, .list(.record(ListedLaunch.self)))
        fields.say("The statistics of all that became ready, each kind of launch apart")
        try fields.required("statistics", &statistics, .list(.record(LaunchStatistics.self)))
    }
}

/// A launch of the history, as `ListLaunches` gives it, with what became of its programs and of itself.
struct ListedLaunch: Hashable, NamedRecord {
    static let declaration = Declaration("ListedLaunch", "A launch of the history")
    static let blank = ListedLaunch(summary: .blank)

    var summary: LaunchSummary
    var restarts: JSONObject?
    var replacedBy: String?

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try summary.visit(&fields)
        fields.say("How often each program was started again; absent if none was")
        try fields.optional("restarts", &restarts, .object)
        fields.say("The launch that took its place, if a reload made one")
        try fields.optional("replacedBy", &replacedBy, .text)
    }
}

extension ListedLaunch {
    init(_ launch: RecordedLaunch, among launches: [RecordedLaunch]) {
        let restarted = launch.report.programs.filter { $0.restarts > 0 }
            .map { ($0.name, JSON(count: $0.restarts)) }
        self.init(
            summary: LaunchSummary(launch),
            restarts: restarted.isEmpty ? nil : JSONObject(restarted),
            replacedBy: launch.replacement(in: launches)?.report.launchID
        )
    }
}
