internal import ArgumentParser
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway call` calls a method of the daemon.
struct Call: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "call",
        abstract: "Call a method of the daemon, and print its reply.",
        discussion: """
            'slipway call GetStatus' is short for 'slipway call org.slipway.Launch.GetStatus'; \
            'slipway introspect' lists what there is. Exits with 1 if the reply is an error.
            """
    )

    @Argument(
        help: "The method: INTERFACE.METHOD, or a METHOD of org.slipway.Launch.",
        completion: .custom { _, _, _ in Method.all.map { $0.row.name } }
    )
    var method: String

    @Argument(help: "The parameters, a JSON object.")
    var parameters = "{}"

    @Flag(help: "Print every reply until there are no more, each on a line of its own.")
    var more = false

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try PayloadArguments.parameters(parameters)
    }

    func run() throws {
        let object = JSON.object(try PayloadArguments.parameters(parameters))
        let client = try connection.control()
        do {
            guard more else {
                let reply = try client.call(wholeName, object, timeout: nil)
                return try Output.standard.print(reply.text(isCompact: output.json))
            }
            try client.stream(wholeName, object, timeout: nil) { reply, _ in
                try Output.standard.print(reply.text(isCompact: true))
                return true
            }
        } catch ControlClientError.refused(let error) {
            // The text is the raw error, without an explanation; JSON has both.
            if output.json { throw ControlClientError.refused(error) }
            throw CommandFailure.no(error.description)
        }
    }

    private var wholeName: String {
        method.contains(".") ? method : "\(LaunchInterface.name).\(method)"
    }
}
