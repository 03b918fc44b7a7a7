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
                return .sent
            })
        }
    }

    /// The reporter of a launch that is ready, and has told the manager so.
    private func readyReporter(_ notifier: Notifier) -> SystemdReporter {
        let reporter = SystemdReporter(
            SystemdEnvironment([:], pid: 1),
            notifier: notifier,
            now: { LaunchScript.at(2000) }
        )
        var script = LaunchScript.storefront()
        reporter.report(script.begin())
        reporter.report(script.add(.launchReady(degraded: false), at: 5))
        return reporter
    }

    @Test(.timeLimit(.minutes(1)))
    func aReloadWaitsForNoManagerAndKeepsItsOrder() async throws {
        let manager = Manager()
        let reporter = readyReporter(manager.notifier)
        // These would not return if they waited for the manager.
        reporter.beginReload()
        reporter.endReload(failure: "the file is wrong")
        #expect(manager.all.count == 2)
        manager.open()
        try await eventually("the manager has heard all") { manager.all.count == 4 }
        #expect(manager.all[2].hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(manager.all[3].hasPrefix("READY=1\nSTATUS="))
    }

    /// What a thread tells that was held up comes after nothing that another one has decided since.
    @Test(.timeLimit(.minutes(2)))
    func allIsToldInTheOrderInWhichItWasDecided() throws {
        for round in 1...2000 {
            let heard = Mutex<[String]>([])
            let seconds = Mutex(0)
            let reporter = SystemdReporter(
                SystemdEnvironment([:], pid: 1),
                notifier: Notifier(delivering: { text in
                    heard.withLock { $0.append(text) }
                    return .sent
                }),
                // It is asked for with each decision.
                now: {
                    seconds.withLock { seconds in
                        seconds += 1
                        return LaunchScript.at(1000 * seconds)
                    }
                }
            )
            var script = LaunchScript.storefront()
            reporter.report(script.begin(at: 0))
            reporter.report(script.start("sdk-init", at: 0))
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                for _ in 1...25 { reporter.refresh() }
            }
            // `STATUS=Starting: 0/3 operations, waiting for sdk-init 12s`
            let told = heard.withLock(\.self).dropFirst().compactMap { line in
                line.split(separator: " ").last.flatMap { Int($0.dropLast()) }
            }
            try #require(told.count > 1, "round \(round)")
            try #require(told == told.sorted(), "round \(round)")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aManagerThatReadsNothingLetsNothingPileUp() async throws {
        let manager = Manager()
        let reporter = readyReporter(manager.notifier)
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

    /// A manager that never hears of `READY=1` ends the service, though that lacked a descriptor for a moment only.
    @Test(.timeLimit(.minutes(1)))
    func aMessageForWhichThereIsNoDescriptorComesLater() {
        let heard = Mutex<[String]>([])
        let lacks = Mutex(3)
        let notifier = Notifier(delivering: { text in
            let isShort =
                text.hasPrefix("READY=1")
                && lacks.withLock { left in
                    defer { left = max(0, left - 1) }
                    return left > 0
                }
            if !isShort { heard.withLock { $0.append(text) } }
            return isShort ? .lacksMeans : .sent
        })
        _ = readyReporter(notifier)
        #expect(heard.withLock(\.last)?.hasPrefix("READY=1\n") == true)
        #expect(lacks.withLock(\.self) == 0)
    }

    /// Of a line that says how the service is now, an earlier one says nothing.
    @Test(.timeLimit(.minutes(1)))
    func ofTheLinesThatAManagerHasNotReadOnlyTheNewestIsSent() async throws {
        let manager = Manager()
        let reporter = readyReporter(manager.notifier)
        for number in 1...100 { reporter.remark("remark \(number)", as: .changedFiles) }
        manager.open()
        try await eventually("the manager has heard the last one") {
            manager.all.last?.contains("remark 100") == true
        }
        // Two that it read, one that was on its way, and the last one.
        #expect((3...4).contains(manager.all.count))
    }
}
