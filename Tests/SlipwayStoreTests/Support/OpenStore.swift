import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayStore

/// A file of actions that is open, with calls that wait for their answers.
final class OpenStore: Sendable {
    let database = ActionDatabase()
    let found: ActionsFound
    /// The sentences for an operator about the file.
    let findings: [String]

    /// Opens the file of a folder, or throws why it cannot be used.
    init(
        in folder: TemporaryFolder,
        layer: String? = nil,
        retention: ActionRetention = ActionRetention()
    ) async throws {
        let told = Mutex<[String]>([])
        found = try await withCheckedThrowingContinuation { [database] continuation in
            do {
                // The first is what became of the first try.
                let first = Once(continuation)
                try database.start(in: folder.path, layer: layer, retention: retention) {
                    switch $0 {
                    case .finding(let finding): told.withLock { $0.append(finding) }
                    case .opened(let found): first.resume(with: .success(found))
                    case .isAway(let error): first.resume(with: .failure(error))
                    case .waits, .silent, .answers, .damage, .cannotStore, .stores, .fills,
                        .hasRoom,
                        .keepsOldRecords,
                        .keyIsStored:
                        break
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        findings = told.withLock(\.self)
    }

    /// Opens the file, and keeps so many that have ended, and no keys of others.
    convenience init(in folder: TemporaryFolder, keeping count: Int) async throws {
        var retention = ActionRetention()
        retention.count = count
        retention.keys = .zero
        try await self.init(in: folder, retention: retention)
    }

    func write(
        _ change: ActionChange,
        _ times: ActionTimes = ActionTimes()
    ) async throws -> ActionWritten {
        try await withCheckedThrowingContinuation { continuation in
            database.write(change, times) { continuation.resume(with: $0) }
        }
    }

    @discardableResult
    func accept(
        _ id: String,
        key: String? = nil,
        uid: UInt32 = 0,
        expires: Duration? = nil,
        superseding: [String] = [],
        _ payload: JSONObject = ["n": 1]
    ) async throws -> ActionWritten {
        let action = NewAction.sent(id, payload, key: key, uid: uid)
        let old = superseding.map { ActionID($0) }
        return try await write(
            .accept(action, in: .disk, expires: expires, superseding: old)
        )
    }

    @discardableResult
    func attempt(
        _ id: String,
        _ number: Int = 1,
        _ times: ActionTimes = ActionTimes(),
        failures: Int = 0,
        interruptions: Int = 0
    ) async throws -> ActionWritten {
        let change = ActionChange.attempt(
            ActionID(id),
            number: number,
            failures: failures,
            interruptions: interruptions,
            isSynced: false
        )
        return try await write(change, times)
    }

    /// Gives what the handler of an attempt gets, once that is stored; `nil` if it must not begin.
    func begin(_ id: String, _ number: Int = 1) async throws -> Beginning? {
        guard case .begins(let kind, let payload, let key) = try await attempt(id, number)
        else { return nil }
        return Beginning(kind: kind, payload: payload, key: key)
    }

    /// Why an attempt must not begin; `nil` if it begins.
    func refusal(of id: String) async throws -> KeepingAnswer? {
        if case .answer(let answer) = try await attempt(id) { answer } else { nil }
    }

    func end(
        _ id: String,
        _ state: ActionStatus.State = .done,
        _ times: ActionTimes = ActionTimes(),
        _ result: HandlerResult = HandlerResult()
    ) async throws {
        let _: ActionWritten = try await withCheckedThrowingContinuation { continuation in
            database.write(.end(ActionID(id), state), times, result: result) {
                continuation.resume(with: $0)
            }
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (ActionReading) throws(StoreError) -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            database.read { reading in
                continuation.resume(
                    with: Result { () throws(StoreError) in try body(reading) }
                )
            }
        }
    }

    /// The actions that earlier launches left.
    var open: [RestoredAction] { found.open }

    /// The number of them that ran when the service ended, if it was more than one.
    var suspects: Int { found.suspects }

    func record(_ id: String) async throws -> StoredAction? {
        try await read { reading throws(StoreError) in try reading.record(ActionID(id)) }
    }

    func page(_ filter: ActionFilter) async throws -> StoredPage {
        try await read { reading throws(StoreError) in try reading.page(filter) }
    }

    func identities(beginning text: String, upTo limit: Int) async throws -> [ActionID] {
        try await read { reading throws(StoreError) in
            try reading.identities(beginning: text, upTo: limit)
        }
    }

    @discardableResult
    func purge() async throws -> Int {
        try await read { reading throws(StoreError) in try reading.purge() }
    }

    func close() { #expect(database.close(within: .seconds(60))) }
}

/// The facts that the handler of an attempt gets.
struct Beginning: Hashable {
    let kind: String
    let payload: JSONObject
    var key: String?
}

/// Resumes a continuation with what comes first.
private final class Once<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        self.continuation = Mutex(continuation)
    }

    func resume(with result: Result<Value, StoreError>) {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(with: result.mapError { $0 as any Error })
    }
}
