import Slipway
import SlipwayTesting
import Testing

/// The critical chain says when what could have started was paused.
struct PausedChainTests {
    private func chain(_ calls: (VirtualLaunch) -> Void) throws -> String? {
        var plan = Plan("storefront")
        plan.add("load") { context in try await context.sleep(for: .milliseconds(60)) }
        plan.add("window", on: .main, requires: [Named("load")]) { context in
            try await context.sleep(for: .milliseconds(5))
        }
        let launch = VirtualLaunch(try Graph(plan), seed: 7)
        calls(launch)
        let text = try launch.run().criticalChainText()
        return text?.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    }

    @Test func aPausedQueueIsNoWaitForAPlaceInIt() throws {
        let text = try chain { launch in
            launch.at(.milliseconds(50)) { $0.pause(.main) }
            launch.at(.milliseconds(80)) { $0.resume(.main) }
        }
        #expect(
            text == """
                storefront ready @85ms
                └─window @80ms +5ms
                  └─(queue 'main' was paused) @60ms +20ms
                    └─load @0 +60ms
                      └─(before launch) @0 +0
                """
        )
    }

    @Test func aPausedLaunchIsNone() throws {
        let text = try chain { launch in
            launch.at(.milliseconds(60)) { $0.pause() }
            launch.at(.milliseconds(70)) { $0.resume() }
        }
        #expect(
            text == """
                storefront ready @75ms
                └─window @70ms +5ms
                  └─(the launch was paused) @60ms +10ms
                    └─load @0 +60ms
                      └─(before launch) @0 +0
                """
        )
    }

    @Test func onlyThePauseThatKeptItIsTold() throws {
        let text = try chain { launch in
            launch.at(.milliseconds(1)) { $0.pause(.main) }
            launch.at(.milliseconds(10)) { $0.resume(.main) }
            launch.at(.milliseconds(50)) { $0.pause(.userInitiated) }
        }
        #expect(text?.contains("paused") == false)
    }

    @Test func aReportKnowsThePausesOfItsLaunchAndItsFoldToo() throws {
        let recorder = EventRecorder()
        var plan = Plan("storefront")
        plan.add("load") { context in try await context.sleep(for: .milliseconds(60)) }
        let launch = VirtualLaunch(try Graph(plan), reportingTo: [recorder])
        launch.at(.milliseconds(10)) { $0.pause(.main) }
        launch.at(.milliseconds(20)) { $0.pause() }
        launch.at(.milliseconds(30)) { $0.resume() }
        let report = try launch.run()
        let instant = { report.processStart.advanced(by: .milliseconds($0)) }
        #expect(
            report.pauses == [
                Pause(queue: .main, startedAt: instant(10)),
                Pause(queue: nil, startedAt: instant(20), endedAt: instant(30)),
            ]
        )
        var fold = ReportFold()
        for event in recorder.events { _ = fold.apply(event) }
        #expect(fold.report?.pauses == report.pauses)
    }
}
