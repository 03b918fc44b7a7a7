import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayReport
import SlipwayStore
import SlipwayTestSupport
import Testing

@testable import SlipwayHost

/// What a service keeps of its launches, and what follows from it: real daemons that end, crash and come
/// again.
@Suite(.timeLimit(.minutes(5)))
struct LaunchHistoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var state: String { "\(folder.path)/state" }

    private static let plain = """
        name: tested
        operations:
          needed: { exec: ["true"] }
          wanted: { exec: ["true"], optional: true, after: [needed] }
        """

    /// `hang` never ends.
    private static let hanging = plain + "\n  hang: { sleep: 1h, optional: true, after: [needed] }"

    private func started(_ configuration: String = plain) async throws -> RunningDaemon {
        try await RunningDaemon(
            configuration,
            arguments: ["--state-directory", state],
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
    }

    private func listed(_ daemon: RunningDaemon) throws -> [LaunchSummary] {
        try daemon.client().call(Method.ListLaunches()).launches
    }

    /// Kills a daemon without a word, once an optional operation runs.
    private func crash(_ daemon: RunningDaemon) async throws {
        let id = try daemon.report().launchID
        try await eventually("the mark is written") {
            let mark = MarkFile.read(in: state).marks.last
            return mark?.launch.launchID == id && mark?.suspects == ["hang"]
        }
        try daemon.send(SIGKILL)
        _ = await daemon.program.result()
    }

    @Test func launchesAreListedWithHowTheyBeganAndEnded() async throws {
        let first = try await started()
        try await first.untilReady()
        #expect(await first.stop().status == 0)
        let second = try await started()
        try await second.untilReady()
        let launches = try listed(second)
        #expect(launches.map(\.end) == [.running, .stopped])
        #expect(launches.map(\.start) == [.warm, .cold])
        #expect(launches.allSatisfy { $0.timeToReady != nil && $0.generation == 1 })
        #expect(Set(launches.map(\.configurationDigest)).count == 1)
        #expect(launches[0].configurationDigest.count == 32)
        #expect(launches[0].startedAt > launches[1].startedAt)
        #expect(await second.stop().status == 0)
    }

    @Test func aLaunchOfTheHistoryIsFoundByItsIdentityAndCountedBack() async throws {
        let first = try await started()
        try await first.untilReady()
        let id = try first.report().launchID
        #expect(await first.stop().status == 0)
        let second = try await started()
        try await second.untilReady()
        let client = try second.client()
        for name in [LaunchName.back(1), .beginning(id), .beginning(String(id.prefix(12)))] {
            let reply = try client.call(Method.GetReport(launch: name))
            #expect(reply.launch.launchID == id)
            #expect(reply.launch.phase == .stopped)
            #expect(reply.launch.operations.map(\.outcome) == [.succeeded, .succeeded])
            #expect(reply.summary?.start == .cold)
        }
        let present = try client.call(Method.GetReport(launch: .back(0)))
        #expect(present.launch.launchID != id)
        #expect(present.summary?.end == .running)
        for (name, words) in [
            (
                LaunchName.back(2),
                "there is no launch -2: the history has 1 before the present one; 'slipway "
                    + "history' lists them"
            ),
            (
                .beginning("none"),
                "no launch of the history has an identity that begins with 'none'; 'slipway "
                    + "history' lists them"
            ),
        ] {
            #expect(
                refusal { _ = try second.client().call(Method.GetReport(launch: name)) }
                    == .noSuchLaunch(name.text, message: words)
            )
        }
        #expect(await second.stop().status == 0)
    }

    @Test func aKilledDaemonIsSeenByTheNextOne() async throws {
        let first = try await started(Self.hanging)
        try await crash(first)
        let second = try await started()
        try await second.untilReady()
        let launches = try listed(second)
        #expect(launches.map(\.end) == [.running, .crashed])
        #expect(launches.map(\.start) == [.afterCrash, .cold])
        #expect(await second.stop().status == 0)
    }

    @Test func aFailedLaunchIsKeptWithItsCause() async throws {
        let first = try RunningDaemon(
            starting: "name: tested\noperations:\n  broken: { exec: [\"false\"] }",
            arguments: ["--state-directory", state],
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        #expect(await first.program.result().status == 1)
        let history = try StoredHistory(in: state)
        let launches = try history.launches(upTo: 9).launches
        #expect(launches.map(\.end) == [.failed])
        #expect(launches[0].report.rootCauses.map(\.operation) == ["broken"])
        #expect(try history.summaries(upTo: 9)[0].cause == "broken: 'false' exited with 1")
    }

    /// No thread, no descriptor: the same start with less would fare no better.
    @Test func aLaunchThatCouldNotBeginHasFailedAndIsNoCrash() throws {
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
        let graph = try Graph(Plan("tested"))
        let hosted = HostedLaunch(
            graph,
            try GraphKinds(graph),
            Authority(HostOptions()),
            HostStore(in: state, [:]),
            nil,
            HostLog()
        )
        let sockets = try HostSockets.choose("\(folder.path)/socket", "tested", [:], Activation())
        let server = try hosted.open(on: sockets, state: state, storage: .optional)
        hosted.close(server, failed: "cannot begin the launch: cannot start a thread")
        #expect(MarkFile.read(in: state).marks.map(\.state) == [.ended])
        let summaries = try StoredHistory(in: state).summaries(upTo: 9)
        #expect(summaries.map(\.end) == [.failed])
        #expect(summaries.map(\.cause) == ["cannot begin the launch: cannot start a thread"])
    }

    @Test func reloadsAreKeptAsGenerations() async throws {
        let daemon = try await started()
        try await daemon.untilReady()
        try folder.write(
            Self.plain.replacing(
                #"wanted: { exec: ["true"]"#,
                with: #"wanted: { exec: ["true", a]"#
            ),
            to: "tested.yaml"
        )
        _ = try daemon.client().call(Method.Reload(), timeout: .seconds(60))
        try await eventually("both are kept") {
            try listed(daemon).map(\.end) == [.running, .stopped]
        }
        let launches = try listed(daemon)
        #expect(launches.map(\.generation) == [2, 1])
        #expect(
            launches[0].configurationDigest
                != launches[1].configurationDigest
        )
        #expect(await daemon.stop().status == 0)
        #expect(try StoredHistory(in: state).summaries(upTo: 9).map(\.end) == [.stopped, .stopped])
    }

    @Test func afterThreeCrashesWhatIsOptionalIsLeftOutUntilARestartWithEverything() async throws {
        for _ in 1...3 { try await crash(try await started(Self.hanging)) }
        let safe = try await started(Self.hanging)
        try await safe.untilReady()
        let reply = try safe.client().call(Method.GetReport())
        #expect(reply.remarks?.safeMode == "3 starts crashed while 'hang' ran")
        #expect(reply.remarks?.suspects == ["hang"])
        let reason =
            "safe mode, without optional operations: 3 starts crashed while 'hang' ran"
        #expect(reply.launch["hang"]?.outcome == .cancelled(reason: reason))
        #expect(reply.launch["needed"]?.outcome == .succeeded)
        #expect(reply.launch.phase == .ready(degraded: true))
        let status = try safe.client().call(Method.GetStatus()).status
        #expect(status.remarks == reply.remarks)
        try await safe.untilItSays("\(reason); 'slipway restart --full' starts it with everything")
        // An ordinary stop is no way out.
        #expect(await safe.stop().status == 0)
        let again = try await started(Self.hanging)
        try await again.untilReady()
        _ = try again.client().call(Method.Restart(isFull: true))
        #expect(await again.program.result().status == 75)
        let full = try await started(Self.plain)
        try await full.untilReady()
        #expect(try full.client().call(Method.GetReport()).remarks == nil)
        #expect(try full.report()["wanted"]?.outcome == .succeeded)
        #expect(await full.stop().status == 0)
    }

    @Test func anOptionalOperationThatHangsCountsAndARequiredOneDoesNot() async throws {
        func fail(_ operations: String) async throws {
            let daemon = try RunningDaemon(
                starting: "name: tested\ndeadline: 200ms\noperations:\n\(operations)",
                arguments: ["--state-directory", state],
                environment: ["PATH": "/usr/bin:/bin"],
                in: folder
            )
            #expect(await daemon.program.result().status == 1)
        }
        for _ in 1...3 { try await fail("  backend: { sleep: 1h }") }
        for _ in 1...3 { try await fail("  warm: { sleep: 1h, optional: true }") }
        var marks = MarkFile.read(in: state)
        #expect(marks.marks.map(\.state) == [.ended, .ended, .ended, .failed, .failed, .failed])
        marks.begin()
        #expect(marks.safeMode?.reason == "3 starts failed because of 'warm'")
    }

    @Test func withoutAStateDirectoryTheLaunchesOfTheProcessAreKnown() async throws {
        let daemon = try await RunningDaemon(
            Self.plain,
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        try await daemon.untilReady()
        let launches = try listed(daemon)
        #expect(launches.map(\.end) == [.running])
        #expect(launches.map(\.start) == [.cold])
        #expect(
            refusal { _ = try daemon.client().call(Method.GetReport(launch: .back(1))) }
                == .noSuchLaunch(
                    "-1",
                    message: "there is no launch -1: the history has 0 before the present one; "
                        + "'slipway history' lists them"
                )
        )
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: ["", "no database"])
    func aDamagedStoreCostsTheHistoryAndNotTheStart(content: String) async throws {
        mkdir(state, 0o700)
        for name in ["slipway-actions.db", "slipway-starts"] {
            try folder.write(content, to: "state/\(name)")
        }
        let daemon = try await started()
        try await daemon.untilReady()
        #expect(try listed(daemon).count == 1)
        #expect(await daemon.stop().status == 0)
    }

    @Test func aSlowLaunchIsToldOnceItIsReady() async throws {
        // Long enough that a busy machine changes it by little of itself.
        try folder.write("0.2", to: "pause")
        let configuration = """
            name: tested
            operations:
              user-data: { exec: [sh, -c, "sleep $(cat \(folder.path)/pause)"] }
            """
        for _ in 0...Regression.leastPast {
            let daemon = try await started(configuration)
            try await daemon.untilReady()
            #expect(await daemon.stop().status == 0)
        }
        try folder.write("3", to: "pause")
        let slow = try await started(configuration)
        try await slow.untilReady()
        try await slow.untilItSays("slower than usual: ready after ")
        let remarks = try #require(try slow.client().call(Method.GetReport()).remarks)
        #expect(remarks.regressions.count == 2)
        let operation = try #require(remarks.regressions.last)
        #expect(operation.hasPrefix("user-data took 3."))
        #expect(operation.hasSuffix("(last 8 warm starts)"))
        #expect(await slow.stop().status == 0)
    }
}
