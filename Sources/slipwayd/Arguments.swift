import SlipwayDaemon

/// The parsed command line.
///
/// Parsed by hand: for a few options a parser library would double the daemon's start-up time.
enum Arguments: Equatable {
    case run(DaemonOptions)
    case help
    case version

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
