import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

/// `slipway wait`, against a socket with prepared answers.
struct WaitCommandTests {
    @Test func waitingFollowsTheLaunchUntilItIsReady() throws {
        let ready = WatchReply.phase(Reports.ready.course)
        let offsets = Offsets(processStart: Reports.starting.processStart)
        let ran = try StubDaemon.run(
            ["wait"],
            [
                "GetStatus": .replies([Reports.status(Reports.starting)]),
                "Watch": .silence(
                    after: [
                        ["launch": Reports.starting.json], ["somethingNew": true],
                        ready.object(offsets),
                    ]
                ),
            ]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output.hasPrefix("storefront: ready after 980ms"))
    }

    @Test func aWaitThatTimesOutSaysWhatItIsAt() throws {
        let ran = try StubDaemon.run(
            ["wait", "--timeout", "500ms"],
            [
                "GetStatus": .replies([Reports.status(Reports.starting)]),
                "Watch": .silence(after: [["launch": Reports.starting.json]]),
            ]
        )
        #expect(ran.exitCode == 3)
        #expect(
            ran.errors
                == "slipway: timed out after 500ms: 'ready' has not come yet; the launch is at "
                + "'user-data', running\n"
        )
    }

    @Test(arguments: [StubDaemon.Answer.close, .error(LaunchRefusal.shuttingDown.varlinkError)])
    func aDaemonThatGoesAwayIsWaitedFor(answer: StubDaemon.Answer) throws {
        let ran = try StubDaemon.run(
            ["wait", "--timeout", "500ms"],
            ["GetStatus": .replies([Reports.status(Reports.starting)]), "Watch": answer]
        )
        #expect(ran.exitCode == 3)
        let lines = ran.errors.split(separator: "\n")
        #expect(lines.first == "slipway: the service went away; waiting until it is back")
        // It may have come back before the time was up.
        let words = "slipway: timed out after 500ms: 'ready' has not come yet; "
        #expect(lines.last?.hasPrefix(words) == true, "\(ran.errors)")
    }

    /// Only commands that print every operation ask for the report.
    @Test func waitingForReadinessTakesNoReport() throws {
        let ran = try StubDaemon.run(
            ["wait"],
            ["GetStatus": .replies([Reports.status(Reports.failed)])]
        )
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors
                == "slipway: 'storefront' failed: 'sdk-init' failed: exit status 3; "
                + "skipped 'feature-toggles'\n"
        )
    }
}
