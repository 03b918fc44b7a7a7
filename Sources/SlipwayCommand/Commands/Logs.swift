internal import ArgumentParser
internal import Glibc
internal import SlipwayControl
internal import SlipwayRecords
internal import SlipwaySystem

/// `slipway logs` shows what a service and its programs wrote to the journal.
struct Logs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Show what an operation, an action or the whole service wrote to the journal.",
        discussion: """
            Runs journalctl(1) with the fields of the service; what follows '--' is handed to it, as \
            in 'slipway logs web -- --since -1h'.
            """
    )

    @Argument(
        help: """
            The operation, program or kind of action, or the identity of an action (default: the \
            whole service).
            """
    )
    var name: String?

    @Flag(name: [.short, .long], help: "Go on with new entries as they come.")
    var follow = false

    @Option(name: [.short, .long], help: "Show only so many of the last entries.")
    var number: Int?

    @Argument(parsing: .postTerminator, help: "Further arguments of journalctl.")
    var further: [String] = []

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if let number, number < 0 { throw ValidationError("'--number' is at least 0.") }
    }

    func run() throws {
        var words = ["journalctl"]
        if follow { words.append("--follow") }
        if let number { words.append("--lines=\(number)") }
        words += Self.matches(of: name, in: try service())
        words += further
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execvp("journalctl", &pointers)
        throw CommandFailure.cannot("cannot run journalctl: \(ErrorNumber.current)")
    }

    /// The fields of the entries: of an operation or an action by that name.
    static func matches(of name: String?, in service: String) -> [String] {
        let service = "LAUNCH_NAME=\(service)"
        guard let name else { return [service] }
        return [service, "LAUNCH_OPERATION=\(name)", "+", service, "LAUNCH_ACTION_ID=\(name)"]
    }

    /// The name of the service in its entries: the daemon knows it; of a stopped one it is most
    /// likely the name of its instance.
    private func service() throws -> String {
        if let client = try connection.observingIfThere() {
            return try LaunchReply.status(in: client.call(.getStatus)).name
        }
        guard let app = connection.app else {
            throw CommandFailure.cannot("the service is not running; name it with '--app'")
        }
        return app
    }
}
