import Slipway
import SlipwayJSON
import SlipwayTestSupport
import Testing

@testable import SlipwayOperations

/// Changes of flags that wait for their actions.
@Suite(.timeLimit(.minutes(5)))
struct WaitingChangesTests {
    @Test func whatWaitsOfOneFlagIsOneChange() {
        typealias Change = FlagsFollowing.Change
        var waiting = WaitingChanges()
        waiting.append(Change(flag: "a", value: 1, previous: nil))
        waiting.append(Change(flag: "b", value: true, previous: false))
        waiting.append(Change(flag: "a", value: 2, previous: 1))
        waiting.append(Change(flag: "b", value: false, previous: true))
        waiting.append(Change(flag: "caf\u{E9}", value: 1, previous: nil))
        waiting.append(Change(flag: "cafe\u{301}", value: 2, previous: nil))
        let first = waiting.popFirst()
        #expect(first == Change(flag: "a", value: 2, previous: nil))
        waiting.append(Change(flag: "a", value: 3, previous: 2))
        if let first { waiting.putBack(first) }
        #expect(waiting.popFirst() == Change(flag: "a", value: 3, previous: nil))
        #expect(waiting.popFirst()?.value == 1)
        #expect(waiting.popFirst()?.value == 2)
        #expect(waiting.popFirst() == nil)
        #expect(waiting.isEmpty)
    }

    @Test func flagsThatChangeToAndFroTakeNoRoom() {
        var waiting = WaitingChanges()
        waiting.append(FlagsFollowing.Change(flag: "first", value: 1, previous: nil))
        for _ in 0..<1000 {
            waiting.append(FlagsFollowing.Change(flag: "a", value: true, previous: false))
            waiting.append(FlagsFollowing.Change(flag: "a", value: false, previous: true))
            #expect(waiting.order.count <= 3)
        }
        #expect(waiting.popFirst()?.flag == "first")
        #expect(waiting.popFirst() == nil)
    }

    @Test func laterChangesAreAddedToThoseThatWaitAlready() {
        typealias Change = FlagsFollowing.Change
        var waiting = WaitingChanges()
        waiting.append(Change(flag: "a", value: 1, previous: nil))
        var later = WaitingChanges()
        later.append(Change(flag: "b", value: 1, previous: nil))
        later.append(Change(flag: "a", value: 2, previous: 1))
        waiting.append(later)
        #expect(waiting.popFirst() == Change(flag: "a", value: 2, previous: nil))
        #expect(waiting.popFirst() == Change(flag: "b", value: 1, previous: nil))
        #expect(waiting.popFirst() == nil)
    }

    /// The earlier generation has changed its flags, and is still about to keep them.
    @Test func noChangeIsLostWhereALaterGenerationTakesOver() async throws {
        func flags(_ value: Bool) -> Flags {
            Flags(["a": .bool(value), "b": .bool(value), "c": .bool(value)], etag: "\(value)")
        }
        let file = """
            operations:
              toggles:
                flags:
                  { url: "http://localhost", context: { targetingKey: ann }, poll: 100ms, changed: toggled }
                fallback: { cached: 7d }
            actions:
              toggled:
                parameters: { flag: { type: string, required: true } }
                exec: [run, "${payload.flag}"]
            """
        let store = SilentStore(atTag: "true")
        let old = FlagsServer(.success(flags(false)), .success(flags(true)), .success(nil))
        let new = FlagsServer(.success(nil))
        _ = try await old.launch(file, values: store) { first in
            await store.waitUntilAsked()
            _ = try await new.launch(
                file,
                inheriting: Inherited(launch: first)
            ) { _ in
                try await eventually("the later generation asks") { !new.asked.isEmpty }
                // It waits for its store no longer.
                first.stop()
                try await eventually("all changes have their actions") {
                    (old.ran + new.ran).sorted() == ["run a", "run b", "run c"]
                }
            }
        }
    }
}

/// All values of a launch that still runs.
private struct Inherited: Inheritance {
    let launch: Launch

    func adopted(_ operation: String) -> AdoptedEnd? { .value }

    func end(of operation: String) async throws -> (Outcome, ConfiguredValue?) {
        guard let end = await launch.result(of: operation, as: ConfiguredValue.self) else {
            throw CancellationError()
        }
        return end
    }

    func changedKeys(of operation: String) -> Set<String> { [] }
    func needsRoom(_ operation: String) -> Bool { false }
    func makeRoom(for operation: String) {}
}

/// A store that takes no end of one write, until whoever waits for it is cancelled.
private final class SilentStore: ValueStore {
    private let tag: String
    private let asked = AsyncStream.makeStream(of: Void.self)
    private let answers = AsyncStream.makeStream(of: Void.self)

    init(atTag tag: String) { self.tag = tag }

    func waitUntilAsked() async {
        for await _ in asked.stream { return }
    }

    func read<Value>(
        _ type: KeptValue<Value>.Type,
        of operation: String
    ) -> KeptValue<Value>? { nil }

    func write<Value>(_ value: KeptValue<Value>, of operation: String) async {
        guard (value as? KeptValue<KeptAnswer>)?.value.etag == tag else { return }
        asked.continuation.yield()
        for await _ in answers.stream {}
    }
}
