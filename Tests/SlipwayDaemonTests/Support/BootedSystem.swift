import Foundation
import SlipwayTestSupport
import Testing

/// The results of `Tests/Systemd/boot`: the status and the log of each scenario.
struct BootedSystem {
    /// The system of the running suite.
    @TaskLocal static var current: BootedSystem?

    private let results: URL

    /// This process may boot a system, and the machine has one.
    static let isPossible =
        geteuid() == 0
        && FileManager.default.isExecutableFile(atPath: "/lib/systemd/systemd")
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")

    /// The names of the scenarios, in the order in which they run.
    static func scenarios() throws -> [String] {
        let folder = Checkout.file("Tests/Systemd/scenarios").path()
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Boots a system and runs every scenario in it.
    init() async throws {
        // The logs are kept there.
        results = Checkout.file(".build/systemd-tests")
        let boot = Program(
            executable: Checkout.file("Tests/Systemd/boot"),
            arguments: [Checkout.programs.path(), results.path()]
        )
        let result = try await boot.run()
        try #require(result.status == 0, "\(result.output)")
    }

    /// The status, 0 if it passed.
    func status(of scenario: String) throws -> Int? {
        let text = try String(contentsOf: file("\(scenario).status"), encoding: .utf8)
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The output of the scenario, and after a failure the journal since its begin.
    func log(of scenario: String) throws -> String {
        try String(contentsOf: file("\(scenario).log"), encoding: .utf8)
    }

    private func file(_ name: String) -> URL { results.appending(path: name) }
}

/// Boots one system for all tests of a suite.
struct BootedSystemTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let system = try await BootedSystem()
        try await BootedSystem.$current.withValue(system, operation: function)
    }
}

extension Trait where Self == BootedSystemTrait {
    /// Sets ``BootedSystem/current`` while the suite runs.
    static var bootedSystem: Self { Self() }
}
