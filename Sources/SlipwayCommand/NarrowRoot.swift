internal import ArgumentParser

/// The command `slipway` as if it had one subcommand.
///
/// What the parser says, such as the usage, names the same words as with all of them.
struct NarrowRoot<Command: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Root.configuration.commandName,
            version: Root.configuration.version,
            subcommands: [Command.self]
        )
    }
}
