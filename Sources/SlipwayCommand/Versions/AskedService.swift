internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwaySystem
internal import Synchronization

/// The service that a command talks to: its socket, and the words of its replies that this build
/// does not know.
///
/// At its end the command names the version of the service, where that explains what happened.
final class AskedService: Sendable {
    /// The service of the running command.
    @TaskLocal static var current: AskedService?

    private struct Facts {
        var path: String?
        var peer: Int32?
        var newerWords: [NewerWord] = []
    }

    /// The most unknown words that are told.
    private static let limit = 5
    private let facts = Mutex(Facts())
    /// No notices are printed: a failure is one line of JSON.
    private let isQuiet: Bool

    init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

    /// Connects to the service that the running command talks to, and notes where it is; blocks for a moment.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - patience: How long to wait for room in its backlog; `nil` for as long as usual.
    /// - Returns: The connection.
    /// - Throws: The service takes no connection.
    static func connect(
        to path: String,
        patience: Duration? = nil
    ) throws(ControlClientError) -> ControlClient {
        let client =
            if let patience {
                try ControlClient(path: path, patience: patience)
            } else {
                try ControlClient(path: path)
            }
        guard let current else { return client }
        current.facts.withLock { ($0.path, $0.peer) = (path, client.peer) }
        if !current.isQuiet { client.onSilence = { Output.error.notice("\($0)") } }
        return client
    }

    /// The process of the service, if a signal or a debugger holds it; looks for a moment.
    var held: SilentService.Held? {
        let (path, peer) = facts.withLock { ($0.path, $0.peer) }
        return path.flatMap { ControlClient.held(at: $0, peer: peer) }
    }

    /// The owner of the service; `nil` if its socket is in none of the usual places.
    var owner: ServiceOwner? {
        facts.withLock { $0.path }.flatMap { path in
            let search = SocketSearch(environment: ProcessEnvironment.variable)
            // Another user's folder is not searched, but may be named.
            return search.service(at: path)?.owner ?? (path.hasPrefix("/run/user/") ? .user : nil)
        }
    }

    /// The group whose members may ask the service and send to it; `nil` if there is none, or it is not known.
    var group: SocketGroup? {
        facts.withLock { $0.path }.flatMap { path in
            let search = SocketSearch(environment: ProcessEnvironment.variable)
            // Everyone may connect to the observing socket, but it answers only users who may use
            // the control socket.
            let control = search.service(at: path).flatMap { search.controlSocket(of: $0) }
            return SocketGroup(of: control ?? path)
        }
    }

    /// Notes a word that this build does not know.
    func note(_ word: NewerWord) {
        facts.withLock { if !$0.newerWords.contains(word) { $0.newerWords.append(word) } }
    }

    /// The version of the service, which is asked for on a connection of its own; blocks for a
    /// moment.
    ///
    /// - Returns: `nil` if there is no service, or it does not say.
    var version: ServiceVersion? {
        // A failure to connect is told in any case.
        guard let path = facts.withLock({ $0.path }),
            let client = try? ControlClient(path: path, patience: .milliseconds(50))
        else { return nil }
        return ServiceVersion.ask(client)
    }

    /// Prints the words that are not known, each with its field.
    func tellNewerWords() {
        let words = facts.withLock { $0.newerWords }
        guard !words.isEmpty else { return }
        let places = words.prefix(Self.limit).map { "'\($0.word)' in '\($0.field)'" }
        let rest = words.count > Self.limit ? " and more" : ""
        let service = version?.words ?? "the daemon"
        Output.error.notice(
            "\(service) says \(places.joined(separator: ", "))\(rest), which this slipway, \(Version.current), "
                + "does not know; '--json' prints the answer as it is"
        )
    }
}
