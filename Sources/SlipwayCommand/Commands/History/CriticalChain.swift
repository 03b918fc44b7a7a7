internal import ArgumentParser
internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport

/// `slipway critical-chain` answers "what set the time to ready?".
struct CriticalChain: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "critical-chain",
        abstract: "Show the operations and waits that set the time to ready.",
        discussion: "Making an operation that is not in the chain faster gains nothing."
    )

    @Argument(
        help: "The operation to explain (default: the launch).",
        completion: .service(.operations)
    )
    var name: String?

    @OptionGroup var choice: LaunchChoice
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let launch = try choice.report(connection, actions: 0)
        let (report, now) = (launch.report, launch.moment)
        guard let text = report.criticalChainText(to: name, at: now) else {
            throw CommandFailure.no("cannot show '\(name ?? "")': no operation has that name")
        }
        let chain = report.criticalChain(to: name, at: now)
        try output.print(json: .array(chain.map(\.json)), text: text)
    }
}
