internal import Glibc
internal import SlipwayJSON

/// A signal that a key may have, without `SIG`.
package enum SignalWord: String, Hashable, Sendable {
    case hup = "HUP"
    case int = "INT"
    case quit = "QUIT"
    case kill = "KILL"
    case usr1 = "USR1"
    case usr2 = "USR2"
    case pipe = "PIPE"
    case alrm = "ALRM"
    case term = "TERM"
    case winch = "WINCH"

    /// The signals that ask a process to end.
    package static let ends: [SignalWord] = [.term, .int, .quit, .hup, .usr1, .usr2, .winch, .kill]
    /// The signals that have a program read its files again: they mean nothing to the daemon
    /// itself.
    package static let reloads: [SignalWord] = [.hup, .usr1, .usr2, .winch]
    /// The signals that may end a program well.
    package static let successes: [SignalWord] = [
        .hup, .int, .quit, .kill, .usr1, .usr2, .pipe, .alrm, .term,
    ]

    /// Reads a name, with `SIG` or without; `nil` for any other signal.
    package init?(lenient text: some StringProtocol) {
        self.init(rawValue: Self.withoutPrefix(text))
    }

    /// The name of any signal without the `SIG` at its beginning, if it has one.
    package static func withoutPrefix(_ name: some StringProtocol) -> String {
        name.hasPrefix("SIG") ? String(name.dropFirst(3)) : String(name)
    }

    /// With `SIG`, as messages have it.
    package var name: String { "SIG\(rawValue)" }

    /// The kernel's number.
    package var number: Int32 {
        switch self {
        case .hup: SIGHUP
        case .int: SIGINT
        case .quit: SIGQUIT
        case .kill: SIGKILL
        case .usr1: SIGUSR1
        case .usr2: SIGUSR2
        case .pipe: SIGPIPE
        case .alrm: SIGALRM
        case .term: SIGTERM
        case .winch: SIGWINCH
        }
    }
}

extension Kind where Value == SignalWord {
    /// One of some signals, without `SIG`.
    static func signal(_ words: [SignalWord]) -> Kind {
        Kind(.words(words.map(\.rawValue)), shown: \.rawValue) { $0.choice($1, among: words) }
    }
}
