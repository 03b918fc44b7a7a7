import SlipwayDaemon

/// The parsed command line.
///
/// Parsed by hand: for a few options a parser library would double the daemon's start-up time.
enum Arguments: Equatable {
    case run(DaemonOptions)
    case help
    case version

    static let usage = """
        USAGE: slipwayd --config FILE [--socket PATH] [--state-directory DIR] [--directory DIR]
                        [--action KIND]... [--log-time] [--check]

        Launches the service that FILE describes, in the foreground, and takes launch actions
        until it gets SIGTERM.

        OPTIONS:
          --config FILE   The configuration: YAML or JSON. To DIR/NAME.yaml, the files
                          of DIR/NAME.d are added.
          --socket PATH   Where to bind the control socket. Default: the socket that systemd
                          passes, or /run/slipway/NAME/org.slipway.Launch.
          --state-directory DIR
                          Where to keep launch actions that have not ended, made if it is
                          not there. Default: the first of $STATE_DIRECTORY, or nowhere: then
                          they are lost when the daemon ends.
          --directory DIR One folder for all that a unit would give, made if it is not there:
                          sets RUNTIME_DIRECTORY, STATE_DIRECTORY and CACHE_DIRECTORY, unless
                          they are set, to folders in it, and binds DIR/org.slipway.Launch.
          --action KIND   A launch action, before all others. With its payload: KIND=KEY=VALUE,
                          KIND=KEY:=JSON or KIND={"KEY": ...}.
          --log-time      Begin each line on standard error with the time of day, unless the
                          journal reads it. Also: SLIPWAY_LOG_TIME=1.
          --check         Check the configuration and the actions, and end.
          --version       Show the version and end.
          -h, --help      Show this and end.

        EXIT STATUS: 0 ended as asked, 1 the launch failed, 2 standard output cannot be written,
        64 usage, 78 configuration.
        """

    /// Parses the arguments after the program's name; an option's value follows it, or follows `=`.
    init(_ arguments: [String]) throws(UsageError) {
        var configuration: String?
        var socket: String?
        var stateDirectory: String?
        var directory: String?
        var actions: [String] = []
        var hasLogTime = false
        var isCheck = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let (name, given) = Self.split(argument)
            func value() throws(UsageError) -> String {
                guard let value = given ?? rest.popFirst(), !value.isEmpty else {
                    throw UsageError("option '\(name)' needs a value")
                }
                return value
            }
            switch name {
            case "--config": configuration = try value()
            case "--socket": socket = try value()
            case "--state-directory": stateDirectory = try value()
            case "--directory": directory = try value()
            case "--action": actions.append(try value())
            case "--log-time" where given == nil: hasLogTime = true
            case "--check" where given == nil: isCheck = true
            case "--help" where given == nil, "-h" where given == nil:
                self = .help
                return
            case "--version" where given == nil:
                self = .version
                return
            default: throw UsageError("unknown argument '\(argument)'")
            }
        }
        guard let configuration else { throw UsageError("option '--config' is missing") }
        self = .run(
            DaemonOptions(
                configuration: configuration,
                socket: socket,
                stateDirectory: stateDirectory,
                directory: directory,
                actions: actions,
                hasLogTime: hasLogTime,
                isCheck: isCheck
            )
        )
    }

    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let mark = argument.firstIndex(of: "=") else {
            return (argument, nil)
        }
        return (String(argument[..<mark]), String(argument[argument.index(after: mark)...]))
    }
}

/// An invalid command line.
struct UsageError: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
