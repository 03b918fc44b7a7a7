import Foundation
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Testing

@testable import SlipwayStore

/// The records of ended actions that are let go, and the time of that.
struct ActionRetentionTests {
    private static let start: Int64 = 1_800_000_000_000_000

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func time(_ seconds: Int64) -> StoreTime {
        StoreTime(date: start + seconds * 1_000_000, uptime: 0, boot: "boot")
    }

    /// Ends an action at each of some moments, and purges at another one.
    ///
    /// - Returns: The moments of the actions that are left.
    private func left(
        of ends: [Int64],
        at seconds: Int64,
        _ retention: ActionRetention
    ) throws -> [Int64] {
        let table = try ActionFile(in: folder.path).table
        for end in ends {
            let action = NewAction.sent("\(end)", key: "\(end)")
            let write = ActionWrite(.accept(action, in: .disk))
            _ = try table.write(write, at: Self.time(0))
            _ = try table.write(ActionWrite(.end(action.id, .done)), at: Self.time(end))
        }
        try table.purge(retention, at: Self.time(seconds))
        return try table.page(ActionFilter(limit: 1000), .now).actions.compactMap { record in
            record.key.flatMap { Int64($0) }
        }
    }

    private func retention(count: Int) -> ActionRetention {
        var retention = ActionRetention()
        retention.count = count
        return retention
    }

    @Test func beyondTheCountTheOldestGo() throws {
        let left = try left(of: [1, 2, 3, 4], at: 3600, retention(count: 2))
        #expect(left == [3, 4])
    }

    /// A sender whose connection was lost sends again with the same key.
    @Test func whatHasJustEndedIsKeptHoweverManyThereAre() throws {
        let left = try left(of: [1, 2, 3000, 3001, 3002], at: 3600, retention(count: 1))
        #expect(left == [3000, 3001, 3002])
    }

    /// A machine without a battery boots in 1970, and learns the time later.
    @Test func aClockThatIsNotSetYetLosesNoKey() throws {
        let booted = -Self.start / 1_000_000
        var retention = retention(count: 3)
        retention.records = .seconds(1000)
        #expect(try left(of: [1, 2], at: booted + 30, retention) == [1, 2])
        // Each ends while the clock is behind, and is let go of only long after that is set.
        #expect(try left(of: [booted + 40], at: 10, retention) == [1, 2, booted + 40])
        #expect(try left(of: [], at: 900, retention) == [1, 2, booted + 40])
        #expect(try left(of: [], at: 1009, retention) == [booted + 40])
        #expect(try left(of: [], at: 1011, retention) == [])
    }

    @Test func afterItsTimeAPayloadGoesAndLaterTheRecord() throws {
        let table = try ActionFile(in: folder.path).table
        let action = NewAction.sent("a", ["n": 1])
        let write = ActionWrite(.accept(action, in: .disk))
        _ = try table.write(write, at: Self.time(0))
        let day: Int64 = 24 * 3600
        func isKept(at seconds: Int64) throws -> (record: Bool, payload: Bool) {
            try table.purge(ActionRetention(), at: Self.time(seconds))
            let record = try table.record(action.id, .now)
            return (record != nil, record?.payload != nil)
        }
        // An action that has not ended is kept however long it waits.
        #expect(try isKept(at: 30 * day) == (true, true))
        _ = try table.write(ActionWrite(.end(action.id, .done)), at: Self.time(30 * day))
        #expect(try isKept(at: 31 * day) == (true, true))
        #expect(try isKept(at: 31 * day + 1) == (true, false))
        #expect(try isKept(at: 37 * day) == (true, false))
        #expect(try isKept(at: 37 * day + 1) == (false, false))
    }

    @Test func whatMayRepeatAPayloadGoesWithIt() throws {
        let table = try ActionFile(in: folder.path).table
        let action = NewAction.sent("a", ["n": 1])
        _ = try table.write(ActionWrite(.accept(action, in: .disk)), at: Self.time(0))
        let result = HandlerResult(lastWords: "no cart 7", output: ["n": 7])
        _ = try table.write(ActionWrite(.end(action.id, .done), result: result), at: Self.time(0))
        let day: Int64 = 24 * 3600
        try table.purge(ActionRetention(), at: Self.time(day))
        #expect(try table.record(action.id, .now)?.result == result)
        try table.purge(ActionRetention(), at: Self.time(day + 1))
        #expect(try table.record(action.id, .now)?.result == HandlerResult())
    }

