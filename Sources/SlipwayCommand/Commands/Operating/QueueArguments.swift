internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// The options of `pause` and `resume`, and their answer.
struct QueueArguments: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Calls the daemon, and prints what became of the queue.
    ///
    /// - Parameters:
    ///   - method: The change.
    ///   - done: What it is then, in words.
    ///   - already: The words where it was so before.
    /// - Throws: The daemon cannot be asked, or refuses.
    func carryOut<Change: QueueMethod>(_ method: Change, done: String, already: String) throws {
        let reply = try connection.control().answer(to: method)
        let hasChanged = try Change.reply(reply).changed
        let subject = method.queue.map { "queue '\($0)'" } ?? "the launch"
        try output.print(json: reply, text: "\(subject) \(hasChanged ? done : already)".printable)
    }
}
