import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
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
                "warnings": [],
            ]
        )
    }

    @Test func whatAStartWouldFailForIsAWarning() throws {
        let folder = try TemporaryFolder()
        let script = try folder.write("#!/absent/sh\n", to: "script", mode: 0o755)
        let stray = try folder.write("export A=2\n", to: "stray")
        let path = try folder.write(
            """
            name: a
            operations:
              a:
                exec:
                  command: [\(script)]
                  environmentFiles: [\(stray), \(folder.path)/absent, -\(folder.path)/other]
                  directory: \(folder.path)/home
                  directories: [\(stray)/made, \(folder.path)/made]
              b:
                exec:
                  command: [/bin/true]
                  directory: \(folder.path)/made/home
                  directories: [\(folder.path)/made/home]
            """,
            to: "a.yaml"
        )
        let result = CheckResult(path: path, environment: nil, here: [:])
        let exec = "operations.a.exec"
        #expect(
            Set(result.warnings.map { "\($0.key): \($0.reason)" }) == [
                "operations.a: program '\(script)' cannot be run here: '/absent/sh', which its first line names, is missing",
                "\(exec).environmentFiles: environment file '\(stray)', line 1: is no NAME=value",
                "\(exec).environmentFiles: environment file '\(folder.path)/absent' is missing; write '-' before its "
                    + "path if it may be missing",
                "\(exec).directory: cannot enter directory '\(folder.path)/home': No such file or directory (ENOENT)",
                "\(exec).directories: cannot make directory '\(stray)/made': '\(stray)' is no directory",
            ]
        )
        #expect(result.warnings.allSatisfy { $0.line == 3 })
    }

    /// The unit sets it, whatever this shell has.
    @Test func whatTheUnitSetsIsNotMissed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "name: a\noperations: { a: { exec: [/bin/echo, '${env.RUNTIME_DIRECTORY}', '${env.OWN}'] } }",
            to: "a.yaml"
        )
        let result = CheckResult(path: path, environment: nil, here: [:])
        #expect(result.warnings.map(\.reason).count { $0.contains("is not set here") } == 1)
        #expect(result.warnings.contains { $0.reason.hasPrefix("'OWN' is not set here") })
    }

    @Test func whatMayBeThereElsewhereIsAWarningUnlessTheEnvironmentIsKnown() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            """
            name: a
            operators: { users: [no-such-user] }
            operations:
              x: { exec: ["${env.TOOLS}/x"] }
              y: { exec: { command: [no-such-program], stdin: "${credential.token}" } }
            """,
            to: "a.yaml"
        )
        let unknown = CheckResult(path: path, environment: nil, here: ["PATH": "/usr/bin"])
        #expect(CheckResult.exitCode(of: [unknown]) == 0)
        #expect(
            unknown.lines.map { $0.replacing(folder.path + "/", with: "") } == [
                "a.yaml:2:22: operators.users[0]: warning: no user 'no-such-user' is known on this "
                    + "machine; it has no effect until one is, and the service is started again",
                "a.yaml:4:16: operations.x.exec[0]: warning: 'TOOLS' is not set here; it has to be "
                    + "where the daemon runs",
                "a.yaml:5:3: operations.y: warning: there is no program 'no-such-program' here that "
                    + "can be run",
                "a.yaml:5:52: operations.y.exec.stdin: warning: 'token' is no credential here; the unit "
                    + "that runs the daemon has to have LoadCredential=token:/PATH",
                "a.yaml: ok, 2 operations, 0 actions",
            ]
        )
        let known = CheckResult(
            path: path,
            environment: ExpectedEnvironment(variables: ["A": ""]),
            here: ["TOOLS": "/bin"]
        )
        #expect(CheckResult.exitCode(of: [known]) == 78)
        #expect(known.lines.count == 1)
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
        let result = CheckResult(path: "/nonexistent/x.yaml", environment: nil, here: [:])
        #expect(CheckResult.exitCode(of: [result]) == 2)
        #expect(result.lines.first?.hasPrefix("/nonexistent/x.yaml: cannot read: ") == true)
    }
}
