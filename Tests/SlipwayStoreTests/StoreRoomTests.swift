import Foundation
import Glibc
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayStore

/// The bound of the file and the reserve of its disk.
struct StoreRoomTests {
    private static let mebibyte: UInt64 = 1 << 20

    private let folder: TemporaryFolder
    private let file: ActionFile
    private let writer: ActionWriter
    private var path: String { "\(folder.path)/\(ActionFile.name)" }
    private var reserve: String { "\(folder.path)/\(StoreReserve.name)" }

    init() throws {
        folder = try TemporaryFolder()
        file = try ActionFile(in: folder.path)
        writer = ActionWriter(file.table, in: file.file, ActionRetention())
        try writer.setUp(StoreRoom(in: folder.path, upTo: Self.mebibyte))
    }

    private func accept(_ id: String, bytes: Int = 10_000) -> Result<ActionWritten, StoreError>? {
        let payload: JSONObject = ["text": .string(String(repeating: "x", count: bytes))]
        let write = ActionWrite(.accept(.sent(id, payload), in: .disk))
        let results = writer.commit([write], at: .now)
        _ = writer.note([write], results)
        return results.first
    }

    private func end(_ id: String, _ state: ActionStatus.State = .done) -> StoreNews? {
        let write = ActionWrite(.end(ActionID(id), state))
        let results = writer.commit([write], at: .now)
        #expect(results == [.success(.stored)])
        return writer.note([write], results)
    }

    /// Accepts until one is refused.
    ///
    /// - Returns: The number of those that were accepted, and the refusal.
    private func fill() -> (Int, StoreError?) {
        for number in 0..<1000 {
            if case .failure(let error) = accept("a\(number)") { return (number, error) }
        }
        return (1000, nil)
    }

    @Test(
        arguments: [
            (0, .ample, .ample), (79, .ample, .ample), (81, .ample, .filling),
            (75, .filling, .filling),
            (69, .filling, .ample), (93, .filling, .filling), (94, .filling, .full),
            (200, .ample, .full),
            (91, .full, .full), (89, .full, .filling),
        ] as [(UInt64, StoreBound.Level, StoreBound.Level)]
    )
    func theLevelFollowsWhatIsInUse(
        percent: UInt64,
        before: StoreBound.Level,
        after: StoreBound.Level
    ) {
        let bound = StoreBound(1 << 30, on: nil)
        #expect(bound.level(of: bound.bytes / 100 * percent, after: before) == after)
    }

    @Test func theUsualBoundIsAGibibyteAndAtMostATenthOfTheDisk() throws {
        #expect(StoreBound(nil, on: nil).bytes == 1 << 30)
        let space = try #require(DiskSpace(at: folder.path))
        #expect(StoreBound(nil, on: space).bytes == min(1 << 30, space.total / 10))
        #expect(StoreBound(7, on: nil).bytes == Self.mebibyte)
    }

    @Test func beyondItsBoundNothingNewIsAcceptedAndEndsAreStored() throws {
        let (count, refusal) = fill()
        #expect((50..<110).contains(count))
        let words = try #require(refusal).description
        #expect(words.hasPrefix("\(path): 9"), "\(words)")
        #expect(words.contains(" of at most 1M are in use; remove ended actions ('slipway actions"))
        // What has failed keeps its payload for a retry.
        _ = end("a0", .failed(Failure("no"), operation: nil))
        while writer.room?.mayRelieve == true { try writer.relieve() }
        #expect(!writer.recovers(at: .now.advanced(by: .seconds(9))))
        #expect(try file.table.record(ActionID("a0"), .now)?.payload != nil)
        for number in 1...40 { _ = end("a\(number)") }
        while writer.room?.mayRelieve == true { try writer.relieve() }
        #expect(writer.recovers())
        #expect(writer.trouble == nil)
        #expect(try file.table.record(ActionID("a1"), .now)?.payload == nil)
        #expect(accept("new") == .success(.stored))
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(UInt64(status.st_size) <= Self.mebibyte)
    }

