internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// `slipway reload` brings a changed configuration into the running service.
struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Bring the changed configuration into the running service.",
        discussion: """
            Operations that did not change, and require nothing that did, are not run again, and their \
            programs go on; what changed runs beside the generation that is in service, and takes its \
            place once all is ready. If it is wrong or fails, the one before it stays in service: the \
            command says why, and exits with 1, or with 78 if the configuration is wrong. Takes the \
            right to operate.
            """
    )

    @Flag(help: "Only tell what would run, stay, be replaced and go.")
    var dryRun = false

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let method = Method.Reload(isDryRun: dryRun)
        let reply = try connection.control().answer(to: method, timeout: nil)
        let lines = try Method.Reload.reply(reply).lines(isDryRun: dryRun)
        try output.print(json: reply, text: lines.map(\.printable).joined(separator: "\n"))
    }
}

extension ReloadReply {
    /// What became, or would become, of each operation that does not stay as it is.
    fileprivate func lines(isDryRun: Bool) -> [String] {
        let moved = operations.filter { $0.fate != .stays }
        var table = TextTable([.left("OPERATION"), .left("FATE"), .left("WHY")])
        table.rows = moved.map { [$0.name, $0.fate.rawValue, $0.reason] }
        let stay = operations.count - moved.count
        let head =
            isDryRun
            ? "generation \(generation) would be followed by another one"
            : "generation \(generation) is in service"
        let count =
            "\(stay) of \(operations.count) operations \(stay == 1 ? "stays" : "stay") as they are"
        return (moved.isEmpty ? [] : table.lines) + notes + ["\(head); \(count)"]
    }
}
