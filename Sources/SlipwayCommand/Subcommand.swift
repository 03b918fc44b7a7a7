internal import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a subcommand of `slipway`.
    ///
    /// - Parameters:
    ///   - name: The name of the subcommand: without one the parser prints the type, which searches all
    ///     conformances of the program four times.
    ///   - abstract: What the subcommand does, a sentence.
    ///   - discussion: What else there is to say.
    ///   - shouldDisplay: Whether the help of `slipway` lists the subcommand.
    init(
        subcommand name: String,
        abstract: String,
        discussion: String = "",
        shouldDisplay: Bool = true
    ) {
        self.init(
            commandName: name,
            _superCommandName: Root.name,
            abstract: abstract,
            discussion: discussion,
            shouldDisplay: shouldDisplay
        )
    }
}

extension ParsableCommand {
    /// Parses the arguments of a subcommand of `slipway`, which follow its name.
    ///
    /// With all subcommands the parser takes longer than most commands do. With one that is named as a part of
    /// `slipway` it does not look for the request of a completion script either, which takes half of the rest. Faults
    /// and help are told as of `slipway`, which needs a root.
    static func parse(afterName arguments: [String]) throws -> any ParsableCommand {
        if let command = try? parseAsRoot(arguments) as? Self { return command }
        return try parseWithRoot([_commandName] + arguments)
    }

    /// Parses a command line that names this subcommand, as if there were no other one.
    static func parseWithRoot(_ words: [String]) throws -> any ParsableCommand {
        try NarrowRoot<Self>.parseAsRoot(words)
    }
}
