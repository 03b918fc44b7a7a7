internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// The options of `pause` and `resume`, and their answer.
struct QueueArguments: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Calls the daemon, and prints the state of the queue after the call.
    ///
    /// - Parameters:
    ///   - method: The change.
    ///   - done: The words for the new state.
    ///   - already: The words if the state was the same before.
    /// - Throws: The daemon cannot be asked, or refuses.
    func carryOut<Change: QueueMethod>(_ method: Change, done: String, already: String) throws {
        let reply = try connection.control().answer(to: method)
        let hasChanged = try Change.reply(reply).changed
        let subject = method.queue.map { "queue '\($0)'" } ?? "the launch"
        try output.print(json: reply, text: "\(subject) \(hasChanged ? done : already)".printable)
    }
}
