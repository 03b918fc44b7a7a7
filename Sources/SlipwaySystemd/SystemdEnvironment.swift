internal import Glibc

/// The environment variables that systemd sets for a service, read once.
///
/// Outside systemd every value is empty, and everything built on it does nothing.
public struct SystemdEnvironment: Hashable, Sendable {
    /// The address for notifications; `nil` without a manager.
    public var notifySocket: String?
    /// The interval within which the service must give a sign of life; `nil` without a watchdog for
    /// this process.
    public var watchdogInterval: Duration?
    /// The names of the sockets passed to this process, in the order of their descriptors from 3;
    /// empty if there are none.
    public var activationSocketNames: [String]
    /// The stream that systemd connected to the journal; ``JournalStream/isStandardError`` tells
    /// whether it still is this process's standard error.
    public var journalStream: JournalStream?
    /// The identity of this run of the unit: 32 hexadecimal digits.
    public var invocationID: String?
    /// The directory of the unit's credentials, one file each.
    public var credentialsDirectory: String?
    /// `StateDirectory=`, as absolute paths in the order of the unit.
    public var stateDirectories: [String]
    /// `RuntimeDirectory=`, as absolute paths in the order of the unit.
    public var runtimeDirectories: [String]
    /// `CacheDirectory=`, as absolute paths in the order of the unit.
    public var cacheDirectories: [String]
    /// `LogsDirectory=`, as absolute paths in the order of the unit.
    public var logsDirectories: [String]
    /// `ConfigurationDirectory=`, as absolute paths in the order of the unit.
    public var configurationDirectories: [String]

    /// Interprets `variables` as those of the process `pid`.
    ///
    /// An invalid value counts as not set: a service must start all the same.
    public init(_ variables: [String: String], pid: Int32) {
        func text(_ name: String) -> String? {
            variables[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        func list(_ name: String) -> [String] {
            (variables[name] ?? "").split(separator: ":").map(String.init)
        }
        notifySocket = text("NOTIFY_SOCKET")
        watchdogInterval = Self.watchdogInterval(variables, pid: pid)
        activationSocketNames = Self.activationSocketNames(variables, pid: pid)
        journalStream = text("JOURNAL_STREAM").flatMap { JournalStream($0) }
        invocationID = text("INVOCATION_ID")
        credentialsDirectory = text("CREDENTIALS_DIRECTORY")
        stateDirectories = list("STATE_DIRECTORY")
        runtimeDirectories = list("RUNTIME_DIRECTORY")
        cacheDirectories = list("CACHE_DIRECTORY")
        logsDirectories = list("LOGS_DIRECTORY")
        configurationDirectories = list("CONFIGURATION_DIRECTORY")
    }

    /// A child inherits the variables of its parent, so they name the process they are for.
    private static func watchdogInterval(_ variables: [String: String], pid: Int32) -> Duration? {
        if let owner = variables["WATCHDOG_PID"], Int32(owner) != pid { return nil }
        guard let text = variables["WATCHDOG_USEC"], let microseconds = Int64(text) else {
            return nil
        }
        return microseconds > 0 ? .microseconds(microseconds) : nil
    }

    private static func activationSocketNames(
        _ variables: [String: String],
        pid: Int32
    ) -> [String] {
        guard let owner = variables["LISTEN_PID"], Int32(owner) == pid,
            let text = variables["LISTEN_FDS"], let count = Int(text),
            (1...mostActivationSockets).contains(count)
        else { return [] }
        let names = (variables["LISTEN_FDNAMES"] ?? "")
            .split(separator: ":", omittingEmptySubsequences: false)
            .map(String.init)
        // systemd's own name for a socket without one.
        return names.count == count ? names : Array(repeating: "unknown", count: count)
    }

    /// More descriptors than systemd passes; a larger number is an error or an attack.
    private static let mostActivationSockets = 4096
}

extension SystemdEnvironment {
    /// The environment of this process, read at the first use.
    ///
    /// Use it before anything changes the environment: early in `main`.
    public static let current = SystemdEnvironment(inherited, pid: getpid())

    private static var inherited: [String: String] {
        var variables: [String: String] = [:]
        for name in variablesRead {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }

    private static let variablesRead = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_FDS",
        "LISTEN_FDNAMES", "JOURNAL_STREAM", "INVOCATION_ID", "CREDENTIALS_DIRECTORY",
        "STATE_DIRECTORY", "RUNTIME_DIRECTORY", "CACHE_DIRECTORY", "LOGS_DIRECTORY",
        "CONFIGURATION_DIRECTORY",
    ]
}
