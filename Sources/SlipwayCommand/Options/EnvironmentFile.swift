internal import SlipwaySystem

/// The daemon's expected environment, as far as it is known.
struct ExpectedEnvironment: Hashable {
    /// The variables; those in ``unknown`` have an arbitrary value.
    var variables: [String: String]
    /// Variables that are set to an unknown value.
    var unknown: Set<String> = []

    /// Notes that a variable is not set.
    mutating func remove(_ name: String) {
        variables[name] = nil
        unknown.remove(name)
    }

    /// Notes that a variable is set to an unknown value.
    mutating func add(unknown name: String) {
        variables[name] = ""
        unknown.insert(name)
    }
}

/// A file of variables as systemd's `EnvironmentFile=` takes it.
enum EnvironmentFile {
    /// The variables that systemd sets for an instance of `slipway@.service`; their values are
    /// unknown until the instance runs.
    static let ofSystemd: Set = [
        "HOME", "USER", "LOGNAME", "SHELL", "LANG", "INVOCATION_ID", "STATE_DIRECTORY",
        "CACHE_DIRECTORY", "RUNTIME_DIRECTORY", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
        "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
        "LIBDISPATCH_LOG", BootIdentity.variable,
    ]
    /// The `PATH` that systemd sets.
    private static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"

    /// The variables of a file, and those that systemd adds; blocks.
    static func environment(path: String) throws(CommandFailure) -> ExpectedEnvironment {
        let bytes = try Input.bytes(of: path, named: "'\(path)'", limit: 1 << 20)
        do throws(EnvironmentText.Fault) {
            return environment(with: try EnvironmentText(parsing: bytes).variables)
        } catch {
            throw .cannot("cannot read '\(path)': \(error); systemd refuses it")
        }
    }

    /// The variables of a file on top of those of the unit.
    static func environment(with file: [String: String]) -> ExpectedEnvironment {
        var variables = Dictionary(uniqueKeysWithValues: ofSystemd.map { ($0, "") })
        variables["PATH"] = path
        return ExpectedEnvironment(
            variables: variables.merging(file) { $1 },
            unknown: ofSystemd.subtracting(file.keys)
        )
    }
}
