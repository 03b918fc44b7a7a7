internal import ArgumentParser

/// The command line as shells complete it: options that choose the service may stand before the subcommand, which
/// ``ArgumentOrder`` brings into the parser's own order.
struct CompletionRoot: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Root.configuration.commandName,
        version: Root.configuration.version,
        subcommands: Root.configuration.subcommands
    )

    @OptionGroup var connection: ConnectionOptions
}
