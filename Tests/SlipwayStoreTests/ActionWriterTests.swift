import Foundation
import Glibc
import PowerLoss
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Testing

@testable import SlipwayStore

/// The news of the writer when it cannot store.
struct ActionWriterTests {
    private let folder: TemporaryFolder
    private let file: ActionFile
    private let writer: ActionWriter
    private var path: String { "\(folder.path)/\(ActionFile.name)" }

    init() throws {
        folder = try TemporaryFolder()
        file = try ActionFile(in: folder.path)
        writer = ActionWriter(file.table, in: file.file, ActionRetention())
    }

    private func acceptance(_ id: String, _ payload: JSONObject = [:]) -> ActionWrite {
        let action = NewAction.sent(id, payload)
        return ActionWrite(.accept(action, in: .disk))
    }

    @Test func aFullFileIsNamed() throws {
        try file.table.connection.run("PRAGMA max_page_count = 1")
        let payload: JSONObject = ["text": .string(String(repeating: "x", count: 60_000))]
        let results = writer.commit([acceptance("a", payload)], at: .now)
        #expect(results == [.failure(StoreError("\(path): database or disk is full"))])
    }

    @Test func oldRecordsThatCannotBeLetGoAreTold() throws {
        var retention = ActionRetention()
        retention.payloads = .zero
        retention.period = .zero
        let writer = ActionWriter(file.table, in: file.file, retention)
        let end = ActionWrite(.end(ActionID("a"), .done))
        #expect(writer.commit([acceptance("a"), end], at: .now).count == 2)
        try file.table.connection.run("PRAGMA query_only = 1")
        #expect(throws: StoreError("\(path): attempt to write a readonly database")) {
            try writer.purgeIfDue()
        }
    }

    /// The commit is one: what is not synced of it is nothing.
    @Test(arguments: [[true], [false, true], [true, false], [false, true, false], [false]])
    func aCommitIsSyncedIfOneOfItsChangesMustBe(isSynced: [Bool]) throws {
        slipway_register_power_loss()
        let folder = try TemporaryFolder()
        let layer = String(cString: slipway_power_loss)
        let file = try ActionFile(in: folder.path, layer: layer) { _ in }
        let writer = ActionWriter(file.table, in: file.file, ActionRetention())
        let ids = isSynced.indices.map { "a\($0)" }
        _ = writer.commit(ids.map { acceptance($0) }, at: .now)
        let attempts = zip(ids, isSynced).map { id, isSynced in
            ActionWrite(.attempt(ActionID(id), number: 1, isSynced: isSynced))
        }
        #expect(writer.commit(attempts, at: .now).count == isSynced.count)
        let log = folder.url.appending(path: "\(ActionFile.name)-wal")
        let written = try Data(contentsOf: log)
        let synced = try Data(contentsOf: log.appendingPathExtension("synced"))
        #expect((written == synced) == isSynced.contains(true))
    }

    @Test(arguments: [false, true])
    func oncePathAndFileArePartedNothingNewIsAccepted(isReplaced: Bool) throws {
        #expect(writer.commit([acceptance("a")], at: .now) == [.success(.stored)])
        unlink(path)
        if isReplaced { try folder.write("another file", to: ActionFile.name) }
        let end = ActionWrite(.end(ActionID("a"), .done))
        let refusal = StoreError(
            "\(path) was removed or replaced while the service ran; restart the service"
        )
        #expect(
            writer.commit([acceptance("b"), end, acceptance("c")], at: .now) == [
                .failure(refusal), .success(.stored), .failure(refusal),
            ]
        )
    }
}
