internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwaySystem

// The check stands in the first file, by name, that imports what the trait brings: without the
// trait the compiler gets no further.
#if !Daemon
#error("slipway needs the trait 'Daemon' of the package 'slipway'")
#endif

/// `slipway check` answers "is it right?".
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "check",
        abstract: "Say everything that is wrong with configurations.",
        discussion: """
            A configuration, '-' for standard input, is read with its drop-ins (in DIR/NAME.d), checked to the last \
            cycle, and not run. Every fault reads 'file:line:column: key: what is wrong; what \
            would be accepted'. Exits with 78 if there is one. A variable that is not set, a \
            credential, program, user, group or library that is not there, is a warning: it may be there where \
            the daemon runs. So \
            is a limit of the unit that is shorter than what the configuration may take, a file that the \
            unit's user may not read or run, a place where the unit cannot write, and what runs as root because \
            nothing names its user. With '--unit' variables and credentials are those of the unit, as far as its \
            files can be read, and one that is not there is a fault. What is warned of at several places is one line, \
            which names them; '--json' has each.
            """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Argument(help: "The configurations.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var files: [String]

    @Option(help: "How to print what is found.")
    var format: Format?

    @Option(
        help: ArgumentHelp(
            "The variables that the daemon will have, as in /etc/slipway/NAME.env.",
            valueName: "file"
        ),
        completion: .file(extensions: ["env"])
    )
    var environment: String?

    @Option(
        help: ArgumentHelp(
            "The unit that runs it, such as slipway@NAME: is systemd's patience enough, and may it read what it needs?",
            valueName: "name"
        )
    )
    var unit: String?

    @Flag(help: "The unit is one of this user's manager.")
    var user = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if user, unit == nil {
            throw ValidationError("'--user' says whose '--unit' is meant; name that too.")
        }
    }

    func run() throws {
        let known = try environment.map(EnvironmentFile.environment(path:))
        let here = ProcessEnvironment.variables
        let limits = try unit.map {
            (name: $0, limits: try UnitLimits.ask($0, of: UnitManager(of: user ? .user : .system)))
        }
        let results = files.map {
            CheckResult(path: $0, environment: known, here: here, unit: limits)
        }
        let isJSON = (format ?? (output.json ? .json : .text)) == .json
        if isJSON {
            try Output.standard.print(JSON.array(results.map(\.json)).text())
        } else {
            try Output.standard.print(results.flatMap(\.lines))
        }
        let exitCode = CheckResult.exitCode(of: results)
        guard exitCode == CommandFailure.success else {
            throw CommandFailure(exitCode: exitCode, message: nil)
        }
    }
}
