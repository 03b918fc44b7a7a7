import SlipwayConfiguration
import SlipwayJSON
import Testing

@testable import SlipwayCommand

struct CheckResultTests {
    private let fault = ConfigurationFault(
        file: "a\u{1B}.yaml",
        line: 3,
        column: 5,
        key: "operations.a",
        reason: "dependency cycle 'a' -> 'b' -> 'a'",
        details: ["  'a' requires 'b'", "  'b' requires 'a'"]
    )
    private let unreadable = ConfigurationFault(
        file: "b.yaml",
        reason: "cannot read: No such file or directory (ENOENT)",
        errno: 2
    )

    @Test func aFaultHasItsPlaceAndItsEdges() {
        let result = CheckResult(path: "a.yaml", faults: [fault, unreadable])
        #expect(
            result.lines == [
                "a\\u{1B}.yaml:3:5: operations.a: dependency cycle 'a' -> 'b' -> 'a'",
                "  'a' requires 'b'",
                "  'b' requires 'a'",
                "b.yaml: cannot read: No such file or directory (ENOENT)",
            ]
        )
    }

    @Test func whatIsRightSaysSo() {
        #expect(
            CheckResult(path: "a.yaml", counts: (1, 2)).lines == [
                "a.yaml: ok, 1 operation, 2 actions"
            ]
        )
    }

    @Test func jsonHasAPlaceOnlyWhereThereIsOne() {
        let result = CheckResult(path: "b.yaml", faults: [unreadable])
        #expect(
            result.json == [
                "file": "b.yaml", "ok": false,
                "faults": [
                    [
                        "file": "b.yaml", "key": "",
                        "message": "cannot read: No such file or directory (ENOENT)", "details": [],
                    ]
                ],
            ]
        )
    }

    @Test func faultsExitWith78AndUnreadableFilesWith2() {
        let right = CheckResult(path: "a.yaml", counts: (1, 0))
        let faulty = CheckResult(path: "a.yaml", faults: [fault])
        let missing = CheckResult(path: "b.yaml", faults: [unreadable])
        #expect(CheckResult.exitCode(of: [right, right]) == 0)
        #expect(CheckResult.exitCode(of: [right, faulty, missing]) == 78)
        #expect(CheckResult.exitCode(of: [right, missing]) == 2)
    }

    @Test func aFileThatIsNotThereIsAFault() {
        let result = CheckResult(path: "/nonexistent/x.yaml")
        #expect(CheckResult.exitCode(of: [result]) == 2)
        #expect(result.lines.first?.hasPrefix("/nonexistent/x.yaml: cannot read: ") == true)
    }
}
