/// The command line of `slipwayd`, in words: what its help and its manual page say.
///
/// A module of its own, so that the command can show the page, and the daemon its help.
package enum DaemonUsage {
    /// One option.
    package struct Option: Hashable, Sendable {
        /// The option's names, the short one first: `-h`, `--help`.
        package let names: [String]
        /// The name of its value, in capitals; `nil` if it takes none.
        package let value: String?
        /// The option has to be given.
        package let isRequired: Bool
        /// The option may be given several times.
        package let isRepeating: Bool
        /// The option's meaning, in one line.
        package let words: String

        fileprivate init(
            _ names: String...,
            value: String? = nil,
            isRequired: Bool = false,
            isRepeating: Bool = false,
            words: String
        ) {
            self.names = names
            self.value = value
            self.isRequired = isRequired
            self.isRepeating = isRepeating
            self.words = words
        }

        /// The option as a usage line has it: `[--action KIND]...`.
        package var brief: String {
            let text = ([names.last ?? ""] + (value.map { [$0] } ?? [])).joined(separator: " ")
            return (isRequired ? text : "[\(text)]") + (isRepeating ? "..." : "")
        }
    }

    /// All options, in the order of the help.
    package static let options = [
        Option(
            "--config",
            value: "FILE",
            isRequired: true,
            words:
                "The configuration: YAML or JSON. To DIR/NAME.yaml, the *.yaml, *.yml and *.json of "
                + "DIR/NAME.d are added."
        ),
        Option(
            "--socket",
            value: "PATH",
            words:
                "Where to bind the control socket. Default: the socket that systemd passes. In a terminal "
                + "$XDG_RUNTIME_DIR/slipway/NAME/org.slipway.Launch, and without that variable "
                + "~/.local/state/slipway-control/NAME/org.slipway.Launch. Otherwise, and for root without "
                + "the variable, /run/slipway/NAME/org.slipway.Launch."
        ),
        Option(
            "--state-directory",
            value: "DIR",
            words:
                "The directory in which launch actions, kept values and launches are stored, made "
                + "if it is not there. Default: the first of $STATE_DIRECTORY; in a terminal "
                + "~/.local/state/slipway/NAME; otherwise nowhere: then they are lost when the "
                + "daemon ends."
        ),
        Option(
            "--directory",
            value: "DIR",
            words: "One folder for all that a unit would give, made if it is not there: sets "
                + "RUNTIME_DIRECTORY, STATE_DIRECTORY and CACHE_DIRECTORY, unless they are set, to folders "
                + "in it, and binds DIR/org.slipway.Launch."
        ),
        Option(
            "--action",
            value: "KIND",
            isRepeating: true,
            words:
                "A launch action, before all others. With its payload: KIND=KEY=VALUE, KIND=KEY:=JSON or "
                + "KIND={\"KEY\": ...}."
        ),
        Option(
            "--log-time",
            words:
                "Begin each line on standard error with the time of day, unless the journal reads it. Also: "
                + "SLIPWAY_LOG_TIME=1."
        ),
        Option("--check", words: "Check the configuration and the actions, and end."),
        Option("--version", words: "Show the version and end."),
        Option("-h", "--help", words: "Show this and end."),
    ]

    /// The daemon's purpose, in one sentence.
    package static let summary =
        "Launches the service that FILE describes, in the foreground, and takes launch actions until it "
        + "gets SIGTERM."

    /// The daemon's own exit statuses, with their meanings.
    package static let exitStatuses: [(status: Int, words: String)] = [
        (0, "ended as asked"), (1, "the launch failed"), (2, "standard output cannot be written"),
        (64, "usage"), (75, "an operator asked for a restart"), (78, "configuration"),
    ]

    /// The one case in which the daemon ends with another status, as a sentence.
    package static let ownExitStatus =
        "A program with 'exitStatus: own' that ends the launch passes its status on."

    /// The text of `slipwayd --help`.
    package static var text: String {
        let ordinary = options.filter { $0.names.last != "--version" && $0.names.last != "--help" }
        let usage = lines(ordinary.map(\.brief), after: "USAGE: slipwayd ")
        let rows = options.flatMap { option -> [String] in
            let head = option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
            let body = WrappedLines.of(option.words.split(separator: " "), width: 62)
            guard head.count < indentation - 2 else {
                return ["  " + head] + body.map { String.blanks(indentation) + $0 }
            }
            let first =
                "  " + head + String.blanks(indentation - 2 - head.count) + (body.first ?? "")
            return [first] + body.dropFirst().map { String.blanks(indentation) + $0 }
        }
        let statuses = exitStatuses.map { "\($0.status) \($0.words)" }.joined(separator: ", ")
        return
            (usage + [""] + WrappedLines.of(summary.split(separator: " "), width: 80)
            + ["", "OPTIONS:"] + rows + [""]
            + WrappedLines.of(
                "EXIT STATUS: \(statuses). \(ownExitStatus)".split(separator: " "),
                width: 80
            ))
            .joined(separator: "\n")
    }

    private static let indentation = 18

    /// The words behind a beginning, with further lines below its end.
    private static func lines(_ words: [String], after beginning: String) -> [String] {
        let body = WrappedLines.of(words, width: 80 - beginning.count)
        return body.enumerated().map { index, line in
            (index == 0 ? beginning : String.blanks(beginning.count)) + line
        }
    }
}
