internal import Slipway

/// Keys of other tools (systemd, Compose, Kubernetes, supervisord, process managers) in a mapping of
/// ours, and what says the same here.
///
/// Keys are compared without case, `_` and `-`, so that `depends_on` and `dependsOn` are one.
struct ForeignKeys: Hashable, Sendable {
    private let advice: [String: String]

    private init(_ keys: KeyValuePairs<String, String>, orElse others: ForeignKeys? = nil) {
        let own = keys.flatMap { names, advice in
            names.split(separator: " ").map { (Self.folded($0), advice) }
        }
        advice = (own + (others?.advice ?? [:]).map { ($0.key, $0.value) }).keyed()
    }

    /// The advice for a key of another tool; `nil` if there is none.
    subscript(key: String) -> String? { advice[Self.folded(key)] }

    private static func folded(_ key: some StringProtocol) -> String {
        key.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    private static let environmentFiles = "exec: { command: […], environmentFiles: [PATH] }"

    static let none = ForeignKeys([:])

    static let ofFile = ForeignKeys([
        "services programs processes tasks jobs steps startup": "operations",
        "commands handlers events": "actions",
        "timeout startTimeout timeoutStartSec": "deadline",
        "environment env envFile environmentFile":
            "'environment' or 'environmentFiles' inside of exec, or for all programs EnvironmentFile= of the "
            + "unit",
        "stopTimeout stopGracePeriod terminationGracePeriodSeconds timeoutStopSec": "grace",
        "restart restartPolicy": "ended: restart, of an operation or in defaults",
        "cwd workdir workingDir workingDirectory directory": "'directory' inside of exec",
        "command cmd run execStart entrypoint":
            "operations: { NAME: { exec: [PROGRAM, ARGUMENT] } }",
        "networks volumes configs": "nothing: programs run on the machine itself",
        "secrets credentials": "LoadCredential= of the unit, and ${credential.NAME}",
        "user group": "User= and Group= of the unit",
        "version": "nothing: the file has no version",
        "probe healthcheck health livenessProbe readinessProbe startupProbe":
            "probes: { listen: 127.0.0.1:8081 }, or 'health' of an operation",
    ])

    static let ofBody = ForeignKeys([
        "dependsOn depends dependencies needs wants": "requires",
        "before": "'after' or 'requires' of the other operation",
        "if condition conditions onlyIf unless": "when",
        "command cmd run program script execStart entrypoint args start main":
            "exec: [PROGRAM, ARGUMENT]",
        "environment env": "exec: { command: […], environment: { NAME: value } }",
        "envFile environmentFile environmentFiles": environmentFiles,
        "cwd workdir workingDir workingDirectory directory":
            "exec: { command: […], directory: PATH }",
        "stdin input": "exec: { command: […], stdin: text }",
        "readiness readinessProbe readyWhen type": "exec: { command: […], ready: … }",
        "healthcheck healthCheck check livenessProbe probe": "health",
        "restartPolicy autorestart": "ended: restart",
        "onFailure execStopPost": "beforeGivingUp",
        "successAction": "ended: stop",
        "bindsTo partOf": "'requires', and dependents: stopped or restarted of the other operation",
        "restartSec": "restart: { initial: … }, beside ended: restart",
        "startLimitBurst": "restart: { attempts: … }, beside ended: restart",
        "startLimitInterval startLimitIntervalSec":
            "restart: { within: … }, beside ended: restart",
        "stopTimeout stopGracePeriod timeoutStopSec terminationGracePeriodSeconds grace":
            "'grace' of the file, for all operations; for one less: exec: { command: […], grace: 2s }",
        "stopSignal killSignal": "exec: { command: […], stopSignal: INT }",
        "killMode": "exec: { command: […], killMode: tree }",
        "execStartPre preStart": "an operation of its own, which this one requires",
        "execStartPost postStart": "an operation of its own, which requires this one",
        "requiredBy wantedBy": "'requires' of the other operation",
        "stdout stderr logfile logging standardOutput standardError":
            "nothing: what it writes is in the journal, under its name",
        "retries attempts maxRetries maxAttempts": "retry: { attempts: … }",
        "timeoutSeconds timeoutStartSec startTimeout": "timeout",
        "execStop stopCommand preStop teardown cleanup": "stop",
        "exitCodes exitcodes successExitStatus": "success",
        "ports listen socket": "sockets",
        "watchdogSec": "watchdog",
        "user": "exec: { command: […], user: NAME }",
        "nice umask": "exec: { command: […], nice: NUMBER, umask: MODE }",
        "image volumes networks build": "nothing: programs run on the machine itself",
        "schema payload params arguments": "parameters",
        "ttl expiry expiration": "expires",
        "maxQueue backlog capacity": "limit",
    ])

    static let ofRestart = ForeignKeys([
        "burst maxRetries maxAttempts startLimitBurst startRetries limit": "attempts",
        "interval window period startLimitInterval startLimitIntervalSec": "within",
        "delay pause backoff restartSec backoffDelay": "initial",
        "maxDelay backoffLimit restartMaxDelaySec": "maximum",
        "condition policy on": "when: failure",
        "reset resetAfter startSecs minRuntime": "steady",
    ])

    static let ofExec = ForeignKeys([
        "args arguments argv": "the items of command after the program",
        "cmd run program script executable path": "command",
        "env variables": "environment",
        "envFile environmentFile envFiles": "environmentFiles",
        "cwd workdir workingDir workingDirectory": "directory",
        "stdout capture": "output",
        "shell": "command: [sh, -c, 'text of the script']",
        "timeout": "'timeout' of the operation",
        "uid runAs runAsUser": "user", "gid runAsGroup": "group", "ulimits rlimits": "limits",
        "killSignal": "stopSignal", "stopTimeout stopGracePeriod timeoutStopSec": "grace",
        "oomScoreAdj": "oomScoreAdjust", "runtimeDirectory mkdir": "directories",
        "memory memLimit memoryMax memoryLimit": "resources: { memoryMax: 256M }",
        "memoryHigh memReservation": "resources: { memoryHigh: 200M }",
        "cpus cpuQuota": "resources: { cpuQuota: 150% }",
        "cpuWeight cpuShares": "resources: { cpuWeight: 50 }",
        "tasksMax pidsLimit pids": "resources: { tasksMax: 100 }",
    ])

    static let ofResources = ForeignKeys([
        "memory memLimit memoryLimit max": "memoryMax", "high memReservation": "memoryHigh",
        "swapMax memSwapLimit": "memorySwapMax", "cpus cpu quota": "cpuQuota: 150%",
        "cpuShares weight": "cpuWeight", "pidsLimit pids tasks": "tasksMax",
        "nofile nproc core": "'limits' of exec",
    ])

    static let ofHTTP = ForeignKeys(
        [
            "data json content": "body", "verb": "method",
            "timeout": "tryTimeout, or for all tries 'timeout' of the operation",
            "location followRedirects maxRedirects": "redirects",
        ],
        orElse: ofProbe
    )

    static let ofProbe = ForeignKeys([
        "uri address": "url", "status expected expectedStatus": "expect",
        "timeout": "tryTimeout of wait, timeout of health, beside http",
        "cacert ca cafile capath": "tls: { ca: PATH }",
        "cert certificate clientCert": "tls: { certificate: PATH, key: PATH }",
        "insecure verify skipVerify insecureSkipVerify": ownAuthority,
        "unixSocket socketPath socket": "url: \"http+unix://SOCKET/PATH\"",
        "proxy": "'http_proxy' and 'https_proxy' in the daemon's environment",
    ])

    private static let ownAuthority =
        "nothing: name the authority of the server's certificate, tls: { ca: PATH }"

    static let ofTLS = ForeignKeys([
        "cacert cafile capath caCertificate roots": "ca",
        "cert clientCert clientCertificate": "certificate", "keyFile privateKey": "key",
        "insecure verify skipVerify insecureSkipVerify": ownAuthority,
    ])

    static let ofWait = ForeignKeys([
        "interval period delay": "every", "url": "http", "host port address": "tcp: HOST:PORT",
        "unix": "socket", "path exists": "file",
        "timeout": "'timeout' of the operation, or for one try tryTimeout",
    ])

    static let ofRetry = ForeignKeys([
        "max maxAttempts maxRetries retries count times limit": "attempts",
        "delay interval pause wait backoff": "initial", "maxDelay maxInterval": "maximum",
        "multiplier exponent": "factor", "timeout total": "budget",
    ])

    static let ofHealth = ForeignKeys([
        "interval period periodSeconds": "every", "retries failureThreshold": "misses",
        "test command cmd": "exec: [PROGRAM, ARGUMENT]", "url path httpGet": "http: URL",
        "port tcpSocket": "tcp: HOST:PORT", "timeoutSeconds": "timeout",
        "successThreshold": "successes",
        "startInterval initialDelaySeconds":
            "startPeriod, from which on failed checks count; checks begin once the program is ready",
    ])
}
