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

    /// Calls the daemon, and prints the state of the program after the call.
    func carryOut<Method: ProgramMethod>(_ method: Method.Type) throws {
        try Method.carryOut(name, connection, output)
    }
}

extension ProgramMethod {
    /// Calls the daemon, and prints the state of the program after the call.
    static func carryOut(
        _ name: String,
        _ connection: ConnectionOptions,
        _ output: OutputOptions
    ) throws {
        let answer = try connection.control().answer(to: Self(name))
        let reply = try Self.reply(answer)
        let program = reply.program
        let pid = program.pid.map { ", pid \($0)" } ?? ""
        try output.print(
            json: answer,
            text: "'\(program.name)' is \(program.state.word)\(pid)".printable
        )
        if !reply.changedFiles.isEmpty, !output.json {
            Output.error.notice(ChangedFilesWords.advice(reply.changedFiles))
        }
    }
}
