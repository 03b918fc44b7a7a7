import SlipwayConfiguration
import Testing

/// Body `write`, as a file declares it.
struct WriteTests {
    @Test func readsEveryKeyOfWrite() throws {
        let lines =
            "write: { path: \"${env.RUN}/a\", content: \"x${launch.id}\", mode: \"0600\", owner: web:www }"
        let body = try read(operation(lines)).operations[0].body
        let expected = WriteSpecification(
            path: "${env.RUN}/a",
            content: "x${launch.id}",
            mode: 0o600,
            owner: .init(user: "web", group: "www")
        )
        #expect(body == .write(expected))
    }

    @Test(
        arguments: [
            ("640", 0o640), ("\"0777\"", 0o777), ("0000", 0), ("0644", 0o644), ("\"0644\"", 0o644),
            ("\"420\"", 0o420),
        ] as [(String, UInt32)]
    )
    func readsAModeAsOctalDigits(text: String, mode: UInt32) throws {
        let lines = "write: { path: /a, content: b, mode: \(text), owner: 1000 }"
        let body = try read(operation(lines)).operations[0].body
        #expect(
            body == .write(.init(path: "/a", content: "b", mode: mode, owner: .init(user: "1000")))
        )
    }

    @Test(
        arguments: [
            ("x", nil), ("\"${credential.key}\"", nil), ("x, mode: 0644", nil),
            ("\"${credential.key}\", mode: 0600", nil), ("\"${credential.key}\", mode: 0400", nil),
            (
                "\"${credential.key}\", mode: 0640",
                "a credential is in the content, and others than the owner get a right to it; leave the "
                    + "mode out, or write \"0600\""
            ),
        ] as [(String, String?)]
    )
    func aCredentialThatOthersMayReadIsSaid(content: String, words: String?) throws {
        let warnings = try read(operation("write: { path: /a, content: \(content) }")).warnings
        #expect(warnings.map(\.reason) == (words.map { [$0] } ?? []))
    }

    @Test func aPayloadMayBeTheContent() throws {
        let lines =
            "write: { path: /a, content: \"${payload.u}\" }\nparameters: { u: { required: true } }"
        let body = try read(action(lines)).actions[0].body
        #expect(body == .write(.init(path: "/a", content: "${payload.u}")))
    }

    @Test(
        arguments: [
            ("content: b", "4:5: actions.x.write: has no path; add it"),
            ("path: /a", "4:5: actions.x.write: has no content; add it"),
            (
                "path: a, content: b",
                "4:20: actions.x.write.path: found 'a'; expected an absolute path"
            ),
            (
                "path: /a/, content: b",
                "4:20: actions.x.write.path: found '/a/'; expected the path of a file, without '/' at its "
                    + "end"
            ),
            (
                "path: \"/${payload.u}\", content: b",
                "4:22: actions.x.write.path: '${payload.u}': the file is never a payload's or a value's "
                    + "to choose; write its path, or ${env.NAME}"
            ),
            (
                "path: \"/${operations.y.value}\", content: b",
                "4:22: actions.x.write.path: '${operations.y.value}': the file is never a payload's or a "
                    + "value's to choose; write its path, or ${env.NAME}"
            ),
            (
                "path: /a, content: b, mode: 420",
                "4:42: actions.x.write.mode: 420 can be read in two ways; write \"0420\" if that is "
                    + "octal, or \"0644\" if that is decimal"
            ),
            (
                "path: /a, content: b, mode: 384",
                "4:42: actions.x.write.mode: 384 is not octal; write \"0600\" if that is decimal"
            ),
            (
                "path: /a, content: b, mode: 1777",
                "4:42: actions.x.write.mode: found '1777'; expected permissions as three octal digits, "
                    + "such as \"0644\""
            ),
            (
                "path: /a, content: b, mode: 0o64",
                "4:42: actions.x.write.mode: found '0o64'; expected permissions as three octal digits, "
                    + "such as \"0644\""
            ),
            (
                "path: /a, content: b, owner: \"a:b:c\"",
                "4:43: actions.x.write.owner: found 'a:b:c'; expected USER or USER:GROUP, names or "
                    + "numbers"
            ),
            (
                "path: /a, content: b, owner: \":b\"",
                "4:43: actions.x.write.owner: found ':b'; expected USER or USER:GROUP, names or numbers"
            ),
        ]
    )
    func saysWhatIsWrong(keys: String, expected: String) {
        let text =
            action("write: { \(keys) }\nparameters: { u: { required: true } }")
            + "operations: { y: { exec: { command: [y], output: text } } }\n"
        #expect(faults(text) == ["test.yaml:" + expected])
    }
}
