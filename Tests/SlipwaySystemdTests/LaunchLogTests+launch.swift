import Slipway
import SlipwaySystemd
import Testing

/// The log about the launch as a whole: that it became ready, is degraded, fails and stops.
extension LaunchLogTests {
    @Test mutating func everyEntryNamesItsLaunchAndItsEvent() {
        let events = [
            script.begin(), script.start("sdk-init", at: 2),
            script.end("sdk-init", .succeeded, at: 3), script.action(.done, at: 4),
            script.add(.eventsLost(count: 2, report: script.report), at: 5),
            script.add(.launchReady(degraded: false), at: 6),
            script.add(.launchStopping(reason: "asked", rootCauses: []), at: 7),
            script.add(.operationTornDown(name: "sdk-init", failure: nil), at: 8),
            script.launchEnded(.stopped, at: 9),
        ]
        var words: [String] = []
        for event in events {
            let fields = log.entry(for: event).fields
            #expect(fields.contains(.init(.launchID, "launch-1")))
            #expect(fields.contains(.init(.launchName, "storefront")))
            words += fields.filter { $0.name == .event }.map(\.value)
        }
        #expect(
            words == [
                "launch-started", "operation-started", "operation-ended", "action-done",
                "events-lost", "launch-ready", "launch-stopping", "operation-torn-down",
                "launch-ended",
            ]
        )
    }

    @Test mutating func theLaunchIsSaidToBeDegradedWithoutAProgramAndThatItIsNoLonger() {
        _ = log.entry(for: script.begin(at: 0))
        _ = log.entry(for: script.add(.launchReady(degraded: false), at: 1))
        let states: [(ProgramStatus.State, String?, Bool)] = [
            (.running, nil, false), (.stopping, "exited with 1", true),
            (.pausing(next: LaunchScript.at(1001)), "exited with 1", true), (.stopped, nil, true),
            (.starting, nil, false), (.stopping, "exited with 1", true), (.running, nil, false),
        ]
        let lines = states.map { state, reason, degraded in
            let status = ProgramStatus(
                name: "web",
                state: state,
                since: LaunchScript.at(1),
                reason: reason
            )
            return log.entry(for: script.add(.programChanged(status, degraded: degraded), at: 1))
                .message
        }
        #expect(
            lines == [
                "Program 'web' is running",
                "Program 'web' is being ended: exited with 1",
                "Program 'web' exited with 1; it starts again in 1s; the launch is degraded",
                "Program 'web' is stopped; the launch is degraded",
                "Program 'web' is about to start",
                "Program 'web' is being ended: exited with 1",
                "Program 'web' is running; the launch is no longer degraded",
            ]
        )
    }

    @Test mutating func whatTheReportOfLostEventsSaysIsKnownFromThenOn() {
        _ = log.entry(for: script.begin())
        _ = script.start("sdk-init", at: 12)
        _ = script.end("sdk-init", .succeeded, at: 410)
        _ = log.entry(for: script.add(.eventsLost(count: 2, report: script.report), at: 500))
        let added = OperationStatus(name: "late", queue: .main, state: .ended(.succeeded))
        _ = log.entry(for: script.add(.operationsAdded([added]), at: 600))
        #expect(
            log.entry(for: script.add(.launchReady(degraded: false), at: 700)).message
                == "Startup finished in 700ms (2/4 operations); critical chain: sdk-init 398ms"
        )
    }

    @Test mutating func readyNamesTheTotalAndTheCriticalChain() {
        for event in [
            script.begin(), script.start("sdk-init", at: 12), script.start("user-data", at: 12),
            script.end("user-data", .succeeded, at: 300),
            script.end("sdk-init", .succeeded, at: 410),
            script.start("feature-toggles", at: 410),
            script.end("feature-toggles", .succeeded, at: 980),
        ] { _ = log.entry(for: event) }
        #expect(
            lines(script.add(.launchReady(degraded: false), at: 980)) == [
                "MESSAGE=Startup finished in 980ms (3/3 operations); "
                    + "critical chain: sdk-init 398ms -> feature-toggles 570ms",
                "PRIORITY=6",
                "MESSAGE_ID=\(MessageID.launchReady)",
                "LAUNCH_EVENT=launch-ready",
                "LAUNCH_OUTCOME=ready",
                "LAUNCH_READY_USEC=980000",
            ]
        )
    }

    @Test mutating func aLongCriticalChainIsNamedByItsLongestSteps() throws {
        let count = 40
        let names = (0..<count).map { "step-\($0)" }
        script = LaunchScript(
            names.enumerated().map { index, name in
                OperationStatus(
                    name: name,
                    queue: .main,
                    requires: index == 0 ? [] : [names[index - 1]]
                )
            }
        )
        _ = log.entry(for: script.begin())
        var at = 1
        for (index, name) in names.enumerated() {
            _ = log.entry(for: script.start(name, at: at))
            at += index % 4 == 0 ? 100 + index : 1
            _ = log.entry(for: script.end(name, .succeeded, at: at))
        }
        let message = log.entry(for: script.add(.launchReady(degraded: false), at: at)).message
        // Ten steps take 100 ms and more; of the others the first two are as long as any.
        #expect(
            message.hasSuffix(
                "critical chain: step-0 100ms -> step-1 1ms -> step-2 1ms -> (1 shorter) -> step-4 104ms"
                    + stride(from: 8, to: count, by: 4)
                    .map { " -> (3 shorter) -> step-\($0) \(100 + $0)ms" }.joined()
                    + " -> (3 shorter)"
            )
        )
    }

    @Test mutating func aDegradedLaunchIsAWarning() {
        _ = log.entry(for: script.begin())
        let entry = log.entry(for: script.add(.launchReady(degraded: true), at: 5))
        #expect(entry.priority == .warning)
        #expect(entry.messageID == .launchDegraded)
        #expect(entry.message == "Startup finished in 5ms (degraded, 0/3 operations)")
    }

    @Test mutating func aFailedLaunchNamesEveryRootCause() {
        _ = log.entry(for: script.begin())
        let causes = [
            RootCause(operation: "user-data", failure: Failure(.error, "HTTP 503")),
            RootCause(operation: "sdk-init", failure: Failure(.error, "no key")),
        ]
        #expect(
            lines(script.launchEnded(.failed, causes, at: 5)) == [
                "MESSAGE=Launch of 'storefront' failed: user-data: HTTP 503; sdk-init: no key",
                "PRIORITY=3",
                "MESSAGE_ID=\(MessageID.launchFailed)",
                "LAUNCH_EVENT=launch-ended",
                "LAUNCH_OUTCOME=failed",
                "LAUNCH_REASON=user-data: HTTP 503; sdk-init: no key",
                "LAUNCH_OPERATION=user-data",
                "LAUNCH_OPERATION=sdk-init",
            ]
        )
    }

    @Test mutating func aStoppedLaunchIsNoError() {
        _ = log.entry(for: script.begin())
        let entry = log.entry(for: script.launchEnded(.stopped, at: 5))
        #expect(entry.priority == .info)
        #expect(entry.messageID == .launchStopped)
    }

    @Test mutating func eventsBeforeTheLaunchIsKnownHaveAnEntryAllTheSame() {
        let entry = log.entry(for: script.add(.launchReady(degraded: false), at: 5))
        #expect(entry.message == "Startup finished")
        #expect(!entry.fields.contains { $0.name == .launchID })
    }

    @Test mutating func aStopThatTakesItsTimeNamesTheActionsThatRunOnce() {
        script.report.drain = .seconds(5)
        _ = log.entry(for: script.begin())
        _ = log.entry(for: script.action(.running, id: "a1", at: 25))
        _ = log.entry(for: script.action(.running, id: "a2", at: 30))
        _ = log.entry(for: script.action(.done, id: "a2", at: 40))
        var page = OperationStatus(name: "page", queue: .main, state: .running)
        page.action = ActionID("a1")
        _ = log.entry(for: script.add(.operationStarted(page), at: 50))
        let stop = script.add(.launchStopping(reason: "SIGTERM", rootCauses: []), at: 1000)
        _ = log.entry(for: stop)
        #expect(log.refresh(now: LaunchScript.at(2999)) == nil)
        let entry = log.refresh(now: LaunchScript.at(3000))
        #expect(
            entry?.message
                == "The stop waits for action 'open-url' (a1); it is left alone for 5s, and then "
                + "has 10s to end"
        )
        #expect(entry?.fields.contains(.init(.actionID, "a1")) == true)
        #expect(log.refresh(now: LaunchScript.at(4000)) == nil)
    }
}
