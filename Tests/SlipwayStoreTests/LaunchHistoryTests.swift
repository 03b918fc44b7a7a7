import Foundation
import Slipway
import SlipwayInterface
import SlipwayReport
import SlipwayTestSupport
import Testing

@testable import SlipwayStore

/// The launches of a service in the file of its launch actions.
struct LaunchHistoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func opened() -> ActionStore {
        let store = ActionStore(isDurable: true)
        store.open(in: folder.path) { Issue.record("\($0)") }
        return store
    }

    private func keep(_ launches: [RecordedLaunch], in store: ActionStore) {
        for launch in launches { store.keep { launch } }
    }

    private func listed(_ store: ActionStore, upTo limit: Int = 1000, before: String? = nil)
        async throws -> [LaunchSummary]
    {
        try await store.launches(upTo: limit, before: before)
    }

    @Test func aLaunchComesBackAsItWas() async throws {
        let launch = RecordedLaunch.made(1)
        let store = opened()
        keep([launch], in: store)
        let found = try await store.launch("launch-1")
        #expect(found == launch)
        #expect(try await listed(store) == [LaunchSummary(launch)])
        #expect(store.end(within: .seconds(60)))
    }

    @Test func theRecordOfTheEndTakesThePlaceOfTheOneBefore() async throws {
        let store = opened()
        keep([.made(1), .made(2), .made(1, phase: .stopped)], in: store)
        let listed = try await listed(store)
        #expect(listed.map(\.launchID) == ["launch-2", "launch-1"])
        #expect(listed.map(\.end) == [.running, .stopped])
        #expect(store.end(within: .seconds(60)))
    }

    @Test func ofEachKindThatBecameReadyTwoHundredAreKeptAndOfOthersFifty() async throws {
        let store = opened()
        for number in 0..<210 {
            keep(
                [
                    .made(number, start: .warm), .made(1000 + number, start: .cold),
                    .made(2000 + number, start: .afterCrash),
                    .made(3000 + number, generation: 2),
                    .made(4000 + number, start: .warm, isReady: false),
                ],
                in: store
            )
        }
        let listed = try await listed(store)
        let kinds = Dictionary(grouping: listed) { summary in
            "\(summary.start) \(summary.generation) \(summary.timeToReady != nil)"
        }
        #expect(
            kinds.mapValues(\.count) == [
                "warm 1 true": 200, "cold 1 true": 200, "afterCrash 1 true": 200,
                "warm 2 true": 200, "warm 1 false": 51,
            ]
        )
        // The last ones; what is written last is never let go of.
        #expect(listed.contains { $0.launchID == "launch-209" })
        #expect(!listed.contains { $0.launchID == "launch-9" })
        #expect(store.end(within: .seconds(60)))
    }

    @Test func thePageBeforeALaunchFollowsIt() async throws {
        let store = opened()
        keep((1...9).map { .made($0) }, in: store)
        let page = try await listed(store, upTo: 3, before: "launch-5")
        #expect(page.map(\.launchID) == ["launch-4", "launch-3", "launch-2"])
        #expect(try await listed(store, before: "nobody") == [])
        #expect(store.end(within: .seconds(60)))
    }

    @Test func whatHadNotEndedHasCrashedWhenTheNextProcessBegins() async throws {
        let first = opened()
        keep([.made(1, phase: .stopped), .made(2)], in: first)
        #expect(first.end(within: .seconds(60)))
        var marks = LaunchMarks()
        for id in ["launch-2", "launch-3"] {
            var launch = LaunchSummary(launchID: id, start: .cold)
            (launch.bootID, launch.startedAt) = ("b", 7)
            marks.note(LaunchMark(launch))
        }
        marks.begin()
        let second = opened()
        second.begin(after: marks, name: "shop")
        let listed = try await listed(second)
        #expect(listed.map(\.launchID) == ["launch-3", "launch-2", "launch-1"])
        #expect(listed.map(\.end) == [.crashed, .crashed, .stopped])
        #expect(listed.map { $0.timeToReady == nil } == [true, false, false])
        #expect(second.end(within: .seconds(60)))
    }

    @Test func thePastHasTheSameConfigurationAndStart() async throws {
        let store = opened()
        var other = RecordedLaunch.made(3)
        other.configurationDigest = "another"
        let launches: [RecordedLaunch] = [
            .made(1), .made(2), other, .made(4, start: .cold), .made(5, generation: 2),
            .made(6, isReady: false),
        ]
        keep(launches, in: store)
        let past = await withCheckedContinuation { continuation in
            store.keep {
                .made(7)
            } _: {
                continuation.resume(returning: $1)
            }
        }
        #expect(past.map(\.report.launchID) == ["launch-7", "launch-2", "launch-1"])
        #expect(store.end(within: .seconds(60)))
    }

    @Test func declarationsAreKeptOnceAndLetGoWithTheirLastLaunch() async throws {
        let store = opened()
        keep([.made(0, operations: 7)] + (1...200).map { .made($0) }, in: store)
        _ = try await listed(store)
        #expect(store.end(within: .seconds(60)))
        let count = try SQLiteConnection(folder.actions)
            .first("SELECT count(*) FROM launch_declarations") { $0.integer(0) }
        #expect(count == 1)
    }

    @Test func anotherProcessReadsItWhileTheServiceRunsAndAfterwards() async throws {
        let store = opened()
        keep([.made(1), .made(2)], in: store)
        _ = try await listed(store)
        #expect(
            try StoredHistory(in: folder.path).launches(upTo: 9).launches == [.made(2), .made(1)]
        )
        #expect(store.end(within: .seconds(60)))
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let history = try StoredHistory(in: folder.path)
        #expect(try history.summaries(upTo: 1).map(\.launchID) == ["launch-2"])
        var killed = RecordedLaunch.made(1)
        killed.hasCrashed = true
        #expect(try history.launch("launch-1") == killed)
        #expect(try history.launch("nobody") == nil)
        // Nothing was made beside it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    }

    @Test func noLaunchHasCrashedOnceAServiceHasTheFile() async throws {
        let store = opened()
        keep([.made(1)], in: store)
        #expect(store.end(within: .seconds(60)))
        let history = try StoredHistory(in: folder.path)
        let lock = try StateLock(in: folder.path)
        #expect(try history.summaries(upTo: 9).map(\.end) == [.running])
        #expect(try history.launch("launch-1")?.end == .running)
        lock.release()
        #expect(try history.summaries(upTo: 9).map(\.end) == [.crashed])
    }

    /// A full disk, or another process that had the file, kept the record of its end from being written.
    @Test(arguments: [RecordedLaunch.End.stopped, .failed, nil])
    func aLaunchThatSaidHowItEndedEndedSo(end: RecordedLaunch.End?) async throws {
        let store = opened()
        keep([.made(1), .made(2, generation: 2)], in: store)
        #expect(store.end(within: .seconds(60)))
        var marks = LaunchMarks()
        var mark = LaunchMark(LaunchSummary(launchID: "launch-1", start: .cold))
        mark.state = end == nil ? .steady : .ended
        mark.launch.end = end ?? .running
        marks.note(mark)
        #expect(MarkFile.write(marks, in: folder.path, isCertain: true))
        let ends = Array(repeating: end ?? .crashed, count: 2)
        let history = try StoredHistory(in: folder.path)
        #expect(try history.summaries(upTo: 9).map(\.end) == ends)
        #expect(try history.launches(upTo: 9).launches.map(\.end) == ends)

        // The next process takes it into the file.
        let next = opened()
        marks.begin()
        next.begin(after: marks, name: "shop")
        #expect(try await listed(next).map(\.end) == ends)
        #expect(next.end(within: .seconds(60)))
    }

    @Test func aDamagedRecordIsLeftOutAndCounted() async throws {
        let store = opened()
        keep([.made(1), .made(2, phase: .stopped)], in: store)
        #expect(store.end(within: .seconds(60)))
        try folder.run("UPDATE launch SET head = '{' WHERE id = 'launch-1'")
        let history = try StoredHistory(in: folder.path)
        let found = try history.launches(upTo: 9)
        #expect(found.launches == [.made(2, phase: .stopped)])
        #expect(found.damaged == 1)
        #expect(try history.launch("launch-1") == nil)
    }

    @Test func itIsSaidWhyThereIsNoHistory() throws {
        let path = folder.actions
        #expect(throws: StoredHistory.Failure.absent(path: path)) {
            try StoredHistory(in: folder.path)
        }
        try folder.write("", to: TemporaryFolder.nameOfActions)
        #expect(
            throws: StoredHistory.Failure.unreadable(path: path, "no launch is recorded in it yet")
        ) { try StoredHistory(in: folder.path) }
        try folder.markAsNewer()
        let newer = "a newer version of Slipway wrote it; start that one, or move the file away"
        #expect(throws: StoredHistory.Failure.unreadable(path: path, newer)) {
            try StoredHistory(in: folder.path)
        }
        try folder.write("no database at all, but some text", to: TemporaryFolder.nameOfActions)
        #expect(
            throws: StoredHistory.Failure.unreadable(path: path, "file is not a database")
        ) { try StoredHistory(in: folder.path) }
    }

    @Test func aThousandLaunchesOfTwoHundredOperationsTakeFewMegabytes() async throws {
        let store = opened()
        keep((0..<1000).map { .made($0, start: .warm, operations: 200) }, in: store)
        _ = try await listed(store)
        #expect(store.end(within: .seconds(60)))
        let size = try FileManager.default.attributesOfItem(atPath: folder.actions)[.size] as? Int
        #expect(try #require(size) < 2_000_000)
    }
}
