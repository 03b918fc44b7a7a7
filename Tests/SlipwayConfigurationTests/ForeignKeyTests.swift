import Testing

@testable import SlipwayConfiguration

/// Keys of other tools are answered with ours.
struct ForeignKeyTests {
    @Test(
        arguments: [
            ("a: { depends_on: [b], sleep: 1s }", "depends_on", "requires"),
            ("a: { dependsOn: [b], sleep: 1s }", "dependsOn", "requires"),
            ("a: { healthcheck: {}, sleep: 1s }", "healthcheck", "health"),
            ("a: { command: [/bin/true] }", "command", "exec: [PROGRAM, ARGUMENT]"),
            ("a: { ExecStart: /bin/true }", "ExecStart", "exec: [PROGRAM, ARGUMENT]"),
            (
                "a: { environment: {}, sleep: 1s }", "environment",
                "exec: { command: […], environment: { NAME: value } }"
            ),
            (
                "a: { exec: { command: [x], args: [y] } }", "exec.args",
                "the items of command after the program"
            ),
            ("a: { exec: { command: [x], env: {} } }", "exec.env", "environment"),
            (
                "a: { sleep: 1s, EnvironmentFile: /etc/shop.env }", "EnvironmentFile",
                "exec: { command: […], environmentFiles: [PATH] }"
            ),
            ("a: { exec: { command: [x], env_file: x } }", "exec.env_file", "environmentFiles"),
            (
                "a: { sleep: 1s, stop_grace_period: 5s }", "stop_grace_period",
                "'grace' of the file, for all operations; for one less: exec: { command: […], grace: 2s }"
            ),
            (
                "a: { sleep: 1s, RestartSec: 5 }", "RestartSec",
                "restart: { initial: … }, beside ended: restart"
            ),
            (
                "a: { sleep: 1s, WorkingDirectory: /srv }", "WorkingDirectory",
                "exec: { command: […], directory: PATH }"
            ),
            ("a: { sleep: 1s, User: shop }", "User", "User= and Group= of the unit"),
            ("a: { sleep: 1s, retry: { max_attempts: 3 } }", "retry.max_attempts", "attempts"),
        ]
    )
    func isAnsweredWithOurs(operation: String, key: String, advice: String) {
        let found = faults("name: a\noperations: { \(operation), b: { sleep: 1s } }")
        #expect(
            found.contains { $0.hasSuffix("a.\(key): unknown key; here that is \(advice)") },
            "\(found)"
        )
    }

    @Test func secretsAreCredentials() {
        #expect(
            faults("name: a\nsecrets: {}").contains {
                $0.hasSuffix("here that is LoadCredential= of the unit, and ${credential.NAME}")
            }
        )
    }

    @Test(arguments: ["services", "tasks"])
    func theFileItselfHasOperations(key: String) {
        let found = faults("name: a\n\(key): {}")
        #expect(found.contains { $0.hasSuffix("\(key): unknown key; here that is operations") })
    }

    /// A key that a mapping has of its own is never taken for a foreign key.
    @Test func noKeyOfOursIsForeign() {
        for mapping in MappingDescription.all {
            for key in mapping.known {
                #expect(mapping.text.foreign[key] == nil, "\(mapping.name).\(key)")
            }
        }
    }
}