    @Test func operatorsAreToldBeforeItIsReached() throws {
        #expect(writer.roomNews() == nil)
        for number in 0..<84 { #expect(accept("a\(number)") == .success(.stored)) }
        // First it is tried whether there is something to let go of.
        #expect(writer.roomNews() == nil)
        try writer.relieve()
        guard case .fills(let error) = writer.roomNews() else {
            Issue.record("nothing was told")
            return
        }
        #expect(error.description.contains("of at most 1M are in use"))
        #expect(writer.roomNews() == nil)
        for number in 0..<30 { _ = end("a\(number)") }
        while writer.room?.mayRelieve == true { try writer.relieve() }
        #expect(writer.roomNews() == .hasRoom)
    }

    @Test func theReserveIsTakenAtTheOpeningAndStaysForTheNextProcess() throws {
        var status = stat()
        #expect(stat(reserve, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(UInt64(status.st_blocks) * 512 >= 4 << 20)
        var next = StoreReserve(in: folder.path, of: nil)
        let isGiven = next.giveUp()
        #expect(isGiven)
        #expect(next.isGivenUp)
        #expect(next.lack == 4 << 20)
        #expect(stat(reserve, &status) == 0 && status.st_blocks == 0)
        // A later process knows, too, that nothing new is to take its room.
        var last = StoreReserve(in: folder.path, of: nil)
        #expect(last.isGivenUp)
        last.hold()
        #expect(!last.isGivenUp)
        #expect(StoreReserve.give(in: folder.path))
        #expect(!StoreReserve.give(in: folder.path))
        #expect(StoreReserve(in: folder.path, of: nil).isGivenUp)
    }

    /// The room goes back to the disk a piece at a time, so that the log stays short.
    @Test func roomIsGivenBackInPieces() throws {
        for number in 0..<40 { #expect(accept("a\(number)") == .success(.stored)) }
        for number in 0..<40 { _ = end("a\(number)") }
        _ = try writer.purgeEnded()
        func free() throws -> Int64? {
            try file.table.connection.first("PRAGMA freelist_count") { $0.integer(0) }
        }
        var before = try #require(try free())
        #expect(before > 0)
        while writer.room?.mayGiveBack == true {
            writer.giveBack()
            let after = try #require(try free())
            #expect(before - after <= Int64(ActionTable.piece))
            before = after
        }
        #expect(before == 0)
    }

    @Test func theReserveThatTheHistoryHasUsedIsToldAndTakenAgain() throws {
        #expect(accept("a") == .success(.stored))
        #expect(writer.noteShortage() == nil)
        #expect(writer.room?.reserve.giveUp() == true)
        #expect(writer.noteShortage() != nil)
        #expect(writer.noteShortage() == nil)
        #expect(writer.recovers(at: .now.advanced(by: .seconds(9))))
        #expect(writer.room?.reserve.isGivenUp == false)
    }

    /// Such as after an upgrade, or where an operator has lowered it.
    @Test func aBoundBelowWhatIsStoredRefusesNothingButWhatIsNew() throws {
        let wide = ActionWriter(file.table, in: file.file, ActionRetention())
        try wide.setUp(StoreRoom(in: folder.path, upTo: nil))
        for number in 0..<200 {
            let payload: JSONObject = ["text": .string(String(repeating: "x", count: 10_000))]
            let write = ActionWrite(.accept(.sent("a\(number)", payload), in: .disk))
            #expect(wide.commit([write], at: .now) == [.success(.stored)])
        }
        try writer.setUp(StoreRoom(in: folder.path, upTo: Self.mebibyte))
        let words = try #require(writer.room).boundWords
        #expect(accept("b") == .failure(StoreError("\(path): \(words)")))
        let result = HandlerResult(output: ["text": .string(String(repeating: "x", count: 60_000))])
        for number in 0..<200 {
            let write = ActionWrite(.end(ActionID("a\(number)"), .done), result: result)
            #expect(writer.commit([write], at: .now) == [.success(.stored)])
        }
        #expect(writer.room?.reserve.isGivenUp == false)
        #expect(try writer.purgeEnded() == 200)
        #expect(writer.recovers(at: .now.advanced(by: .seconds(9))))
        #expect(accept("b") == .success(.stored))
    }

    /// A sender that tries again and again, or actions that end, would put the look off for ever.
    @Test func whatIsRefusedDoesNotPutOffTheLook() throws {
        #expect(accept("a") == .success(.stored))
        #expect(writer.room?.reserve.giveUp() == true)
        #expect(writer.noteShortage() != nil)
        let look = writer.nextLook
        for _ in 0..<3 { _ = accept("b") }
        #expect(writer.nextLook == look)
    }

    @Test func theReserveFollowsNoLink() throws {
        unlink(reserve)
        try folder.write("precious", to: "other")
        #expect(symlink("\(folder.path)/other", reserve) == 0)
        var next = StoreReserve(in: folder.path, of: nil)
        next.hold()
        _ = next.giveUp()
        _ = StoreReserve.give(in: folder.path)
        #expect(try folder.read("other") == "precious")
    }

    @Test func onceTheReserveIsGivenUpNothingNewIsAcceptedBeforeItIsThereAgain() throws {
        #expect(accept("a") == .success(.stored))
        #expect(accept("b") == .success(.stored))
        #expect(writer.room?.reserve.giveUp() == true)
        let words = StoreError(
            "\(path): the disk is full, and the reserve is used up; make room"
        )
        #expect(end("a") == nil)
        #expect(writer.noteShortage() == .cannotStore(words))
        #expect(accept("c") == .failure(words))
        #expect(writer.recovers(at: .now.advanced(by: .seconds(9))))
        #expect(accept("c") == .success(.stored))
        #expect(access(reserve, F_OK) == 0)
    }

    @Test func oldRecordsGoInPieces() throws {
        var retention = ActionRetention()
        retention.count = 10
        retention.keys = .zero
        let writer = ActionWriter(file.table, in: file.file, retention)
        let ids = (0..<700).map { "a\($0)" }
        for id in ids {
            let accept = ActionWrite(.accept(.sent(id), in: .disk))
            _ = writer.commit([accept, ActionWrite(.end(ActionID(id), .done))], at: .now)
        }
        func left() throws -> Int? {
            try file.table.connection.first("SELECT count(*) FROM action") { Int($0.integer(0)) }
        }
        try writer.purgeIfDue(at: .now)
        let piece = ActionTable.piece
        #expect(try left() == 700 - piece)
        while writer.nextPurge <= .now { try writer.purgeIfDue(at: .now) }
        #expect(try left() == 10)
    }

    @Test func aCopyInTheMakingHasNoName() throws {
        for number in 0..<70 { _ = accept("a\(number)", bytes: 60_000) }
        let writer = ActionWriter(file.table, in: file.file, ActionRetention())
        for number in 0..<70 {
            let payload: JSONObject = ["text": .string(String(repeating: "x", count: 60_000))]
            _ = writer.commit(
                [ActionWrite(.accept(.sent("b\(number)", payload), in: .disk))],
                at: .now
            )
        }
        var copying = StoreCopying()
        let copied = Mutex<StoreCopy?>(nil)
        copying.add { result in copied.withLock { $0 = try? result.get() } }
        copying.step(of: file.table)
        #expect(copied.withLock { $0 == nil })
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.contains("copy") }
        }
        #expect(try names().isEmpty)
        while !copying.isIdle { copying.step(of: file.table) }
        let size = copied.withLock { $0?.size }
        #expect(try #require(size) > 70 * 60_000)
        #expect(try names().isEmpty)
    }
}
