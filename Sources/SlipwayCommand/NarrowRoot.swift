internal import ArgumentParser

/// The command `slipway` as if it had one subcommand.
///
/// The texts of the parser, such as the usage, are the same as with all subcommands.
struct NarrowRoot<Command: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Root.configuration.commandName,
            version: Root.configuration.version,
            subcommands: [Command.self]
        )
    }
}
