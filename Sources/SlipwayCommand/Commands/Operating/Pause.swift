internal import ArgumentParser
internal import SlipwayInterface

/// `slipway pause` keeps operations from starting.
struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "pause",
        abstract: "Let nothing new start in a queue, or in the whole launch.",
        discussion: "What runs goes on, and so do all deadlines."
    )

    @Argument(help: "The queue (default: all of them).", completion: .service(.queues))
    var queue: String?

    @OptionGroup var arguments: QueueArguments

    func run() throws {
        try arguments.carryOut(
            Method.PauseQueue(queue),
            done: "is paused",
            already: "was paused already"
        )
    }
}
