import Dispatch
import Slipway
import SlipwaySystemd
import SlipwayTestSupport
import Synchronization
import Testing

/// A manager that reads nothing holds up no thread but a reporter's own, and hears all in order once it reads.
struct OutboxTests {
    /// Reads two messages, and the others once it is opened.
    private final class Manager: Sendable {
        private let messages = Mutex<[String]>([])
        private let gate = Promise<Void>()

        var all: [String] { messages.withLock { $0 } }
        func open() { gate.resolve(()) }

        var notifier: Notifier {
            Notifier(delivering: { text in
                if self.all.count >= 2 { self.gate.wait() }
                self.messages.withLock { $0.append(text) }
                return true
            })
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aReloadWaitsForNoManagerAndKeepsItsOrder() async throws {
        let manager = Manager()
        let reporter = SystemdReporter(
            SystemdEnvironment([:], pid: 1),
            notifier: manager.notifier,
            now: { LaunchScript.at(2000) }
        )
        var script = LaunchScript.storefront()
        reporter.report(script.begin())
        reporter.report(script.add(.launchReady(degraded: false), at: 5))
        // These would not return if they waited for the manager.
        reporter.beginReload()
        reporter.endReload(failure: "the file is wrong")
        #expect(manager.all.count == 2)
        manager.open()
        try await eventually("the manager has heard all") { manager.all.count == 4 }
        #expect(manager.all[2].hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(manager.all[3].hasPrefix("READY=1\nSTATUS="))
    }

    /// The end of a reload and the end of the launch are told by two threads.
    @Test(.timeLimit(.minutes(2)))
    func noReadinessIsToldAfterTheEnd() throws {
        for number in 1...5000 {
            let heard = Mutex<[String]>([])
            let reporter = SystemdReporter(
                SystemdEnvironment([:], pid: 1),
                notifier: Notifier(delivering: { text in
                    heard.withLock { $0.append(text) }
                    return true
                }),
                now: { LaunchScript.at(2000) }
            )
            var script = LaunchScript.storefront()
            reporter.report(script.begin())
            reporter.report(script.add(.launchReady(degraded: false), at: 5))
            reporter.beginReload()
            let stopping = script.add(.launchStopping(reason: "no", rootCauses: []), at: 6)
            let arrived = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 2) { side in
                arrived.add(1, ordering: .acquiringAndReleasing)
                while arrived.load(ordering: .acquiring) < 2 {}
                if side == 0 { reporter.endReload() } else { reporter.report(stopping) }
            }
            // Sends all that waits.
            script.report.phase = .stopped
            reporter.report(script.add(.launchEnded(script.report), at: 7))
            let messages = heard.withLock(\.self)
            let end = try #require(messages.firstIndex { $0.hasPrefix("STOPPING=1") })
            try #require(
                !messages[end...].contains { $0.hasPrefix("READY=1") },
                "round \(number): \(messages)"
            )
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aManagerThatReadsNothingLetsNothingPileUp() async throws {
        let manager = Manager()
        let reporter = SystemdReporter(
            SystemdEnvironment([:], pid: 1),
            notifier: manager.notifier,
            now: { LaunchScript.at(2000) }
        )
        var script = LaunchScript.storefront()
        reporter.report(script.begin())
        reporter.report(script.add(.launchReady(degraded: false), at: 5))
        for number in 1...100 {
            reporter.beginReload()
            reporter.endReload(failure: "fault \(number)")
        }
        manager.open()
        try await eventually("the manager has heard the last one") {
            manager.all.last?.contains("fault 100") == true
        }
        // Two that it read, the reload that was on its way, and the last one.
        #expect(manager.all.count <= 6)
        let heard = manager.all.count
        reporter.beginReload()
        try await eventually("a later one is sent too") { manager.all.count == heard + 1 }
    }
}
