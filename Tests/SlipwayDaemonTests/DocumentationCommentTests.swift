import Slipway
import SlipwayClient
import SlipwayHost

/// The Swift code of the documentation comments of `SlipwayHost` and `SlipwayClient`, so that it compiles;
/// see `DocumentationFilesTests`.
private enum DocumentationComments {
    static func host() -> Never {
        // The whole of a synchronous `main`.
        LaunchHost.main {
            var plan = Plan("storefront")
            let user = plan.add("user-data") { try await fetchUser() }
            plan.action("open-url", reading: user) { (url: OpenURL, user) in
                try open(url, for: user)
            }
            return try Graph(plan)
        }
    }

    static func main() -> Never {
        LaunchHost.main {
            var plan = Plan("storefront")
            plan.add("user-data") { try await fetchUser() }
            return try Graph(plan)
        }
    }

    static func answer(_ plan: inout Plan) {
        plan.action("export") { (order: Order, context) in
            let file = try await write(order)
            try context.answer(["file": file])
        }
    }

    static func client() throws {
        let storefront = LaunchClient(app: "storefront")
        let sent = try storefront.send("open-url", ["url": "https://example.org"], until: .done)
        print(sent.action.state.word, try storefront.report().phase.word)
    }

    static func reading(_ storefront: LaunchClient) throws {
        let sent = try storefront.send("export", ["order": 7], until: .done)
        if let file = try sent.output(as: ExportedFile.self) { print(file.path) }
    }
}

private struct ExportedFile: Decodable { let path: String }
private struct User: Sendable {}
private struct Order: Decodable, Sendable {}
private func write(_ order: Order) async throws -> String { "" }
private struct OpenURL: Decodable, Sendable {}
private func fetchUser() async throws -> User { User() }
private func open(_ url: OpenURL, for user: User) throws {}
