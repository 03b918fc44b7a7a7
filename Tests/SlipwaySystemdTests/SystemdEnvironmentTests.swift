import SlipwaySystemd
import Testing

struct SystemdEnvironmentTests {
    @Test func everythingIsAbsentOutsideSystemd() {
        let environment = SystemdEnvironment([:], pid: 42)
        #expect(environment.notifySocket == nil)
        #expect(environment.watchdogInterval == nil)
        #expect(environment.activationSocketNames.isEmpty)
        #expect(environment.journalStream == nil)
        #expect(environment.stateDirectories.isEmpty)
    }

    @Test func readsWhatAUnitIsGiven() {
        let environment = SystemdEnvironment(
            [
                "NOTIFY_SOCKET": "/run/systemd/notify",
                "WATCHDOG_USEC": "10000000",
                "WATCHDOG_PID": "42",
                "LISTEN_PID": "42",
                "LISTEN_FDS": "2",
                "LISTEN_FDNAMES": "varlink:web",
                "JOURNAL_STREAM": "9:12345",
                "INVOCATION_ID": "b22fd20baccd4809ac21b55b3ca9a522",
                "CREDENTIALS_DIRECTORY": "/run/credentials/slipway.service",
                "STATE_DIRECTORY": "/var/lib/slipway:/var/lib/other",
                "RUNTIME_DIRECTORY": "/run/slipway",
                "CACHE_DIRECTORY": "/var/cache/slipway",
                "LOGS_DIRECTORY": "/var/log/slipway",
                "CONFIGURATION_DIRECTORY": "/etc/slipway",
            ],
            pid: 42
        )
        #expect(environment.notifySocket == "/run/systemd/notify")
        #expect(environment.watchdogInterval == .seconds(10))
        #expect(environment.activationSocketNames == ["varlink", "web"])
        #expect(environment.journalStream == JournalStream("9:12345"))
        #expect(environment.invocationID == "b22fd20baccd4809ac21b55b3ca9a522")
        #expect(environment.credentialsDirectory == "/run/credentials/slipway.service")
        #expect(environment.stateDirectories == ["/var/lib/slipway", "/var/lib/other"])
        #expect(environment.runtimeDirectories == ["/run/slipway"])
        #expect(environment.cacheDirectories == ["/var/cache/slipway"])
        #expect(environment.logsDirectories == ["/var/log/slipway"])
        #expect(environment.configurationDirectories == ["/etc/slipway"])
    }

    @Test(
        arguments: [
            ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "41"],
            ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "x"],
            ["WATCHDOG_USEC": "0"],
            ["WATCHDOG_USEC": "-5"],
            ["WATCHDOG_USEC": "soon"],
            ["WATCHDOG_USEC": "99999999999999999999999"],
            ["WATCHDOG_PID": "42"],
        ]
    )
    func aWatchdogForSomebodyElseOrWithoutSenseIsNone(variables: [String: String]) {
        #expect(SystemdEnvironment(variables, pid: 42).watchdogInterval == nil)
    }

    @Test func aWatchdogWithoutAProcessIsForThisOne() {
        let environment = SystemdEnvironment(["WATCHDOG_USEC": "1000000"], pid: 42)
        #expect(environment.watchdogInterval == .seconds(1))
    }

    @Test(
        arguments: [
            ["LISTEN_PID": "41", "LISTEN_FDS": "1"],
            ["LISTEN_FDS": "1"],
            ["LISTEN_PID": "42"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "0"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "-1"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "1000000000"],
        ]
    )
    func socketsForSomebodyElseOrWithoutSenseAreNone(variables: [String: String]) {
        #expect(SystemdEnvironment(variables, pid: 42).activationSocketNames.isEmpty)
    }

    @Test func socketsWithoutTheRightNumberOfNamesAreUnknown() {
        let environment = SystemdEnvironment(
            ["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "varlink"],
            pid: 42
        )
        #expect(environment.activationSocketNames == ["unknown", "unknown"])
    }

    @Test func anEmptyVariableIsNotSet() {
        let environment = SystemdEnvironment(
            ["NOTIFY_SOCKET": "", "STATE_DIRECTORY": "", "JOURNAL_STREAM": ""],
            pid: 42
        )
        #expect(environment == SystemdEnvironment([:], pid: 42))
    }
}
