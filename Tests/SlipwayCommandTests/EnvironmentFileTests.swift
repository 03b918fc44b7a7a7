import Foundation
import SlipwayTestSupport
import Testing

@testable import SlipwayCommand

struct EnvironmentFileTests {
    /// As observed with systemd 252.
    @Test(
        arguments: [
            ("# A comment\n; another one = x\nA=a b\n", ["A": "a b"]),
            ("  A =  c \t\n", ["A": "c"]),
            ("A='d e'\nB=\"f # g\"\nC=\n", ["A": "d e", "B": "f # g", "C": ""]),
            ("A=h\\\ni\n", ["A": "hi"]),
            ("A=a\r\nB=b\r\n", ["A": "a", "B": "b"]),
            ("A='a\nb'\nB=\"c\nd\"", ["A": "a\nb", "B": "c\nd"]),
            ("A=\"a\\\"b\\c\\\\d\"\nB='a\\b'\n", ["A": "a\"b\\c\\d", "B": "a\\b"]),
            ("A=x \\\n\nB=y  \\\n \nC=z ", ["A": "x ", "B": "y  ", "C": "z"]),
            ("A='a'\"b\"c\nB=x\"y\"\n", ["A": "abc", "B": "x\"y\""]),
            ("A='not closed\nB=b", ["A": "not closed\nB=b"]),
            ("no variable\n1A=x\nexport A=y\nA-B=z\nC=ok\n", ["C": "ok"]),
            ("# goes on \\\nA=a\nB=b\n", ["B": "b"]),
            ("A=first\nA=second\nB=\u{E9}\n", ["A": "second", "B": "\u{E9}"]),
        ]
    )
    func readsWhatSystemdReads(text: String, variables: [String: String]) throws {
        let file = try environment(of: Array(text.utf8))
        let own = file.variables.filter { !file.unknown.contains($0.key) && $0.key != "PATH" }
        #expect(own == variables)
    }

    @Test(arguments: [
        (Array("A=x\0y".utf8), "has a zero byte"), (Array("A=".utf8) + [0xFF], "is not UTF-8"),
    ])
    func whatSystemdRefusesIsRefusedWithItsLine(bytes: [UInt8], reason: String) {
        let error = #expect(throws: CommandFailure.self) { try environment(of: bytes) }
        #expect(error?.message?.hasSuffix("': line 1: \(reason); systemd refuses it") == true)
    }

    private func environment(of bytes: [UInt8]) throws -> ExpectedEnvironment {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(filePath: folder.path + "/variables"))
        return try EnvironmentFile.environment(path: folder.path + "/variables")
    }

    @Test func whatSystemdSetsIsThereWithAnUnknownValueUnlessTheFileSetsIt() {
        let environment = EnvironmentFile.environment(with: ["HOME": "/srv"])
        #expect(environment.variables["HOME"] == "/srv")
        #expect(environment.variables["STATE_DIRECTORY"] != nil)
        #expect(environment.variables["OTHER"] == nil)
        #expect(!environment.unknown.contains("HOME"))
        #expect(environment.unknown.contains("STATE_DIRECTORY"))
    }

    /// Each setting of the packaged unit that sets a variable.
    @Test func whatTheUnitSetsIsKnown() throws {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "packaging/systemd/slipway@.service")
        let unit = try String(contentsOf: file, encoding: .utf8)
        let settings = unit.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: "=", maxSplits: 2)
            switch parts.first {
            case "StateDirectory": return "STATE_DIRECTORY"
            case "CacheDirectory": return "CACHE_DIRECTORY"
            case "RuntimeDirectory": return "RUNTIME_DIRECTORY"
            case "LogsDirectory": return "LOGS_DIRECTORY"
            case "ConfigurationDirectory": return "CONFIGURATION_DIRECTORY"
            case "WatchdogSec": return "WATCHDOG_USEC"
            case "Environment": return parts.count > 1 ? String(parts[1]) : nil
            default: return nil
            }
        }
        #expect(settings.count >= 6)
        #expect(Set(settings).subtracting(EnvironmentFile.ofSystemd) == [])
    }

    @Test func aFileThatIsNotThereIsNoAnswer() {
        #expect(
            throws: CommandFailure.cannot(
                "cannot read '/nonexistent': No such file or directory (ENOENT)"
            )
        ) { try EnvironmentFile.environment(path: "/nonexistent") }
    }
}
