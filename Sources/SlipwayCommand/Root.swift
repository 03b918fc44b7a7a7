internal import ArgumentParser
internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwaySystem

/// `slipway`: shows a launch, sends actions to it, and checks configurations.
@main struct Root: ParsableCommand {
    static let name = "slipway"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Check, watch and steer the launch of a service.",
        discussion: """
            \(CommandFailure.exitCodes) With '--json' a failure is a line of JSON on stderr: its exit \
            code, its message, and the daemon's error, if any.

            'slipway help slipway.yaml', 'slipway help slipwayd' and 'slipway help org.slipway.Launch' are \
            the manual of the configuration, of the daemon and of its interface. Begin with \
            \(InstalledFile.path(of: "share/doc/slipway/docs/TUTORIAL.md")).
            """,
        version: Version.current,
        subcommands: [
            Init.self, Check.self, Graph.self,
            Status.self, Explain.self, Wait.self, Watch.self,
            Send.self, Actions.self,
            Cancel.self, Retry.self, Backup.self, Values.self, Reload.self, Pause.self, Resume.self,
            Drain.self,
            ListServices.self, Programs.self, Start.self, Stop.self, Restart.self, Logs.self,
            Time.self, Blame.self, CriticalChain.self, Plot.self, Trace.self, History.self,
            Compare.self,
            Advise.self, Simulate.self, WhatIf.self, Metrics.self, Export.self,
            Call.self, Introspect.self, ManualPages.self,
        ]
    )

    static func main() {
        StandardDescriptors.hold()
        // A reader may close the pipe early; that must not kill the process.
        signal(SIGPIPE, SIG_IGN)
        let arguments = ProcessArguments.all
        if let fault = ProcessArguments.fault {
            let failure = CommandFailure.usage(fault)
            Glibc.exit(Diagnostics.report(failure, isJSON: isJSON(arguments)))
        }
        Glibc.exit(run(arguments))
    }

    /// Without a subcommand there is nothing to do.
    func run() throws {
        throw CommandFailure.usage(
            "no subcommand; say what to do, such as 'slipway status': 'slipway --help' lists all"
        )
    }

    /// Runs one command line and says how the process is to exit.
    ///
    /// - Parameter arguments: The arguments without the name of the program.
    /// - Returns: The exit code.
    static func run(_ arguments: [String]) -> Int32 {
        let isJSON = isJSON(arguments)
        let asked = AskedService(isQuiet: isJSON)
        return AskedService.$current.withValue(asked) {
            NewerWord.$listener.withValue(NewerWord.Listener { asked.note($0) }) {
                let exitCode = runHere(arguments)
                // The JSON output has the unknown words itself.
                if !isJSON { asked.tellNewerWords() }
                return exitCode
            }
        }
    }

    private static func runHere(_ arguments: [String]) -> Int32 {
        do {
            if arguments == ["--version"] {
                try Output.standard.print(Version.current)
                return CommandFailure.success
            }
            let words = ArgumentOrder.withoutTerminator(ArgumentOrder.subcommandFirst(arguments))
            if let script = CompletionScript.asked(by: words) {
                try Output.standard.write(script)
                return CommandFailure.success
            }
            if let page = topic(of: words) { return try show(page) }
            try checkSubcommand(words)
            var command = try self.command(of: words)
            try command.run()
            return CommandFailure.success
        } catch {
            return Diagnostics.report(error, isJSON: isJSON(arguments))
        }
    }

    /// The page that `help TOPIC` asks for, unless the topic is a command.
    private static func topic(of words: [String]) -> ManualPage? {
        words.count == 2 && words[0] == "help" ? Manual.topic(words[1]) : nil
    }

    private static func show(_ page: ManualPage) throws -> Int32 {
        let columns = TerminalSize.of(Output.standard.descriptor).columns
        // Longer lines are hard to read.
        try Output.standard.print(page.text(width: min(columns, 100), style: .standard))
        return CommandFailure.success
    }

    /// Parses a command line as one of the subcommand that it names.
    static func command(of words: [String]) throws -> any ParsableCommand {
        // A shell that completes a line names its command, too.
        let isCompletion = words.first == "---completion"
        let name = isCompletion ? words.dropFirst().first : words.first
        let named = configuration.subcommands.first { $0.configuration.commandName == name }
        guard let named else {
            return try isCompletion ? CompletionRoot.parseAsRoot(words) : parseAsRoot(words)
        }
        return try isCompletion
            ? named.parseWithRoot(words) : named.parse(afterName: Array(words.dropFirst()))
    }

    /// Refuses an unknown subcommand, which the parser would take for a surplus argument, or for a
    /// request for help.
    private static func checkSubcommand(_ words: [String]) throws(CommandFailure) {
        guard let first = words.first, !first.hasPrefix("-") else { return }
        let isHelp = first == "help"
        let names =
            configuration.subcommands.compactMap { $0.configuration.commandName }
            + (isHelp ? Manual.topics.keys.sorted() : [])
        let name = isHelp ? words.dropFirst().first : first
        guard let name, !name.hasPrefix("-"), name != "help", !names.contains(name) else { return }
        let advice = NearestName.of(name, among: names).map { "did you mean '\($0)'? " } ?? ""
        throw .usage("no subcommand is named '\(name)'; \(advice)'slipway --help' lists all")
    }

    /// Tells whether failures are wanted as JSON, also when an error kept the options from being
    /// parsed.
    private static func isJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }
}
