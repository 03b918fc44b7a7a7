/// Stands in for the services that the program calls, without a network.
enum Analytics {
    static func start() async throws {
        try await Task.sleep(for: .milliseconds(30))
    }
}

struct User {
    var name: String

    static let guest = User(name: "guest")
}

struct Toggles {
    var hasNewCheckout: Bool
}

func fetchUser() async throws -> User {
    try await Task.sleep(for: .milliseconds(20))
    return User(name: "Ada")
}

func fetchToggles() async throws -> Toggles {
    try await Task.sleep(for: .milliseconds(20))
    return Toggles(hasNewCheckout: true)
}

/// The payload of a sender: `slipway send open-url url=https://shop.example.org/shoes`.
struct Page: Decodable {
    var url: String
}

func open(_ page: Page, for user: User, with toggles: Toggles) throws {
    print("\(page.url) for \(user.name), \(toggles.hasNewCheckout ? "new" : "old") checkout")
}
