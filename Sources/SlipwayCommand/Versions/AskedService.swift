internal import Glibc
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwaySystem
internal import Synchronization

/// The service that a command talks to: where it is, and what it said that this build does not know.
///
/// So the end of the command can name the version of the service, where that explains what happened.
final class AskedService: Sendable {
    /// That of the running command.
    @TaskLocal static var current: AskedService?

    private struct Facts {
        var path: String?
        var newerWords: [NewerWord] = []
    }

    /// The most words that are told.
    private static let limit = 5
    private let facts = Mutex(Facts())

    /// Takes where it is.
    func note(_ path: String) { facts.withLock { $0.path = path } }

    /// Whose service it is; `nil` if its socket is in none of the usual places.
    var owner: ServiceOwner? {
        facts.withLock { $0.path }.flatMap { path in
            SocketSearch { getenv($0).map { String(cString: $0) } }.service(at: path)?.owner
        }
    }

    /// Takes a word that is not known.
    func note(_ word: NewerWord) {
        facts.withLock { if !$0.newerWords.contains(word) { $0.newerWords.append(word) } }
    }

    /// Asks for its version, on a connection of its own; blocks for a moment.
    ///
    /// - Returns: `nil` if there is no service, or it does not say.
    var version: ServiceVersion? {
        guard let path = facts.withLock({ $0.path }),
            let client = try? ControlClient(path: path, patience: .milliseconds(50))
        else { return nil }
        return ServiceVersion.ask(client)
    }

    /// Tells which words were not known, each with its field.
    func tellNewerWords() {
        let words = facts.withLock { $0.newerWords }
        guard !words.isEmpty else { return }
        let places = words.prefix(Self.limit).map { "'\($0.word)' in '\($0.field)'" }
        let rest = words.count > Self.limit ? " and more" : ""
        let service = version.map { ", as \($0.words) says" } ?? ""
        Output.error.notice(
            "this slipway, \(Version.current), does not know \(places.joined(separator: ", "))\(rest)\(service); "
                + "'--json' prints the answer as it is"
        )
    }
}
