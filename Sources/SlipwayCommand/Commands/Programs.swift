internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// The arguments of `start` and `stop`, and their answer.
struct ProgramArguments: ParsableArguments {
    @Argument(help: "The program: the operation that started it.", completion: .service(.programs))
    var name: String

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Calls the daemon, and prints how the program is then.
    func carryOut<Method: ProgramMethod>(_ method: Method.Type) throws {
        try Method.carryOut(name, connection, output)
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

/// `slipway restart` ends a program and starts it again, or has the whole service started anew.
struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "End a program, if it runs, and start it; with '--full' the service as a whole.",
        discussion: """
            Returns when the program is ready; exits with 1 if it ends instead. What depends on it is not \
            run again.

            With '--full' the service stops in order, and its process ends with status 75, after which its \
            unit starts it anew, with its optional operations: the starts before, that crashed or failed, \
            count no more. A service that no manager starts anew stays stopped. Takes the right to operate.
            """
    )

    @Argument(help: "The program: the operation that started it.", completion: .service(.programs))
    var name: String?

    @Flag(help: "Start the whole service anew, with everything: the way out of safe mode.")
    var full = false

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        switch (name, full) {
        case (nil, false): throw ValidationError("Name a program, or give '--full'.")
        case (.some, true): throw ValidationError("Give a program or '--full', not both.")
        default: break
        }
    }

    func run() throws {
        if let name { return try Method.RestartProgram.carryOut(name, connection, output) }
        let reply = try connection.control().answer(to: Method.Restart(isFull: true))
        try output.print(json: reply, text: "the service ends; its manager starts it anew, with everything")
    }
}

extension ProgramMethod {
    /// Calls the daemon, and prints how the program is then.
    fileprivate static func carryOut(
        _ name: String,
        _ connection: ConnectionOptions,
        _ output: OutputOptions
    ) throws {
        let reply = try connection.control().answer(to: Self(name))
        let program = try Self.reply(reply).program
        let pid = program.pid.map { ", pid \($0)" } ?? ""
        try output.print(
            json: reply,
            text: "'\(program.name)' is \(program.state.word)\(pid)".printable
        )
    }
}
