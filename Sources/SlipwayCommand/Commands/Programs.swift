internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// The arguments of `start`, `stop` and `restart`, and their answer.
struct ProgramArguments: ParsableArguments {
    @Argument(help: "The program: the operation that started it.")
    var name: String

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Calls the daemon, and prints how the program is then.
    func carryOut<Method: ProgramMethod>(_ method: Method.Type) throws {
        let reply = try connection.control().answer(to: Method(name))
        let program = try Method.reply(reply).program
        let pid = program.pid.map { ", pid \($0)" } ?? ""
        try output.print(
            json: reply,
            text: "'\(program.name)' is \(program.state.word)\(pid)".printable
        )
    }
}

/// `slipway start` starts a program.
struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start a program that was stopped or has ended.",
        discussion: """
            Returns when it is ready; exits with 1 if it ends instead. Takes the right to operate.
            """
    )

    @OptionGroup var arguments: ProgramArguments

    func run() throws { try arguments.carryOut(Method.StartProgram.self) }
}

/// `slipway stop` ends a program.
struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "End a program with all its processes, and leave it stopped.",
        discussion: """
            Returns when they are gone. The rest of the service goes on; 'systemctl stop' ends it as \
            a whole. Takes the right to operate.
            """
    )

    @OptionGroup var arguments: ProgramArguments

    func run() throws { try arguments.carryOut(Method.StopProgram.self) }
}

/// `slipway restart` ends a program and starts it again.
struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "End a program, if it runs, and start it.",
        discussion: """
            Returns when it is ready; exits with 1 if it ends instead. What depends on it is not run \
            again. Takes the right to operate.
            """
    )

    @OptionGroup var arguments: ProgramArguments

    func run() throws { try arguments.carryOut(Method.RestartProgram.self) }
}
