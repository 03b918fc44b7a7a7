internal import ArgumentParser
internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayPictures
internal import SlipwayReport

/// `slipway history` answers "is it getting slower?".
struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "history",
        abstract: "List the launches that are stored, and how long they and their operations took.",
        discussion: """
            Stored are the last \(KeptLimit.readyLaunches) launches that became ready of each kind (the first start since boot, other \
            starts, starts after a crash, and reloads) and the last \(KeptLimit.unreadyLaunches) that did not. The statistics are of all \
            that became ready, each kind apart: half of them took no longer than P50, 95 of 100 no longer than \
            P95, the last one LAST. RUN is the time that an operation took itself, WAIT the time that it was \
            ready and its queue was not. A bar stands for a launch, the last one on the right, from the \
            shortest to the longest time. Where no service runs, the history is read from its state \
            directory, by those who may read that.
            """
    )

    @Option(help: "Show at most this many launches.")
    var limit = 10

    @Option(
        help: ArgumentHelp("Show only this operation.", valueName: "name"),
        completion: .service(.operations)
    )
    var operation: String?

    @OptionGroup var place: HistoryPlace
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try Validation.checkPositive("--limit", limit)
    }

    func run() throws {
        let launches = try RecordedLaunches(connection, place)
            .all(upTo: Method.ListLaunches.limit)
        if let operation, !launches.contains(where: { $0.report[operation] != nil }) {
            throw CommandFailure.no("no launch of the history has an operation '\(operation)'")
        }
        let text = HistoryText(
            launches: launches,
            limit: limit,
            operation: operation,
            now: .microseconds(WallTime.microseconds),
            style: .standard
        )
        try output.print(json: text.json, text: text.text)
    }
}
