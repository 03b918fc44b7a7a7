import SlipwaySystemd
import Testing

struct SystemdUnitTests {
    @Test(
        arguments: [
            (
                "0::/system.slice/system-slipway.slice/slipway@web.service",
                .system("slipway@web.service")
            ),
            // A group that a service makes below its own is still of the service.
            ("0::/system.slice/shop.service/workers/one", .system("shop.service")),
            (
                "0::/user.slice/user-1000.slice/user@1000.service/app.slice/shop.service",
                .user("shop.service")
            ),
            ("0::/user.slice/user-0.slice/session-3.scope", .system("session-3.scope")),
            (
                "12:pids:/x\n1:name=systemd:/system.slice/shop.service\n",
                .system("shop.service")
            ),
            // Both hierarchies are there, and systemd keeps the unified one.
            ("1:name=systemd:/\n0::/system.slice/shop.service\n", .system("shop.service")),
            ("0::/system.slice/_cpu.service", .system("cpu.service")),
            ("0::/user.slice/user-1000.slice/user@1000.service", nil),
            ("0::/", nil), ("0::/docker/8b383ac3", nil), ("", nil), ("nonsense", nil),
        ] as [(String, SystemdUnit?)]
    )
    func isFoundInTheControlGroup(text: String, unit: SystemdUnit?) {
        #expect(SystemdUnit(controlGroups: text) == unit)
    }
}
