import Slipway
import SlipwayStore
import SlipwayTestSupport
import Testing

/// Pages of the stored records.
struct StoredPageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func page(_ store: OpenStore, after position: Int64?) async throws -> StoredPage {
        try await store.page(ActionFilter(after: position, limit: 2))
    }

    @Test(arguments: [
        ("a1", ["a1", "a10", "a11"]), ("a2", ["a2"]), ("a9", []), ("%", []),
        ("a", ["a0", "a1", "a10"]),
    ])
    func identitiesAreFoundByTheirBeginning(text: String, ids: [String]) async throws {
        let store = try await OpenStore(in: folder)
        for id in ["a0", "a1", "a10", "a11", "a2", "b"] { try await store.accept(id) }
        let found = try await store.identities(beginning: text, upTo: 3)
        #expect(found.map(\.description) == ids)
        store.close()
    }

    /// The record that the page before ended with may be gone by then.
    @Test func afterAPurgeTheNextPageDoesNotBeginAgain() async throws {
        let store = try await OpenStore(in: folder)
        for id in ["a1", "a2", "a3", "a4", "a5"] { try await store.accept(id) }
        try await store.end("a2")
        let first = try await page(store, after: nil)
        #expect(first.actions.map(\.status.id.description) == ["a1", "a2"])
        try await store.purge()
        #expect(first.next != nil)
        let second = try await page(store, after: first.next)
        #expect(second.actions.map(\.status.id.description) == ["a3", "a4"])
        #expect(second.next != nil)
        let last = try await page(store, after: second.next)
        #expect(last.actions.map(\.status.id.description) == ["a5"])
        #expect(last.next == nil)
        store.close()
    }
}
