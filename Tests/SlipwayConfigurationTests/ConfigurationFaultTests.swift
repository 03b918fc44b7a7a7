import Slipway
import SlipwayConfiguration
import SlipwayOperations
import Testing

/// The text of each fault, as users see it.
struct ConfigurationFaultTests {
    @Test func whatIsMissingAtTheEndOfAFileIsMissingInIt() {
        let found = faults("name: a\noperations:\n  ?")
        #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("test.yaml:3:") }, "\(found)")
    }

    @Test func aNameIsShownInPartHoweverLongItIs() {
        let name = String(repeating: "n", count: 100_000)
        let text = "name: a\noperations: { b: { requires: [\(name)], sleep: 1s }, "
        for text in [text + "}", text + "? \(name)\n  : { requires: [b], sleep: 1s } }"] {
            let found = faults(text)
            #expect(!found.isEmpty && found.allSatisfy { $0.utf8.count < 5000 }, "\(found.count)")
        }
    }

    @Test func namesAreShownOnOneLineWhateverTheyAre() {
        let text = """
            name: a
            operations:
              b: { requires: ["c\\n\\u202E"], sleep: 1s }
              "d\\te": { after: ["d\\te"], sleep: 1s }
              f: { queue: g, sleep: 1s }
            queues: { "h\\e": {} }
            """
        let found = faults(text)
        #expect(found.contains { $0.contains(#"'b' depends on 'c\n\u{202E}', which"#) })
        #expect(found.contains { $0.contains(#"operation 'd\te' runs after itself"#) })
        #expect(found.contains { $0.contains(#"use main, h\u{1B} or userInitiated"#) })
        #expect(found.allSatisfy { $0 == $0.printable })
    }

    @Test(
        arguments: [
            ("{}", ["test.yaml:1:1: name: has no name; add one, such as name: storefront"]),
            (
                "name: a b",
                [
                    "test.yaml:1:7: name: found 'a b'; expected letters, digits, '_', '.' and '-', a "
                        + "letter or digit first, at most 64 characters"
                ]
            ),
            ("name: [a]", ["test.yaml:1:7: name: found a list; expected a name"]),
            ("name:", ["test.yaml:1:6: name: found nothing; expected a name"]),
            (
                "name: a\ndeadlin: 5s",
                ["test.yaml:2:1: deadlin: unknown key; did you mean 'deadline'?"]
            ),
            (
                "name: a\nzzzzzzzz: 5s",
                [
                    "test.yaml:2:1: zzzzzzzz: unknown key; accepted are name, deadline, grace, drain, storage, defaults, "
                        + "queues, operations, actions, operators or probes"
                ]
            ),
            (
                "name: a\ndeadline: 0s",
                [
                    "test.yaml:2:11: deadline: found '0s'; expected a duration that is longer than zero"
                ]
            ),
            (
                "name: a\ngrace: 30",
                [
                    "test.yaml:2:8: grace: found '30'; expected a duration with its unit, such as 30s or "
                        + "30ms"
                ]
            ),
            (
                "name: a\nqueues: { main: { width: 2 }, b: { width: 0 }, c: { width: many } }",
                [
                    "test.yaml:2:11: queues.main: is always there, serial and without a width; remove it",
                    "test.yaml:2:43: queues.b.width: found '0'; expected auto or a whole number from 1 "
                        + "to 65536",
                    "test.yaml:2:60: queues.c.width: found 'many'; expected auto or a whole number from "
                        + "1 to 65536",
                ]
            ),
            (
                "name: a\nqueues: { b: \"2\", c: 0, main: 1 }",
                [
                    "test.yaml:2:14: queues.b: found '2'; expected a mapping with width, auto or a whole "
                        + "number from 1 to 65536",
                    "test.yaml:2:22: queues.c: found '0'; expected a mapping with width, auto or a whole "
                        + "number from 1 to 65536",
                    "test.yaml:2:25: queues.main: is always there, serial and without a width; remove it",
                ]
            ),
            (
                "name: a\noperations: [b]",
                ["test.yaml:2:13: operations: found a list; expected a mapping of operations"]
            ),
            (
                "name: a\nactions: b",
                ["test.yaml:2:10: actions: found 'b'; expected a mapping of launch actions"]
            ),
            (
                "name: a\noperations: { b.c: { sleep: 1s }, -d: { sleep: 1s } }",
                [
                    "test.yaml:2:15: operations.b.c: 'b.c' is not a name; use letters, digits, '_' and "
                        + "'-', a letter or digit first, at most 64 characters",
                    "test.yaml:2:35: operations.-d: '-d' is not a name; use letters, digits, '_' and "
                        + "'-', a letter or digit first, at most 64 characters",
                ]
            ),
        ] as [(String, [String])]
    )
    func ofTheFile(text: String, expected: [String]) {
        #expect(faults(text) == expected)
    }

