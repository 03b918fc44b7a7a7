import Foundation
import SlipwayTestSupport
import Testing

/// A package that uses the library alone fetches it alone: the rest is behind traits.
struct LibraryAloneTests {
    /// A package and those that it resolved, as `swift package show-dependencies` tells them.
    private struct Resolved: Decodable {
        var identity: String
        var dependencies: [Resolved]
    }

    /// In a scratch folder of its own: the tests may themselves run under a `swift` that holds the
    /// lock of the usual one.
    @Test(.timeLimit(.minutes(2))) func withoutTraitsNoOtherPackageIsResolved() async throws {
        let folder = try TemporaryFolder()
        let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
        let result = try await Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: [
                swift, "package", "--scratch-path", "\(folder.path)/build",
                "--package-path", Checkout.file("Tests/Fixtures/LibraryAlone").path,
                "show-dependencies", "--format", "json", "--output-path", "\(folder.path)/resolved",
            ],
            // The folder in which it leaves the files of its locks.
            environment: ["TMPDIR": folder.path]
        ).run()
        try #require(result.status == 0, "\(result.output)")
        let user = try JSONDecoder().decode(Resolved.self, from: Data(folder.read("resolved").utf8))
        #expect(user.dependencies.count == 1)
        #expect(user.dependencies.flatMap(\.dependencies).map(\.identity) == [])
    }
}
