internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// `slipway drain` waits until no launch action runs, and lets no further one begin.
struct Drain: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "drain",
        abstract: "Let no launch action begin any more, and wait for those that run.",
        discussion: """
            Pauses the launch, as 'slipway pause' does, and returns once no launch action runs: before a \
            stop that is to interrupt none. What is sent meanwhile is accepted and stored, and runs in \
            the next launch, or after 'slipway resume'. With '--all' what waits runs first; without \
            a state directory it would be lost with the service. Actions that a pause holds, or that are for the \
            next launch, are not waited for: both stay as they are. Exits with 3 if the timeout passes \
            first; what runs goes on then.

            \(CommandFailure.exitCodes)
            """
    )

    @Flag(help: "First wait until what waits has run, too, and what is sent meanwhile.")
    var all = false

    @Option(
        help: "How long to wait, such as 30s (default: as long as it takes).",
        transform: TimeoutArgument.init(parsing:)
    )
    var timeout: TimeoutArgument?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.control()
        let line = LiveLine(on: .error, isWanted: !output.json)
        line.words = { [all] _ in "waiting for launch actions that run\(all ? " or wait" : "")" }
        line.follow(client)
        let reply: JSON
        do {
            reply = try client.answer(
                to: Method.Drain(includesWaiting: all),
                timeout: timeout?.duration
            )
        } catch {
            line.erase()
            guard case .timedOut = error, timeout != nil else { throw error }
            throw CommandFailure.late(try late())
        }
        line.erase()
        let waiting = try Method.Drain.reply(reply).waiting
        let left =
            waiting == 0 ? "" : "; \(Self.actions(waiting)) \(waiting == 1 ? "waits" : "wait")"
        try output.print(
            json: reply,
            text: "no launch action runs, and the launch is paused\(left)"
        )
    }

    /// The words for a time that was too short.
    private func late() throws -> String {
        let status = try connection.control().call(Method.GetStatus()).status
        let (running, waiting) = (status.actions[.running], status.actions[.waiting])
        // The message does not say that waiting actions are waited for: a pause may hold them, or
        // they are for the next launch.
        let waits = all ? ", and \(waiting) \(waiting == 1 ? "waits" : "wait")" : ""
        let rest =
            status.isPaused
            ? "the launch stays paused: 'slipway resume' lets it go on" : "nothing is paused"
        return
            "timed out after \((timeout?.duration ?? .zero).timespan): \(Self.actions(running)) "
            + "still \(running == 1 ? "runs" : "run")\(waits); \(rest)"
    }

    private static func actions(_ count: Int) -> String {
        counted(count, "launch action")
    }
}
