import Slipway
import SlipwayStore
import SlipwayTestSupport
import Testing

/// The last good values of operations in the file of launch actions.
struct StoredValueTests {
    private struct Page: Codable, Hashable, Sendable {
        var url: String
        var count: Int?
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func opened() -> ActionStore {
        let store = ActionStore(isDurable: true)
        store.open(in: folder.path) { Issue.record("\($0)") }
        return store
    }

    private func write(_ value: some Codable & Sendable, _ name: String, _ store: ActionStore)
        async throws
    {
        try await store.write(KeptValue(value, identity: "v2", endedAtUSec: 5), of: name)
    }

    @Test func theLastValueOfEachOperationOutlivesItsStore() async throws {
        let first = opened()
        for count in 1...2 { try await write(Page(url: "/cart", count: count), "a", first) }
        try await write([true], "b", first)
        #expect(first.end(within: .seconds(60)))
        let second = opened()
        let kept = try await second.read(KeptValue<Page>.self, of: "a")
        #expect(kept?.value == Page(url: "/cart", count: 2))
        #expect(kept?.identity == "v2")
        #expect(kept?.endedAtUSec == 5)
        #expect(try await second.read(KeptValue<[Bool]>.self, of: "b")?.value == [true])
        #expect(try await second.read(KeptValue<Page>.self, of: "c")?.value == nil)
        await #expect(throws: (any Error).self) {
            try await second.read(KeptValue<Page>.self, of: "b")
        }
        #expect(second.end(within: .seconds(60)))
    }

    @Test func aValueIsReadOnceTheFileIsOpen() async throws {
        let first = opened()
        try await write(7, "a", first)
        #expect(first.end(within: .seconds(60)))
        let second = ActionStore(isDurable: true)
        async let value = second.read(KeptValue<Int>.self, of: "a")
        second.open(in: folder.path) { Issue.record("\($0)") }
        #expect(try await value?.value == 7)
        #expect(second.end(within: .seconds(60)))
    }

    @Test func aLargeValueIsNotKept() async throws {
        let store = opened()
        try await write(String(repeating: "x", count: (1 << 20) - 2), "a", store)
        let error = await #expect(throws: StoreError.self) {
            try await write(String(repeating: "x", count: (1 << 20) - 1), "a", store)
        }
        #expect(error?.description == "it has 1048577 bytes as JSON, more than 1048576")
        #expect(store.end(within: .seconds(60)))
    }

    @Test func ofManyTheLastThousandAreKept() async throws {
        let store = opened()
        for number in [0, 1, 2] + Array(0...1000) { try await write(number, "a\(number)", store) }
        #expect(try await store.read(KeptValue<Int>.self, of: "a0")?.value == nil)
        for number in [1, 1000] {
            let kept = try await store.read(KeptValue<Int>.self, of: "a\(number)")
            #expect(kept?.value == number)
        }
        #expect(store.end(within: .seconds(60)))
    }

    @Test func withoutAFileThereIsNoValue() async throws {
        let store = ActionStore(isDurable: false)
        let error = await #expect(throws: StoreError.self) { try await write(1, "a", store) }
        #expect(error?.description == "the service has no state directory")
    }
}
