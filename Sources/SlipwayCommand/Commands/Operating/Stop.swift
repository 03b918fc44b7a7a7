internal import ArgumentParser
internal import SlipwayInterface

/// `slipway stop` ends a program.
struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "stop",
        abstract: "End a program with all its processes, and leave it stopped.",
        discussion: """
            Returns when they are gone. The rest of the service goes on; 'systemctl stop' ends it as \
            a whole. Takes the right to operate.
            """
    )

    @OptionGroup var arguments: ProgramArguments

    func run() throws { try arguments.carryOut(Method.StopProgram.self) }
}
