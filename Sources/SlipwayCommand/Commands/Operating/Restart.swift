internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// `slipway restart` ends a program and starts it again, or has the whole service started anew.
struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "restart",
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
        let reply = try connection.startingControl().answer(to: Method.Restart(isFull: true))
        try output.print(
            json: reply,
            text: "the service ends; its manager starts it anew, with everything"
        )
    }
}
