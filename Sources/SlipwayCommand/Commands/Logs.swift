internal import ArgumentParser
internal import Glibc
internal import Slipway
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
            The operation, program or kind of action, or the identity of an action or its beginning \
            (default: the whole service).
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
        let client = try connection.observingIfThere()
        let id = try client.flatMap { try identity($0) }
        words += Self.matches(of: name, id: id, in: try service(client))
        words += further
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execvp("journalctl", &pointers)
        throw CommandFailure.cannot("cannot run journalctl: \(ErrorNumber.current)")
    }

    /// The fields of the entries: of an operation or an action by that name.
    ///
    /// - Parameters:
    ///   - name: The name; `nil` for the whole service.
    ///   - id: The identity that begins with it; `nil` if there is none.
    ///   - service: The service.
    /// - Returns: Arguments of journalctl.
    static func matches(of name: String?, id: String? = nil, in service: String) -> [String] {
        let service = "LAUNCH_NAME=\(service)"
        guard let name else { return [service] }
        let id = id ?? name
        return [service, "LAUNCH_OPERATION=\(name)", "+", service, "LAUNCH_ACTION_ID=\(id)"]
    }

    /// The identity of the action that the name is the beginning of; `nil` for none.
    private func identity(_ client: ControlClient) throws -> String? {
        guard let name, Identity.isBeginning(name), !Identity.isOne(name) else { return nil }
        do {
            return try ActionReply(client.call(.getAction(id: name))).action.id.description
        } catch ControlClientError.refused(let error) {
            guard case .noSuchAction = LaunchRefusal(error) else {
                throw ControlClientError.refused(error)
            }
            return nil
        }
    }

    /// The name of the service in its entries: the daemon knows it; of a stopped one it is most
    /// likely the name of its instance.
    private func service(_ client: ControlClient?) throws -> String {
        if let client {
            return try LaunchReply.status(in: client.call(.getStatus)).name
        }
        guard let app = connection.app else {
            throw CommandFailure.cannot("the service is not running; name it with '--app'")
        }
        return app
    }
}
