/// Stands in for the shop's services, without a network: they take a while, and one is down.
enum Analytics {
    static func start() async throws {
        try await Task.sleep(for: .milliseconds(30))
    }
}

struct Toggles {
    var hasNewCheckout: Bool

    static let defaults = Toggles(hasNewCheckout: false)

    struct Unavailable: Error, CustomStringConvertible {
        let description = "503 Service Unavailable"
    }

    static func fetch() async throws -> Toggles {
        try await Task.sleep(for: .milliseconds(10))
        throw Unavailable()
    }
}

struct User {
    var name: String

    static func fetch() async throws -> User {
        try await Task.sleep(for: .milliseconds(20))
        return User(name: "Ada")
    }
}
