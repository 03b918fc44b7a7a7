internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// `slipway pause` keeps operations from starting.
struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Let nothing new start in a queue, or in the whole launch.",
        discussion: "What runs goes on, and so do all deadlines."
    )

    @Argument(help: "The queue (default: all of them).", completion: .service(.queues))
    var queue: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let reply = try connection.control().answer(to: Method.PauseQueue(queue))
        let changed = try Method.PauseQueue.reply(reply).changed
        let subject = queue.map { "queue '\($0)'" } ?? "the launch"
        try output.print(
            json: reply,
            text: "\(subject) \(changed ? "is paused" : "was paused already")".printable
        )
    }
}
