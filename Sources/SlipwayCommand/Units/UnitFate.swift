internal import SlipwayConfiguration
internal import SlipwayPictures

/// The counterpart of a unit's directive in a configuration, if there is one.
enum UnitFate {
    /// A part of the service, or of its operations.
    case part
    /// A key of `exec`, with the function that makes its value of those of the directive, and a
    /// remark for values that have no counterpart.
    case key(String, ([String]) -> String?, String = "")
    /// Several keys of `exec`.
    case keys((inout UnitSettings) -> Void)
    /// No counterpart; with what to do instead.
    case nothing(String = "")

    /// The directives, in the order of what they become.
    ///
    /// All other directives belong to the unit that runs the daemon.
    static var table: [(directives: String, fate: UnitFate)] {
        [
            (
                "Description Documentation StartLimitInterval StartLimitIntervalSec StartLimitBurst",
                .part
            ),
            (
                "Type BusName RemainAfterExit NotifyAccess ExecStartPre ExecStart ExecStartPost",
                .part
            ),
            ("ExecStop ExecReload ReloadSignal TimeoutSec TimeoutStartSec TimeoutStopSec", .part),
            ("SuccessExitStatus Restart RestartSec WatchdogSec EnvironmentFile", .part),
            ("RuntimeDirectory RuntimeDirectoryMode StateDirectory StateDirectoryMode", .part),
            ("CacheDirectory CacheDirectoryMode LogsDirectory LogsDirectoryMode", .part),
            ("User", .key("user", { $0.last.map(YAMLScalar.text) })),
            ("Group", .key("group", { $0.last.map(YAMLScalar.text) })),
            ("SupplementaryGroups", .key("supplementaryGroups", list)),
            ("WorkingDirectory", .keys { $0.addDirectory() }),
            ("Environment", .keys { $0.addEnvironment() }),
            ("UMask", .key("umask", { mode($0).map { "\"\($0)\"" } }, modes)),
            ("Nice", .key("nice", { number($0, -20...19) }, "here -20 to 19.")),
            (
                "OOMScoreAdjust",
                .key("oomScoreAdjust", { number($0, -1000...1000) }, "here -1000 to 1000.")
            ),
            ("NoNewPrivileges", .key("noNewPrivileges", { isTrue($0) ? "true" : nil })),
            // All directives that begin so.
            ("Limit", .keys { $0.addLimits() }),
            (
                "KillSignal",
                .key(
                    "stopSignal",
                    { SignalWord.named($0.last ?? "", of: SignalWord.ends) },
                    "not one that a stop can begin with here."
                )
            ),
            (
                "KillMode",
                .key(
                    "killMode",
                    { ["mixed": "main", "control-group": "tree"][$0.last] },
                    "nothing outlives a service here."
                )
            ),
            (
                "ExecStopPost",
                .nothing(
                    "The 'stop' of an operation is run when the service stops, and when it fails."
                )
            ),
            (
                "ExecCondition",
                .nothing("'when' of an operation asks for variables, files, values and flags.")
            ),
            ("PIDFile", .nothing("The process that is executed is the program.")),
            ("PassEnvironment", .nothing("A process gets the variables of the daemon.")),
            (
                "UnsetEnvironment",
                .nothing("'clearEnvironment: true' of 'exec' leaves the daemon's variables out.")
            ),
            ("StandardInput", .nothing("'stdin' of 'exec' is a text.")),
            (
                "StandardOutput",
                .nothing("Output goes where the daemon's goes, or is the value of an operation.")
            ),
            ("StandardError", .nothing("Output goes where the daemon's goes.")),
            (
                "Sockets",
                .nothing("'sockets' of an operation names activation sockets of the daemon.")
            ),
            (
                "RestartPreventExitStatus",
                .nothing(
                    "With 'when: failure', a program that ends with a status of 'success' is not "
                        + "started again."
                )
            ),
            ("RestartSteps", .nothing("Pauses double from 'initial' to 'maximum' of 'restart'.")),
            ("RestartMaxDelaySec", .nothing("That is 'maximum' of 'restart'.")),
            ("SendSIGKILL", .nothing("What has not ended after the 'grace' is killed.")),
            ("GuessMainPID FileDescriptorStoreMax NonBlocking RestartForceExitStatus", .nothing()),
            ("TimeoutAbortSec SendSIGHUP FinalKillSignal", .nothing()),
        ]
    }

    /// The fate of a line; `nil` for one of the unit that runs the daemon.
    static func of(_ line: UnitFile.Assignment) -> UnitFate? {
        guard sections(of: line.key).contains(line.section) else { return nil }
        return table.first { names, _ in
            names == limit
                ? line.key.hasPrefix(limit)
                : names.split(separator: " ").contains { $0 == line.key }
        }?.fate
    }

    /// The beginning of the directives of resource limits.
    static let limit = "Limit"

    /// The limits of starts may be in either section, as older and newer files have them.
    private static func sections(of directive: String) -> [String] {
        if directive.hasPrefix("StartLimit") { return [UnitFile.unit, UnitFile.service] }
        let isOfUnit = directive == "Description" || directive == "Documentation"
        return [isOfUnit ? UnitFile.unit : UnitFile.service]
    }

    /// Permissions, such as `027`, as four octal digits; `nil` for others.
    static func mode(_ values: [String]) -> String? {
        guard let number = values.last.flatMap({ UInt32($0, radix: 8) }), number <= 0o777 else {
            return nil
        }
        return String(String(number + 0o10000, radix: 8).suffix(4))
    }

    static let modes = "permissions are 0000 to 0777 here."

    private static func list(_ values: [String]) -> String {
        YAMLScalar.list(values.flatMap { $0.split(separator: " ").map(String.init) })
    }

    private static func number(_ values: [String], _ range: ClosedRange<Int>) -> String? {
        values.last.flatMap { Int($0) }.flatMap { range ~= $0 ? "\($0)" : nil }
    }

    private static func isTrue(_ values: [String]) -> Bool {
        ["1", "yes", "y", "true", "t", "on"].contains(values.last?.lowercased())
    }
}
