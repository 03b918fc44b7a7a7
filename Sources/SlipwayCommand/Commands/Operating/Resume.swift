internal import ArgumentParser
internal import SlipwayInterface

/// `slipway resume` ends a pause.
struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "resume",
        abstract: "Let a queue that was paused go on, or the whole launch.",
        discussion: "A queue that was paused on its own stays so when the whole launch goes on."
    )

    @Argument(help: "The queue (default: the launch as a whole).", completion: .service(.queues))
    var queue: String?

    @OptionGroup var arguments: QueueArguments

    func run() throws {
        try arguments.carryOut(
            Method.ResumeQueue(queue),
            done: "goes on",
            already: "was not paused"
        )
    }
}
