internal import SlipwayConfiguration
internal import SlipwayPictures

/// The directives of a unit that a configuration has a place for, or that have no counterpart.
///
/// Their names begin with a capital letter. All others are of the unit that runs the daemon.
enum UnitKey: String, CaseIterable {
    case description, documentation, type, busName, remainAfterExit, notifyAccess
    case execStartPre, execStart, execStartPost, execStop, execReload, reloadSignal
    case timeoutSec, timeoutStartSec, timeoutStopSec, successExitStatus, restart, restartSec
    case startLimitInterval, startLimitIntervalSec, startLimitBurst, watchdogSec
    // Those of each process, in the order of what they become.
    case user, group, supplementaryGroups, workingDirectory, environment, environmentFile
    case runtimeDirectory, runtimeDirectoryMode, stateDirectory, stateDirectoryMode
    case cacheDirectory, cacheDirectoryMode, logsDirectory, logsDirectoryMode
    case umask = "UMask"
    case nice
    case oomScoreAdjust = "OOMScoreAdjust"
    case noNewPrivileges
    /// All that begin so.
    case limit
    case killSignal, killMode
    case execStopPost, execCondition
    case pidFile = "PIDFile"
    case guessMainPID, passEnvironment, unsetEnvironment, standardInput, standardOutput
    case standardError, fileDescriptorStoreMax, nonBlocking, sockets, restartPreventExitStatus
    case restartForceExitStatus, restartSteps, restartMaxDelaySec, timeoutAbortSec, sendSIGKILL
    case sendSIGHUP, finalKillSignal

    /// The place of a directive in a configuration, or that it has none.
    enum Fate {
        /// A part of the service, or of its operations.
        case part
        /// A key of `exec`, whose value is made of those of the directive; one that cannot be is a remark with the words.
        case key(String, ([String]) -> String?, String = "")
        /// Several keys of `exec`.
        case keys((inout UnitSettings) -> Void)
        /// Nothing: what to do instead.
        case nothing(String = "")
    }

    var fate: Fate {
        switch self {
        case .user: .key("user", { $0.last.map(YAMLScalar.text) })
        case .group: .key("group", { $0.last.map(YAMLScalar.text) })
        case .supplementaryGroups:
            .key(
                "supplementaryGroups",
                { YAMLScalar.list($0.flatMap { $0.split(separator: " ").map(String.init) }) }
            )
        case .workingDirectory: .keys { $0.addDirectory() }
        case .environment: .keys { $0.addEnvironment() }
        case .umask: .key("umask", { Self.mode($0).map { "\"\($0)\"" } }, Self.modes)
        case .nice: .key("nice", { Self.number($0, -20...19) }, "here -20 to 19.")
        case .oomScoreAdjust:
            .key("oomScoreAdjust", { Self.number($0, -1000...1000) }, "here -1000 to 1000.")
        case .noNewPrivileges:
            .key(
                "noNewPrivileges",
                {
                    ["1", "yes", "y", "true", "t", "on"].contains($0.last?.lowercased())
                        ? "true" : nil
                }
            )
        case .limit: .keys { $0.addLimits() }
        case .killSignal:
            .key(
                "stopSignal",
                { SignalWord.named($0.last ?? "", of: SignalWord.ends) },
                "not one that a stop can begin with here."
            )
        case .killMode:
            .key(
                "killMode",
                { ["mixed": "main", "control-group": "tree"][$0.last] },
                "nothing outlives a service here."
            )
        case .execStopPost:
            .nothing("The 'stop' of an operation is run when the service stops, and when it fails.")
        case .execCondition:
            .nothing("'when' of an operation asks for variables, files, values and flags.")
        case .pidFile: .nothing("The process that is executed is the program.")
        case .passEnvironment: .nothing("A process gets the variables of the daemon.")
        case .unsetEnvironment:
            .nothing("'clearEnvironment: true' of 'exec' leaves the daemon's variables out.")
        case .standardInput: .nothing("'stdin' of 'exec' is a text.")
        case .standardOutput:
            .nothing("Output goes where the daemon's goes, or is the value of an operation.")
        case .standardError: .nothing("Output goes where the daemon's goes.")
        case .sockets:
            .nothing("'sockets' of an operation names activation sockets of the daemon.")
        case .restartPreventExitStatus:
            .nothing("What is a 'success' is not started again with 'when: failure'.")
        case .restartSteps: .nothing("Pauses double from 'initial' to 'maximum' of 'restart'.")
        case .restartMaxDelaySec: .nothing("That is 'maximum' of 'restart'.")
        case .sendSIGKILL: .nothing("What has not ended after the 'grace' is killed.")
        case .guessMainPID, .fileDescriptorStoreMax, .nonBlocking, .restartForceExitStatus,
            .timeoutAbortSec, .sendSIGHUP, .finalKillSignal:
            .nothing()
        default: .part
        }
    }

    /// The directive of a line; `nil` for one of the unit that runs the daemon.
    init?(_ line: UnitFile.Assignment) {
        let found = Self.allCases.first {
            $0 == .limit ? line.key.hasPrefix($0.name) : line.key == $0.name
        }
        guard let found, found.isRead(in: line.section) else { return nil }
        self = found
    }

    var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The limits of starts may be in either section, as older and newer files have them.
    private func isRead(in section: String) -> Bool {
        switch self {
        case .startLimitInterval, .startLimitIntervalSec, .startLimitBurst: true
        case .description, .documentation: section == UnitFile.unit
        default: section == UnitFile.service
        }
    }

    /// Permissions, such as `027`, as four octal digits; `nil` for others.
    static func mode(_ values: [String]) -> String? {
        guard let number = values.last.flatMap({ UInt32($0, radix: 8) }), number <= 0o777 else {
            return nil
        }
        return String(String(number + 0o10000, radix: 8).suffix(4))
    }

    static let modes = "permissions are 0000 to 0777 here."

    private static func number(_ values: [String], _ range: ClosedRange<Int>) -> String? {
        values.last.flatMap { Int($0) }.flatMap { range ~= $0 ? "\($0)" : nil }
    }
}
