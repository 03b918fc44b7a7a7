internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway programs` answers "how are its programs?".
struct Programs: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "programs",
        abstract: "Show the programs, what they use, and why they last ended.",
        discussion: """
            SINCE is how long a program has been as STATE says, RESTARTS how often it was started again \
            by itself. PROCESSES, MEMORY and CPU are those of its process and of all that it started: the \
            memory in RAM, where what several of them share counts for each, and the CPU time, as the \
            kernel counts it. LAST END is when and why it last ended without being asked to. With names, \
            the runs before the last start are listed, too.
            """
    )

    @Argument(help: "Only these programs, and each of their runs (default: all).")
    var names: [String] = []

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let answer = try connection.observing().answer(to: Method.ListPrograms())
        let reply = try Method.ListPrograms.reply(answer)
        var users = SenderNames()
        let known = reply.programs.map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            let nearest =
                NearestName.of(unknown, among: known).map { "; did you mean '\($0)'?" } ?? ""
            throw CommandFailure.no("no program is named '\(unknown)'\(nearest)")
        }
        let chosen = reply.programs.filter { names.isEmpty || names.contains($0.name) }
        let listing = Method.ListPrograms.Reply(chosen, since: reply.processStart)
        try output.print(
            json: users.naming(programsOf: names.isEmpty ? answer : listing.json()),
            text: ProgramListText(
                programs: users.naming(chosen),
                processStart: reply.processStart,
                showsRuns: !names.isEmpty,
                now: .now,
                style: .standard
            ).text
        )
    }
}
