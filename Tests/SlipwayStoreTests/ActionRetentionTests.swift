import Slipway
import SlipwayJSON
import SlipwayRecords
import SlipwayTestSupport
import Testing

@testable import SlipwayStore

/// Which records of ended actions are let go, and when.
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
            let write = ActionWrite.accept(action, expires: nil, superseding: [])
            _ = try table.write(write, at: Self.time(0))
            _ = try table.write(.end(action.id, .done, lastWords: nil), at: Self.time(end))
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

    @Test func whatEndedWhileTheClockWasAheadDoesNotTakeThePlaceOfWhatEndsNow() throws {
        let year: Int64 = 365 * 24 * 3600
        #expect(try left(of: [year, year + 1], at: 100, retention(count: 2)) == [year, year + 1])
        // An hour later, by the right clock.
        let later = try left(of: [3000, 3001], at: 4000, retention(count: 2))
        #expect(later == [3000, 3001])
    }
}
