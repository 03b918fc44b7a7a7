import Foundation
import Slipway
import Testing

/// The Swift code of the documentation about values that are kept; see `DocumentationFilesTests`.
struct DocumentationOfValuesTests {
    @Test func aLaterLaunchFallsBackOnTheValueInAFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: Identity.make())
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (server, source) in [("up", nil), ("down", "cache")] {
            var plan = Plan("test")
            let user = Self.declare(&plan, server)
            let launch = Launch(try Graph(plan), values: FileValues(folder: folder))
            try await launch.run(until: .ready)
            #expect(launch.report.operations[0].fallback?.source == source)
            #expect(try launch.output(of: user) == User(name: "Ada"))
        }
    }

    private static func declare(_ plan: inout Plan, _ server: String) -> Handle<User> {
        let week = Duration.seconds(7 * 86_400)
        let user = plan.add("user", fallback: .cached(maximumAge: week, identity: "v2 shop")) {
            try await fetchUser(server)
        }
        return user
    }

    @Test func aValueIsTheLastResort() async throws {
        let week = Duration.seconds(7 * 86_400)
        let lastKnown = Fallback.cached(maximumAge: week).or(.value(User.guest))
        var plan = Plan("test")
        let user = plan.add("user", fallback: lastKnown) { try await fetchUser("down") }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: user) == .guest)
    }
}

struct FileValues: ValueStore {
    let folder: URL

    func read<Value>(
        _ type: KeptValue<Value>.Type,
        of operation: String
    ) throws -> KeptValue<Value>? {
        let file = folder.appending(path: operation)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONDecoder().decode(type, from: Data(contentsOf: file))
    }

    func write<Value>(_ value: KeptValue<Value>, of operation: String) throws {
        let file = folder.appending(path: operation)
        try JSONEncoder().encode(value).write(to: file, options: .atomic)
    }
}

private struct User: Codable, Hashable, Sendable {
    let name: String
    static let guest = User(name: "guest")
}
private struct Unreachable: Error {}

private func fetchUser(_ server: String) async throws -> User {
    guard server == "up" else { throw Unreachable() }
    return User(name: "Ada")
}
