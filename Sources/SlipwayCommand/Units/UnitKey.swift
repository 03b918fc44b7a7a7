/// The keys of a unit that become parts of a configuration.
enum UnitKey: String, CaseIterable {
    case description = "Description"
    case type = "Type"
    case execStart = "ExecStart"
    case execStartPre = "ExecStartPre"
    case execStartPost = "ExecStartPost"
    case execStop = "ExecStop"
    case execReload = "ExecReload"
    case restart = "Restart"
    case restartSec = "RestartSec"
    case watchdogSec = "WatchdogSec"
    case timeoutStartSec = "TimeoutStartSec"
    case timeoutStopSec = "TimeoutStopSec"
    case timeoutSec = "TimeoutSec"
    case user = "User"
    case group = "Group"
    case supplementaryGroups = "SupplementaryGroups"
    case environment = "Environment"
    case environmentFile = "EnvironmentFile"
    case workingDirectory = "WorkingDirectory"
    case umask = "UMask"
    case nice = "Nice"
    case oomScoreAdjust = "OOMScoreAdjust"
    case noNewPrivileges = "NoNewPrivileges"
    case killSignal = "KillSignal"
    case killMode = "KillMode"
    case successExitStatus = "SuccessExitStatus"
    case startLimitInterval = "StartLimitInterval"
    case startLimitIntervalSec = "StartLimitIntervalSec"
    case startLimitBurst = "StartLimitBurst"
    case reloadSignal = "ReloadSignal"
    case busName = "BusName"
    case runtimeDirectory = "RuntimeDirectory"
    case runtimeDirectoryMode = "RuntimeDirectoryMode"
    case stateDirectory = "StateDirectory"
    case stateDirectoryMode = "StateDirectoryMode"
    case cacheDirectory = "CacheDirectory"
    case cacheDirectoryMode = "CacheDirectoryMode"
    case logsDirectory = "LogsDirectory"
    case logsDirectoryMode = "LogsDirectoryMode"

    /// It is read in the section of a unit: there only, or there too, as newer files have it.
    var isOfUnit: Bool {
        [.description, .startLimitInterval, .startLimitIntervalSec, .startLimitBurst].contains(self)
    }

    /// It is read in the section of a service.
    var isOfService: Bool { self != .description }
}
