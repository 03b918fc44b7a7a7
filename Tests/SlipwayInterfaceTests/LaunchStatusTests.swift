import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayVarlink
import Testing

struct LaunchStatusTests {
    /// A launch in which everything that can grow is large.
    private static func report(_ phase: Phase, _ count: Int) -> Report {
        let long = String(repeating: "x", count: 10 * TextLimit.message)
        var operations = (0..<count).map { number in
            var status = OperationStatus(
                name: "operation-\(number)",
                queue: .main,
                requires: number == 0 ? [] : ["operation-\(number - 1)"]
            )
            status.stage = number % 2 == 0 ? .launch : .background
            if number % 3 == 0 { status.state = .ended(.failed(Failure(.error, long))) }
            return status
        }
        operations.append(OperationStatus(name: "last", queue: .main, state: .running))
        let names = operations.map(\.name)
        return Report(
            name: "storefront",
            launchID: "0123456789abcdef",
            course: LaunchCourse(
                phase: phase,
                rootCauses: (0..<count).map { number in
                    RootCause(
                        operation: "operation-\(number)",
                        failure: Failure(.error, long),
                        skipped: names
                    )
                },
                pausedQueues: (0..<count).map { .named("queue-\($0)") }
            ),
            processStart: Samples.start,
            operations: operations,
            actions: (0..<count).map { number in
                ActionStatus(
                    id: ActionID("\(number)"),
                    kind: "open",
                    queue: .main,
                    requires: names,
                    state: .waiting(missing: names),
                    acceptedAt: Samples.start
                )
            }
        )
    }

    @Test(arguments: [.starting, .ready(degraded: true), .stopping, .failed] as [Phase])
    func doesNotGrowWithTheLaunch(phase: Phase) {
        let sizes = [100, 400].map { count in
            LaunchStatus(Self.report(phase, count), at: Samples.at(99)).json.bytes.count
        }
        // Only the digits of counts and names differ.
        #expect(abs(sizes[0] - sizes[1]) < 200)
        #expect(sizes[1] < 32 * 1024)
    }

    /// It is said, and blocks nothing.
    @Test func actionsThatAreHeldInMemoryAreNotWhatTheLaunchWaitsFor() {
        var report = Self.report(.starting, 1)
        report.storage = StorageTrouble(.absent, "there is no place", since: Samples.start)
        let status = LaunchStatus(report, at: Samples.at(99))
        #expect(status.storage == report.storage)
        #expect(!status.waitsFor.isEmpty)
        #expect(status.waitsFor.allSatisfy { $0.name != "storage" })
    }

    @Test func saysHowMuchIsLeftOut() {
        let status = LaunchStatus(Self.report(.failed, 300), at: Samples.at(99))
        #expect(status.pausedQueues.count == LaunchStatus.queueLimit)
        #expect(status.pausedQueueCount == 300)
        #expect(status.causes.count == LaunchStatus.causeLimit)
        #expect(status.rootCauseCount == 300)
        #expect(status.causes[0].cause.skipped.count == LaunchStatus.skippedLimit)
        #expect(status.causes[0].skippedCount == 301)
        #expect(status.causes[0].text.hasSuffix("'operation-7' and 293 more"))
        #expect(status.troubles.count == LaunchStatus.troubleLimit)
        #expect(status.troubleCount == 100)
        #expect(status.actions[.waiting] == 300)
    }

    @Test func countsOperationsByStageAndNotGroups() {
        var report = Self.report(.starting, 12)
        report.operations[1].isGroup = true
        let status = LaunchStatus(report, at: Samples.at(99))
        #expect(status.operations.total == 7)
        #expect(status.operations.ended == 2)
        #expect(status.operations[.failed] == 2)
        #expect(status.operations[.running] == 1)
        #expect(status.operations[.pending] == 4)
        #expect(status.background.total == 5)
        #expect(status.background[.failed] == 2)
    }

    @Test func endsWhatItWaitsForWithWhatRuns() {
        var report = Self.report(.starting, 0)
        report.operations = (0..<40).map { number in
            OperationStatus(
                name: "\(number)",
                queue: .main,
                requires: number == 39 ? [] : ["\(number + 1)"],
                state: number == 39 ? .running : .pending
            )
        }
        report.operations.append(OperationStatus(name: "beside", queue: .main, state: .running))
        let status = LaunchStatus(report, at: Samples.at(99))
        let names = (40 - LaunchStatus.stepLimit..<40).map(String.init)
        #expect(status.waitsFor.map(\.name) == names)
        report.phase = .ready(degraded: false)
        #expect(LaunchStatus(report, at: Samples.at(99)).waitsFor.isEmpty)
    }

    @Test func aTroubleSaysWhatWentWrong() {
        var report = Self.report(.ready(degraded: true), 0)
        report.operations = [
            OperationStatus(
                name: "a",
                queue: .main,
                state: .ended(.failed(Failure(.timedOut, "over 5s")))
            ),
            OperationStatus(name: "b", queue: .main, state: .ended(.skipped(root: "a"))),
            OperationStatus(name: "c", queue: .main, state: .ended(.succeeded)),
        ]
        let troubles = LaunchStatus(report, at: Samples.at(99)).troubles
        #expect(
            troubles.map(\.text) == ["'a' timed out: over 5s", "'b' skipped: 'a' did not succeed"]
        )
    }

    @Test func comesBackAsItWas() throws {
        let status = Samples.status
        let text = status.json.compact
        #expect(try LaunchStatus(JSON(parsing: text)) == status)
    }

    /// The counts are of all of them, the report has the first.
    @Test func aStopWaitsForTheActionThatRuns() {
        var report = Self.report(.stopping, 1)
        report.operations = []
        report.actions[0].state = .running
        let status = LaunchStatus(report, counting: ["running": 2], at: Samples.at(99))
        #expect(status.waitsFor.map(\.name) == ["0"])
        #expect(status.actions[.running] == 2)
    }
}
