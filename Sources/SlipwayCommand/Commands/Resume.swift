internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// `slipway resume` ends a pause.
struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let a queue that was paused go on, or the whole launch.",
        discussion: "A queue that was paused on its own stays so when the whole launch goes on."
    )

    @Argument(help: "The queue (default: the launch as a whole).", completion: .service(.queues))
    var queue: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let reply = try connection.control().answer(to: Method.ResumeQueue(queue))
        let changed = try Method.ResumeQueue.reply(reply).changed
        let subject = queue.map { "queue '\($0)'" } ?? "the launch"
        try output.print(
            json: reply,
            text: "\(subject) \(changed ? "goes on" : "was not paused")".printable
        )
    }
}
