import Glibc
import Slipway
import SlipwaySystemd
import SlipwayTestSupport
import Synchronization
import Testing

struct SystemdReporterTests {
    private final class Recorder: Sendable {
        private let messages = Mutex<[String]>([])

        var all: [String] { messages.withLock { $0 } }
        var notifier: Notifier {
            Notifier(delivering: { text in
                self.messages.withLock { $0.append(text) }
                return .sent
            })
        }
    }

    private let watched = SystemdEnvironment(["WATCHDOG_USEC": "3000000"], pid: 1)

    private func reporter(_ recorder: Recorder, isReload: Bool = false) -> SystemdReporter {
        SystemdReporter(
            watched,
            isReload: isReload,
            notifier: recorder.notifier,
            now: { LaunchScript.at(0) }
        )
    }

    @Test func beatsTwiceAsOftenAsTheWatchdogAsks() {
        #expect(reporter(Recorder()).heartbeat == .milliseconds(1500))
    }

    @Test func neverBeatsWithoutAWatchdogOrAManager() {
        let unwatched = SystemdEnvironment(["NOTIFY_SOCKET": "/nowhere"], pid: 1)
        #expect(SystemdReporter(unwatched).heartbeat == nil)
        #expect(SystemdReporter(watched).heartbeat == nil)
    }

    /// A sign of life before readiness would arm the watchdog while operations may still block.
    @Test func noSignOfLifeGoesOutBeforeReady() {
        let recorder = Recorder()
        let reporter = reporter(recorder)
        var script = LaunchScript.storefront()
        reporter.report(script.begin())
        reporter.beat()
        reporter.report(script.add(.launchReady(degraded: false), at: 5))
        reporter.beat()
        #expect(
            recorder.all == [
                "STATUS=Starting: 0/3 operations",
                "READY=1\nSTATUS=Ready: 0/3 operations in 5ms",
                "WATCHDOG=1",
            ]
        )
    }

    /// The first one comes when it is ready, before it is in service: without it, reloads that follow one another
    /// closely would keep the manager waiting.
    @Test func aLaunchAfterAnotherBeatsFromItsBeginning() {
        let recorder = Recorder()
        let reporter = reporter(recorder, isReload: true)
        reporter.beat()
        #expect(recorder.all == ["WATCHDOG=1"])
    }

    @Test func aLaunchThatFailsBeforeReadyNeverBeats() {
        let recorder = Recorder()
        let reporter = reporter(recorder)
        var script = LaunchScript.storefront()
        reporter.report(script.begin())
        reporter.report(script.add(.launchStopping(reason: "no", rootCauses: []), at: 5))
        reporter.beat()
        #expect(!recorder.all.contains { $0.contains("WATCHDOG") })
    }

    /// As an embedder writes it.
    @Test func isNamedByALeadingDot() {
        func run(reportingTo reporter: some LaunchReporter) -> Duration? { reporter.heartbeat }
        #expect(run(reportingTo: .systemd) == nil)
    }

    /// Through libsystemd and a real socket, in its own process: the address is in the environment.
    @Test func theManagerHearsTheWholeLaunchInOrder() async {
        await #expect(processExitsWith: .success) {
            let socket = try NotifySocket()
            setenv("NOTIFY_SOCKET", socket.path, 1)
            setenv("WATCHDOG_USEC", "3000000", 1)
            let reporter = SystemdReporter()
            try #require(reporter.heartbeat == .milliseconds(1500))
            var script = LaunchScript.storefront()
            reporter.beat()
            reporter.report(script.begin())
            reporter.report(script.add(.launchReady(degraded: false), at: 1234))
            reporter.beat()
            reporter.report(script.add(.launchReady(degraded: false), at: 1235))
            reporter.report(
                script.add(.launchStopping(reason: "asked to by SIGTERM", rootCauses: []), at: 1300)
            )
            reporter.report(script.launchEnded(.stopped, at: 1400))
            try #require(
                socket.messages() == [
                    "STATUS=Starting: 0/3 operations",
                    "READY=1\nSTATUS=Ready: 0/3 operations in 1.234s",
                    "WATCHDOG=1",
                    "STOPPING=1\nSTATUS=Stopping: asked to by SIGTERM\n"
                        + "EXTEND_TIMEOUT_USEC=25000000",
                    "STATUS=Stopped: asked to by SIGTERM",
                ]
            )
        }
    }

    @Test func aManagerThatIsGoneIsSurvived() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "/nowhere/at/all", 1)
            let notifier = Notifier()
            try #require(notifier.isEnabled)
            try #require(!notifier.send(NotifyMessage(.ready)))
        }
    }
}
