import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayReport
import Testing

@testable import SlipwayCommand

struct UnitStateTests {
    /// The own unit of a service is not there.
    private static let other = "Id=a.service\nLoadState=not-found\nActiveState=inactive\n"

    private static func unit(
        _ active: String,
        _ sub: String = "",
        result: String = "success",
        restarts: Int = 0,
        load: String = "loaded",
        dropIns: String = "",
        status: String = "",
        exit: Int = 0
    ) -> String {
        """
        Id=slipway@a.service
        LoadState=\(load)
        ActiveState=\(active)
        SubState=\(sub)
        Result=\(result)
        ExecMainStatus=\(exit)
        NRestarts=\(restarts)
        FragmentPath=/lib/systemd/system/slipway@.service
        DropInPaths=\(dropIns)
        StatusText=\(status)

        """
    }

    @Test(
        arguments: [
            (unit("inactive", "dead"), UnitState.State.stopped, "'a' is stopped"),
            (
                unit("failed", "failed", result: "exit-code"), .failed("exit-code"),
                "'a' has failed (exit-code); 'systemctl status slipway@a.service' says more"
            ),
            (
                unit(
                    "failed",
                    "failed",
                    result: "exit-code",
                    status: "Failed (and 1 more): a.yaml:1:1: no"
                ),
                .failed("exit-code"),
                "'a' has failed (exit-code); its last launch failed: a.yaml:1:1: no (and 1 more); "
                    + "'systemctl status slipway@a.service' says more"
            ),
            (
                unit(
                    "activating",
                    "auto-restart",
                    result: "exit-code",
                    status: "Failed: web: exited with 1"
                ),
                .restarting(0, "exit-code"),
                "'a' ended (exit-code), and systemd starts it again soon; its last launch failed: web: exited with 1"
            ),
            // It came no further than the settings of its unit, and it was a program's own status.
            (
                unit("failed", "failed", result: "exit-code", exit: 217),
                .failed("exit-code, 217/USER"),
                "'a' has failed (exit-code, 217/USER); 'systemctl status slipway@a.service' says more"
            ),
            (
                unit("activating", "auto-restart", result: "exit-code", exit: 70),
                .restarting(0, "exit-code"),
                "'a' ended (exit-code), and systemd starts it again soon"
            ),
            // It was killed, and has not said why.
            (
                unit(
                    "activating",
                    "auto-restart",
                    result: "signal",
                    status: "Ready: 1/1 operations in 6ms"
                ),
                .restarting(0, "signal"), "'a' ended (signal), and systemd starts it again soon"
            ),
            (
                unit("activating", "auto-restart-queued", restarts: 3), .restarting(3),
                "'a' ended, and systemd starts it again soon, as it did 3 times before"
            ),
            (unit("activating", "start"), .starting, "'a' is starting, and does not answer yet"),
            (unit("deactivating", "stop-sigterm"), .stopping, "'a' is stopping"),
            (
                unit("active", "running"), .running,
                "'a' runs in 'slipway@a.service', but does not answer"
            ),
            (
                unit("inactive", load: "masked"), .unknown("masked"),
                "unit 'slipway@a.service' is masked"
            ),
        ]
    )
    func whatAUnitIsAtIsSaidInWords(text: String, state: UnitState.State, words: String) throws {
        let unit = try #require(
            UnitState("a", properties: text + "\n" + Self.other, isConfigured: true)
        )
        #expect(unit.state == state)
        #expect(unit.words == words)
    }

    @Test(
        arguments: [
            ("web: exited with 1: port 80 is taken", RecordedLaunch.End.failed, true),
            // Of another launch: that of the words did not come so far.
            ("db: exited with 1", .failed, false), ("web: exited with 1", .stopped, false),
        ]
    )
    func theHistoryHasTheWholeReason(cause: String, end: RecordedLaunch.End, isWhole: Bool) throws {
        let text = Self.unit("failed", "failed", status: "Failed: web: exited with 1; more")
        var unit = try #require(UnitState("a", properties: text, isConfigured: true))
        var launch = LaunchSummary(launchID: "l1", start: .warm)
        (launch.end, launch.cause) = (end, cause)
        unit.lastWords?.complete(with: launch)
        #expect(unit.lastWords?.reason == (isWhole ? cause : "web: exited with 1; more"))
    }

    @Test func whatIsStoppedIsStartedByItsManager() {
        var unit = UnitState(app: "a", unit: "slipway@a.service", state: .stopped)
        #expect(unit.advice == "'a' is stopped; 'systemctl start slipway@a.service' starts it")
        unit.owner = .user
        #expect(
            unit.advice == "'a' is stopped; 'systemctl --user start slipway@a.service' starts it"
        )
        #expect(
            UnitState(app: "a", unit: "a.service", state: .stopping).advice == "'a' is stopping"
        )
    }

    @Test func aUnitOfTheUsersManagerIsAskedThere() {
        let unit = UnitState(
            app: "a",
            unit: "slipway@a.service",
            state: .failed("exit-code"),
            owner: .user
        )
        #expect(
            unit.words
                == "'a' has failed (exit-code); 'systemctl --user status slipway@a.service' says more"
        )
    }

    @Test func aNameWithoutAConfigurationIsNoUnit() throws {
        let named = Self.unit("inactive", "dead")
        let text = named + "\n" + Self.other
        let unit = try #require(UnitState("a", properties: text, isConfigured: false))
        #expect(unit.state == .unknown("not-found"))
        #expect(unit.words == "systemd knows no unit of 'a' such as 'slipway@a.service'")
        // A drop-in of its own says where its configuration is.
        let dropIns = "/etc/systemd/system/slipway@a.service.d/path.conf"
        let dropped = Self.unit("inactive", "dead", dropIns: dropIns)
        #expect(
            UnitState("a", properties: dropped, isConfigured: false)?.state == .stopped
        )
        #expect(UnitState("a", properties: named, isConfigured: true)?.state == .stopped)
    }

    @Test func theOwnUnitOfAServiceIsFoundBesideTheInstance() throws {
        let own = "Id=a.service\nLoadState=loaded\nActiveState=failed\nResult=signal\n"
        let text = Self.unit("inactive", "dead") + "\n" + own
        let unit = UnitState("a", properties: text, isConfigured: false)
        #expect(unit?.unit == "a.service")
        #expect(unit?.state == .failed("signal"))
    }

    /// As of the distribution's package of that name.
    @Test func anotherUnitOfThatNameDoesNotOutvoteTheInstance() {
        let other = "Id=a.service\nLoadState=loaded\nActiveState=failed\nResult=signal\n"
        let text = Self.unit("inactive", "dead") + "\n" + other
        let unit = UnitState("a", properties: text, isConfigured: true)
        #expect(unit?.unit == "slipway@a.service")
        #expect(unit?.state == .stopped)
    }

    @Test(arguments: [
        ("failed", "Job=17", true), ("inactive", "Job=17", true), ("failed", "Job=0", false),
    ])
    func whatIsQueuedToStartIsStarting(active: String, job: String, isStarting: Bool) {
        let text = Self.unit(active) + job + "\n"
        let unit = UnitState("a", properties: text, isConfigured: true)
        #expect((unit?.state == .starting) == isStarting)
    }

    @Test func nothingIsKnownOfNoAnswer() {
        #expect(UnitState("a", properties: "", isConfigured: true) == nil)
    }

    @Test func onlyWhatDoesNotComeByItselfEndsAWait() {
        func obstacle(_ state: UnitState.State) -> Int32? {
            UnitState(app: "a", unit: "a.service", state: state).obstacle?.exitCode
        }
        #expect(obstacle(.unknown("masked")) == 2)
        // A unit of another name may run it.
        #expect(obstacle(.unknown("not-found")) == nil)
        #expect(obstacle(.failed("exit-code")) == 1)
        for state: UnitState.State in [.restarting(1), .starting, .running, .stopping, .stopped] {
            #expect(obstacle(state) == nil)
        }
    }
}