    @Test func ofAKeyThatFilesDoNotHaveYet() {
        #expect(
            faults("name: a\npriorities: learned")
                == ["test.yaml:2:1: priorities: 'priorities' is not supported yet; remove it"]
        )
    }

    @Test func ofFlagsOfAnAction() {
        let expected =
            "test.yaml:4:5: actions.x.flags: is for operations: remove it"
        #expect(faults(action("flags: a")) == [expected])
    }

    @Test(arguments: [
        "sleep: 1s", "wait: { file: /x }", "exec: [y]", "write: { path: /x, content: y }",
        "http: { url: \"http://y\", output: none }",
    ])
    func ofTheValueOfWhatGivesNone(body: String) {
        let found = faults(
            """
            name: a
            operations:
              x: { exec: [x, "${operations.y.value}"] }
              y: { \(body) }
            """
        )
        #expect(
            found == [
                "test.yaml:3:19: operations.x.exec[1]: 'y' gives no value; let its body give one, "
                    + "as exec does with output: json, or remove the reference"
            ]
        )
    }

    @Test(
        arguments: [
            ("headers.location", nil), ("status", nil), ("body.anything", nil), ("headers", nil),
            (
                "headers.etag",
                "'y' keeps no header 'etag' of the answer; add it to the headers of its output"
            ),
            (
                "headers.Location",
                "the names of headers are in lower case in a value; write location"
            ),
            ("code", "the value of 'y' has status, headers and body, and no 'code'"),
        ] as [(String, String?)]
    )
    func ofAPartThatAnAnswerNeverHas(part: String, reason: String?) {
        func found(_ more: String) -> [String] {
            faults(
                """
                name: a
                operations:
                  x: { exec: [x, "${operations.y.value.\(part)}"] }
                  y: { http: { url: "http://y", output: { headers: [Location] } }\(more) }
                """
            )
        }
        #expect(found("") == (reason.map { ["test.yaml:3:19: operations.x.exec[1]: \($0)"] } ?? []))
        // It may have any shape.
        #expect(found(", fallback: { value: {} }") == [])
    }

    @Test func ofVariablesThatAreNotSetWhereTheEnvironmentIsKnown() throws {
        let file = ConfigurationFile.test(
            """
            name: a
            operations:
              x: { exec: ["${env.SET}", "${env.UNSET}"] }
              y: { wait: { file: "/a/${env.OTHER}" } }
            """
        )
        let environment = ["SET": "/bin/true"]
        #expect(throws: Never.self) { try ConfiguredGraph(parsing: file, environment: environment) }
        let error = #expect(throws: ConfigurationFaults.self) {
            try ConfiguredGraph(parsing: file, environment: environment, isEnvironmentKnown: true)
        }
        #expect(
            error?.faults.map(\.description) == [
                "test.yaml:3:30: operations.x.exec[1]: 'UNSET' is not set in the daemon's environment",
                "test.yaml:4:26: operations.y.wait.file: 'OTHER' is not set in the daemon's "
                    + "environment",
            ]
        )
    }

    @Test func showsNoControlCharactersAndNoEnormousText() {
        let long = String(repeating: "x", count: 900_000)
        let key = faults("name: a\n\"\\e[31m\\u202e\": 1\n")
        #expect(
            key == [
                "test.yaml:2:1: \\u{1B}[31m\\u{202E}: unknown key; accepted are name, deadline, grace, drain, "
                    + "storage, defaults, queues, operations, actions, operators or probes"
            ]
        )
        let value = faults("name: \(long)\n")
        #expect(value.count == 1 && value[0].utf8.count < 250)
    }
}