    /// They are parts of it: what must not be kept of a payload is not kept in them, either.
    @Test(arguments: [false, true])
    func theKeysOfAPayloadGoWithIt(isForRoom: Bool) throws {
        let table = try ActionFile(in: folder.path).table
        var action = NewAction.sent("a", ["n": 1])
        action.keys = ActionKeys(order: "n=1", unique: "n=1", coalescing: "n=1")
        _ = try table.write(ActionWrite(.accept(action, in: .disk)), at: Self.time(0))
        _ = try table.write(ActionWrite(.end(action.id, .done)), at: Self.time(0))
        func isKept(_ column: String) throws -> Bool {
            let query = "SELECT count(*) FROM action WHERE \(column) IS NOT NULL"
            return try table.connection.first(query) { $0.integer(0) } == 1
        }
        let columns = ["payload", "order_key", "unique_key", "coalescing_key"]
        let day: Int64 = 24 * 3600
        try table.purge(ActionRetention(), at: Self.time(day))
        #expect(try columns.filter(isKept) == columns)
        if isForRoom {
            #expect(try table.relieve(upTo: 10) == 1)
        } else {
            try table.purge(ActionRetention(), at: Self.time(day + 1))
        }
        #expect(try columns.filter(isKept) == [])
        #expect(try table.record(action.id, .now) != nil)
    }

    @Test func inMemoryWhatHandlersLeftIsKeptOfTheLastOnly() throws {
        let table = try ActionTable()
        var retention = ActionRetention.inMemory
        retention.results = 2
        for number in 1...3 {
            let action = NewAction.sent("a\(number)")
            _ = try table.write(ActionWrite(.accept(action, in: .memory)), at: Self.time(0))
            let end = ActionWrite(.end(action.id, .done), result: HandlerResult(lastWords: "no"))
            _ = try table.write(end, at: Self.time(Int64(number)))
        }
        try table.purge(retention, at: Self.time(4))
        let words = try (1...3).map { number in
            try table.record(ActionID("a\(number)"), .now)?.result.lastWords
        }
        #expect(words == [nil, "no", "no"])
    }

    @Test func aPayloadGoesInItsTimeAlthoughNothingElseHappens() async throws {
        var retention = ActionRetention()
        retention.payloads = .zero
        retention.period = .milliseconds(10)
        let store = try await OpenStore(in: folder, retention: retention)
        let before = try commits()
        try await store.accept("a")
        try await store.end("a")
        // Nothing but the file is looked at: a call would wake the store's thread.
        try await eventually("the acceptance, the end and the purge are committed") {
            try commits() == before + 3
        }
        #expect(try await store.record("a")?.payload == nil)
        store.close()
    }

    /// The number of transactions in the write-ahead log.
    ///
    /// After a header of 32 bytes it has a frame of 24 bytes and a page for each page that was
    /// written; bytes 4 to 7 of the last frame of a transaction are not zero.
    private func commits() throws -> Int {
        let log = try Data(contentsOf: folder.url.appending(path: "\(ActionFile.name)-wal"))
        let frames = stride(from: 32, to: log.count - 23, by: 24 + 4096)
        return frames.count { log[$0 + 4..<$0 + 8].contains { $0 != 0 } }
    }

    @Test func whatEndedWhileTheClockWasAheadDoesNotTakeThePlaceOfWhatEndsNow() throws {
        let year: Int64 = 365 * 24 * 3600
        #expect(try left(of: [year, year + 1], at: 100, retention(count: 2)) == [year, year + 1])
        // An hour later, by the right clock.
        let later = try left(of: [3000, 3001], at: 4000, retention(count: 2))
        #expect(later == [3000, 3001])
    }
}
