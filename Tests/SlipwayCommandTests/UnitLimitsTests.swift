import Slipway
import SlipwayConfiguration
import SlipwayOperations
import SlipwaySystem
import Testing

@testable import SlipwayCommand

struct UnitLimitsTests {
    @Test func theLimitsOfAUnitAreRead() throws {
        let text = "LoadState=loaded\nTimeoutStartUSec=1min 30s\nTimeoutStopUSec=infinity\n"
        let limits = try UnitLimits("a.service", properties: text)
        #expect(limits.start == .seconds(90))
        #expect(limits.stop == nil)
        #expect(limits.hardLimits == .unknown)
    }

    @Test func theHardLimitsOfAUnitAreRead() throws {
        let text = "LoadState=loaded\nTimeoutStartUSec=1s\nTimeoutStopUSec=1s\n"
        let limits = try UnitLimits(
            "a.service",
            properties: text + "LimitNOFILE=524288\nLimitSTACK=infinity\n"
        )
        #expect(limits.hardLimits == HardLimits(limits: [.nofile: 524_288, .stack: .max]))
    }

    @Test(
        arguments: [
            (
                "User=\nDynamicUser=no\nCapabilityBoundingSet=cap_chown cap_kill cap_setgid cap_setuid\n",
                true
            ),
            ("User=\nDynamicUser=no\nCapabilityBoundingSet=cap_chown cap_setuid\n", false),
            (
                "User=shop\nDynamicUser=no\nCapabilityBoundingSet=cap_kill cap_setgid cap_setuid\n",
                false
            ),
            ("User=shop\nAmbientCapabilities=cap_kill cap_setgid cap_setuid\n", true),
            (
                "User=\nDynamicUser=yes\nCapabilityBoundingSet=cap_kill cap_setgid cap_setuid\n",
                false
            ),
        ]
    )
    func theRightsOfAUnitAreRead(properties: String, mayChangeUser: Bool) throws {
        let text = "LoadState=loaded\nTimeoutStartUSec=1s\nTimeoutStopUSec=1s\n\(properties)"
        let limits = try UnitLimits("a.service", properties: text)
        #expect(limits.privileges.contains(.changeUser) == mayChangeUser)
    }

    @Test(
        arguments: [
            (
                "Delegate=yes\nDelegateControllers=cpu memory pids\nProtectControlGroups=no\n",
                GroupRights.there(controllers: ["cpu", "memory", "pids"])
            ),
            (
                "Delegate=yes\nDelegateControllers=memory\nProtectControlGroups=yes\n",
                .absent(
                    "unit 'a.service' lacks ProtectControlGroups=no, as the drop-in control-groups.conf of the "
                        + "examples has it"
                )
            ),
            (
                "Delegate=no\nDelegateControllers=\nProtectControlGroups=yes\n",
                .absent(
                    "unit 'a.service' lacks Delegate=yes and ProtectControlGroups=no, as the drop-in "
                        + "control-groups.conf of the examples has it"
                )
            ),
        ]
    )
    func whetherAUnitGivesControlGroupsAwayIsRead(properties: String, rights: GroupRights) throws {
        let text = "LoadState=loaded\nTimeoutStartUSec=1s\nTimeoutStopUSec=1s\n\(properties)"
        #expect(try UnitLimits("a.service", properties: text).groups == rights)
    }

    /// systemd delegates by name what the kernel may have given to another hierarchy, or not have at all.
    @Test func aControllerThatTheKernelHasNotIsMissing() throws {
        let limits = try UnitLimits(
            "a.service",
            properties: "LoadState=loaded\nTimeoutStartUSec=1s\nTimeoutStopUSec=1s\nDelegate=yes\n"
                + "DelegateControllers=cpu memory pids\nProtectControlGroups=no\n",
            in: UnitLimits.Surroundings(controllers: ["pids", "hugetlb"])
        )
        #expect(limits.groups == .there(controllers: ["pids"]))
        #expect(
            limits.groups.lack(for: .memoryMax)
                == "the kernel's controller 'memory' is not there for the service's control group"
        )
    }

    @Test(
        arguments: [
            ("LoadState=not-found\n", "cannot read unit 'a.service': it is not-found"),
            (
                "LoadState=loaded\nTimeoutStartUSec=soon\n",
                "cannot read TimeoutStartUSec of unit 'a.service': 'soon'"
            ),
        ]
    )
    func aUnitThatCannotBeReadIsAnError(text: String, words: String) throws {
        let failure = #expect(throws: CommandFailure.self) {
            try UnitLimits("a.service", properties: text)
        }
        #expect(failure?.message == words)
    }
}
