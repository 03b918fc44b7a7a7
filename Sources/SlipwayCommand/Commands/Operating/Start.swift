internal import ArgumentParser
internal import SlipwayInterface

/// `slipway start` starts a program.
struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "start",
        abstract: "Start a program that was stopped or has ended.",
        discussion: """
            Returns when it is ready; exits with 1 if it ends instead. Takes the right to operate.
            """
    )

    @OptionGroup var arguments: ProgramArguments

    func run() throws { try arguments.carryOut(Method.StartProgram.self) }
}
