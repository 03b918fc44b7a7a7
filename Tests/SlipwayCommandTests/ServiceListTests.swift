import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import Testing

@testable import SlipwayCommand

/// `slipway list`: what services and managers say becomes one list.
struct ServiceListTests {
    private static let now = Reports.at(61_000)

    private static func unit(
        _ id: String,
        _ active: String,
        _ sub: String,
        pid: Int = 0,
        since: Int = 0,
        load: String = "loaded",
        result: String = "success",
        status: String = ""
    ) -> String {
        """
        Id=\(id)
        LoadState=\(load)
        ActiveState=\(active)
        SubState=\(sub)
        Result=\(result)
        NRestarts=2
        Job=0
        MainPID=\(pid)
        StateChangeTimestampMonotonic=\(since)
        StatusText=\(status)

        """
    }

    private static func service(_ name: String, _ state: ListedService.State) -> ListedService {
        var service = ListedService(name: name, state: state)
        service.socket = "/run/slipway-run/\(name)/org.slipway.Launch"
        return service
    }

    private static func rows(_ list: ServiceList) -> [String] {
        var list = list
        list.sort()
        return list.services.map {
            "\($0.name) \($0.state.rawValue) \($0.pid ?? 0) \($0.unit ?? "-") \($0.detail)"
        }
    }

    @Test func managersCompleteWhatServicesSay() {
        var list = ServiceList()
        var shop = ListedService(LaunchStatus(Reports.ready, at: Self.now), at: Self.now)
        shop.pid = 7
        list.add(shop)
        var silent = Self.service("silent", .unknown)
        silent.detail = "does not answer"
        list.add(silent)
        list.add(
            unitsIn: [
                Self.unit("slipway@storefront.service", "active", "running", pid: 7),
                Self.unit("slipway@silent.service", "active", "running", pid: 8, since: 60_000_000),
                Self.unit("slipway@broken.service", "failed", "failed", result: "exit-code"),
                Self.unit("slipway@again.service", "activating", "auto-restart"),
                Self.unit("slipway@lazy.service", "inactive", "dead"),
                Self.unit("slipway@lazy.socket", "active", "listening"),
                Self.unit("slipway@off.service", "inactive", "dead"),
                Self.unit("slipway@named-only.service", "inactive", "dead"),
                Self.unit("slipway@gone.service", "inactive", "dead", load: "not-found"),
                Self.unit("other.service", "active", "running"),
            ].joined(separator: "\n"),
            of: .system,
            configured: ["off", "lazy"],
            at: Self.now
        )
        #expect(
            Self.rows(list) == [
                "again restarting 0 slipway@again.service started again 2 times",
                "broken failed 0 slipway@broken.service exit-code",
                "lazy waiting 0 slipway@lazy.service ",
                "off stopped 0 slipway@off.service ",
                "silent running 8 slipway@silent.service does not answer",
                "storefront running 7 slipway@storefront.service ",
            ]
        )
    }

    /// systemctl lists a unit once for each pattern and each name that it was asked for.
    @Test func aUnitThatIsNamedTwiceIsListedOnce() {
        let unit = Self.unit("slipway@shop.service", "failed", "failed", result: "exit-code")
        var list = ServiceList()
        list.add(Self.service("shop", .unknown))
        list.add(
            unitsIn: [unit, unit].joined(separator: "\n"),
            of: .system,
            configured: ["shop"],
            at: Self.now
        )
        #expect(Self.rows(list) == ["shop failed 0 slipway@shop.service exit-code"])
    }

    @Test func aServiceIsAUnitsOnlyAsItsMainProcess() {
        var status = LaunchStatus(Reports.ready, at: Self.now)
        status.log = LogPlace(isJournal: true, unit: "slipway@storefront.service")
        var pretender = ListedService(status, at: Self.now)
        pretender.pid = 66
        var list = ServiceList()
        list.add(pretender)
        list.add(
            unitsIn: [
                Self.unit("slipway@storefront.service", "failed", "failed", result: "exit-code"),
                // Its last process had the number that another one has now.
                Self.unit(
                    "slipway@again.service",
                    "activating",
                    "auto-restart",
                    pid: 66,
                    result: "exit-code",
                    status: "Failed: web: exited with 1"
                ),
            ].joined(separator: "\n"),
            of: .system,
            configured: [],
            at: Self.now
        )
        #expect(
            Self.rows(list) == [
                "again restarting 0 slipway@again.service started again 2 times; exit-code: web: exited with 1",
                "storefront running 66 - ",
                "storefront failed 0 slipway@storefront.service exit-code",
            ]
        )
    }

    @Test func aDegradedServiceSaysWhatItLacks() {
        let service = ListedService(LaunchStatus(Reports.degraded, at: Self.now), at: Self.now)
        #expect(service.state == .degraded)
        #expect(service.detail == "program 'web' is stopped")
    }

    @Test func theTableAndTheJSONHaveEachService() throws {
        var list = ServiceList()
        var shop = Self.service("sh\u{1B}op", .running)
        shop.since = .seconds(61)
        shop.pid = 12
        list.add(shop)
        #expect(
            list.text(.plain) == """
                SERVICE     STATE      SINCE  PID  UNIT OR SOCKET                                  DETAIL
                sh\\u{1B}op  running  1min 1s   12  /run/slipway-run/sh\\u{1B}op/org.slipway.Launch
                """
        )
        #expect(
            list.json == [
                "services": [
                    [
                        "name": "sh\u{1B}op", "state": "running", "forUSec": 61_000_000, "pid": 12,
                        "socket": "/run/slipway-run/sh\u{1B}op/org.slipway.Launch",
                    ]
                ]
            ]
        )
        #expect(ServiceList().text(.plain) == "no service is known here")
    }

    @Test func aManagerThatDoesNotAnswerIsNamed() {
        var list = ServiceList()
        list.silentManagers = [.system]
        let words = "systemd (system) did not answer: what it knows of its units is not here"
        #expect(list.text(.plain) == "no service is known here\n\(words)")
        #expect(list.json == ["services": [], "silentManagers": ["system"]])
        list.add(Self.service("shop", .running))
        #expect(list.text(.plain).hasSuffix("\n\(words)"))
    }

    @Test func listeningSocketsAreThoseThatADaemonMayHaveMade() {
        let table = """
            Num       RefCount Protocol Flags    Type St Inode Path
            0000: 00000002 00000000 00010000 0001 01 123 /srv/my shop/org.slipway.Launch
            0000: 00000003 00000000 00000000 0001 03 124 /srv/connected/org.slipway.Launch
            0000: 00000002 00000000 00010000 0001 01 125 @/abstract/org.slipway.Launch
            0000: 00000002 00000000 00010000 0001 01 126 /run/other.sock
            0000: 00000002 00000000 00010000 0001 01 127

            """
        #expect(ListeningSockets.paths(in: table) == ["/srv/my shop/org.slipway.Launch"])
    }
}
