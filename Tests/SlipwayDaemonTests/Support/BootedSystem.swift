import Foundation
import SlipwayTestSupport
import Testing

/// The results of `Tests/Systemd/boot`: the status and the log of each scenario.
struct BootedSystem {
    /// The results of the running suite.
    @TaskLocal static var current: BootedSystem?

    /// The folder with the results of each scenario; the logs stay there.
    private let folders: [String: URL]

    /// This process may boot a system, and the machine has one.
    static let isPossible =
        geteuid() == 0
        && FileManager.default.isExecutableFile(atPath: "/lib/systemd/systemd")
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")

    /// The names of the scenarios, in alphabetical order.
    static func scenarios() throws -> [String] {
        let folder = Checkout.file("Tests/Systemd/scenarios").path()
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Boots two systems beside each other, and runs half of the scenarios in each: they wait more than they work.
    init() async throws {
        let all = try Self.scenarios().enumerated()
        let halves = Dictionary(grouping: all) { $0.offset % 2 }.mapValues { $0.map(\.element) }
        folders = try await withThrowingTaskGroup(of: [String: URL].self) { boots in
            for (number, scenarios) in halves {
                boots.addTask { try await Self.boot(scenarios, "systemd-\(number)") }
            }
            return try await boots.reduce(into: [:]) { all, half in
                all.merge(half) { first, _ in first }
            }
        }
    }

    private static func boot(_ scenarios: [String], _ name: String) async throws -> [String: URL] {
        let folder = Checkout.file(".build/\(name)")
        let boot = Program(
            executable: Checkout.file("Tests/Systemd/boot"),
            arguments: [Checkout.programs.path(), folder.path()] + scenarios
        )
        let result = try await boot.run()
        try #require(result.status == 0, "\(result.output)")
        return Dictionary(uniqueKeysWithValues: scenarios.map { ($0, folder) })
    }

    /// The status, 0 if it passed.
    func status(of scenario: String) throws -> Int? {
        let text = try String(contentsOf: file(scenario, "status"), encoding: .utf8)
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The output of the scenario, and after a failure the journal since its begin.
    func log(of scenario: String) throws -> String {
        try String(contentsOf: file(scenario, "log"), encoding: .utf8)
    }

    private func file(_ scenario: String, _ suffix: String) throws -> URL {
        try #require(folders[scenario]).appending(path: "\(scenario).\(suffix)")
    }
}

/// Boots the systems once for all tests of a suite.
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
