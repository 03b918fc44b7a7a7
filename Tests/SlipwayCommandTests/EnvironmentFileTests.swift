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
    func readsWhatSystemdReads(text: String, variables: [String: String]) {
        #expect(EnvironmentFile.variables(of: text.utf8) == variables)
    }

    @Test func whatSystemdRefusesIsRefused() {
        #expect(EnvironmentFile.variables(of: "A=x\0y".utf8) == nil)
        #expect(EnvironmentFile.variables(of: Array("A=".utf8) + [0xFF]) == nil)
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
