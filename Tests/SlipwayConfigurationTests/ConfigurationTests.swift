import Slipway
import SlipwayConfiguration
import SlipwayJSON
import Testing

struct ConfigurationTests {
    private func body(_ lines: String) throws -> BodySpecification {
        try read(operation(lines)).operations[0].body
    }

    @Test func readsTheSmallestFile() throws {
        let configuration = try read("name: a")
        #expect(configuration.name == "a")
        #expect(configuration.deadline == .seconds(90))
        #expect(configuration.grace == .seconds(10) && configuration.drain == nil)
        #expect(configuration.storage == StorageSpecification())
        #expect(configuration.queues == [.userInitiated: .automatic])
        #expect(configuration.operations.isEmpty && configuration.actions.isEmpty)
        #expect(configuration.operators == PrincipalsSpecification())
        #expect(configuration.variables.isEmpty && configuration.warnings.isEmpty)
    }

    @Test func readsEveryKeyOfTheFile() throws {
        let configuration = try read(
            """
            name: store.front-1
            deadline: 30s
            grace: 1.5s
            drain: 0s
            queues:
              userInitiated: { width: 3 }
              authentication: { width: auto }
              single: { width: 1 }
              plain: {}
              images: 2
              pages: auto
            operations: {}
            actions: {}
            """
        )
        #expect(configuration.deadline == .seconds(30))
        #expect(configuration.grace == .milliseconds(1500))
        #expect(configuration.drain == .zero)
        #expect(
            configuration.queues == [
                .userInitiated: .fixed(3), .named("authentication"): .automatic,
                .named("single"): .fixed(1), .named("plain"): .automatic,
                .named("images"): .fixed(2), .named("pages"): .automatic,
            ]
        )
    }

    @Test func readsEveryKeyOfAnOperation() throws {
        let configuration = try read(
            """
            name: a
            operations:
              b: { sleep: 0s, optional: true }
              c: { exec: { command: [c], output: json } }
              on:
                queue: main
                requires: [c]
                after: [b]
                optional: true
                timeout: 5s
                exec:
                  command: [echo, "${operations.c.value.x}", "${operations.d.value}", 5, yes, 1.10, ""]
                  output: text
                stop: { command: [undo, "${operations.on.value}", "${operations.e.value}"] }
              d: { exec: { command: [d], output: json } }
              e: { exec: { command: [e], output: json } }
            """
        )
        let operation = configuration.operations[2]
        #expect(configuration.operations.map(\.name) == ["b", "c", "on", "d", "e"])
        #expect(operation.origin == Origin(file: "test.yaml", line: 5, column: 3))
        #expect(operation.queue == .main)
        #expect(operation.isOptional)
        #expect(operation.timeout == .seconds(5))
        #expect(operation.after.map(\.name) == ["b"])
        #expect(
            operation.requires == [
                .init(name: "c", origin: Origin(file: "test.yaml", line: 7, column: 16)),
                .init(name: "d", origin: Origin(file: "test.yaml", line: 12, column: 51)),
                .init(name: "e", origin: Origin(file: "test.yaml", line: 14, column: 56)),
            ]
        )
        let command = [
            "echo", "${operations.c.value.x}", "${operations.d.value}", "5", "yes", "1.10", "",
        ]
        #expect(
            operation.body == .exec(.init(command: command.map { Template($0) }, output: .text))
        )
        #expect(
            operation.stop?.command
                == ["undo", "${operations.on.value}", "${operations.e.value}"].map { Template($0) }
        )
    }

    @Test func readsEveryKeyOfExec() throws {
        let lines = """
            exec:
              command: ["${env.HOME}/bin/x", "--flag"]
              environment: { A: "${env.B}", _C1: "" }
              environmentFiles: ["/etc/${env.B}.env", -/etc/local.env]
              directory: /tmp
              stdin: |
                one
                two
              output: lines
            """
        var expected = ExecSpecification(
            command: [Template("${env.HOME}/bin/x"), Template("--flag")],
            environment: ["A": Template("${env.B}"), "_C1": Template("")],
            directory: Template("/tmp"),
            stdin: Template("one\ntwo\n"),
            output: .lines
        )
        expected.environmentFiles = [
            .init(path: Template("/etc/${env.B}.env"), isOptional: false),
            .init(path: Template("/etc/local.env"), isOptional: true),
        ]
        #expect(try body(lines) == .exec(expected))
    }

    @Test(
        arguments: [
            ("http: \"http://x/\"", HTTPSpecification(url: Template(literal: "http://x/"))),
            (
                "http: { url: \"HTTPS://x\", expect: 204, output: none }",
                .init(url: Template(literal: "HTTPS://x"), expect: [204], output: .none)
            ),
            (
                "http: { url: \"http+unix://%2Frun%2Fx/y\", body: hi, expect: [200, 404] }",
                .init(
                    url: Template(literal: "http+unix://%2Frun%2Fx/y"),
                    method: .post,
                    body: Template(literal: "hi"),
                    expect: [200, 404]
                )
            ),
            (
                """
                http:
                  url: "http://x"
                  method: POST
                  headers: { X-A: b }
                  output: text
                  tryTimeout: 2s
                """,
                .init(
                    url: Template(literal: "http://x"),
                    method: .post,
                    headers: ["X-A": Template(literal: "b")],
                    output: .text,
                    tryTimeout: .seconds(2)
                )
            ),
            (
                "http: \"http${env.S}://x\"",
                .init(
                    url: Template(segments: [
                        .literal("http"), .reference(.environment("S")), .literal("://x"),
                    ])
                )
            ),
        ]
    )
    func readsHTTP(lines: String, expected: HTTPSpecification) throws {
        #expect(try body(lines) == .http(expected))
    }

    @Test(
        arguments: [
            (
                "wait: { tcp: \"localhost:80\" }",
                .init(target: .tcp(Template(literal: "localhost:80")))
            ),
            ("wait: { tcp: \"[::1]:80\" }", .init(target: .tcp(Template(literal: "[::1]:80")))),
            (
                "wait: { socket: /run/x, every: 1ms }",
                .init(target: .socket(Template(literal: "/run/x")), every: .milliseconds(1))
            ),
            ("wait: { file: /x }", .init(target: .file(Template(literal: "/x")))),
            (
                "wait: { http: \"http://x\", tryTimeout: 1.5s }",
                .init(
                    target: .http(ProbeSpecification(url: Template(literal: "http://x"))),
                    tryTimeout: .milliseconds(1500)
                )
            ),
            (
                "wait: { http: \"http://x\" }",
                .init(target: .http(ProbeSpecification(url: Template(literal: "http://x"))))
            ),
        ] as [(String, WaitSpecification)]
    )
    func readsWait(lines: String, expected: WaitSpecification) throws {
        #expect(try body(lines) == .wait(expected))
    }

    @Test func readsEveryKeyOfAnAction() throws {
        let configuration = try read(
            """
            name: a
            operations:
              b: { sleep: 1s }
              c: { exec: { command: [c], output: json } }
            actions:
              open.url:
                requires: [b]
                queue: main
                timeout: 2s
                expires: 30s
                parameters:
                  url: { type: string, format: uri, required: true, maxLength: 9, description: it }
                  n: { type: integer, enum: [1, 2] }
                  s: { enum: [1, yes, "3"] }
                exec: [open, "${payload.url}", "${payload}", "${operations.c.value}"]
            """
        )
        let action = configuration.actions[0]
        #expect(action.name == "open.url")
        #expect(action.requires.map(\.name) == ["b", "c"])
        #expect(action.queue == .main)
        #expect(action.timeout == .seconds(2))
        #expect(action.policy.expires == .seconds(30))
        #expect(
            action.parameters
                == PayloadSchema(parameters: [
                    .init(
                        name: "url",
                        isRequired: true,
                        format: .uri,
                        maximumLength: 9,
                        description: "it"
                    ),
                    .init(name: "n", type: .integer, values: [1, 2]),
                    .init(name: "s", values: ["1", "yes", "3"]),
                ])
        )
    }

    @Test func reportsEverythingAtOnceInTheOrderOfTheFile() {
        let text = """
            nam: storefront
            deadline: 30
            operations:
              a:
                flag: { url: "http://a" }
                exec: [run, "${operations.e.value}"]
                timeout: 5 s
              b:
                requires: [c]
                sleep: 1s
              c:
                after: [b, d]
                sleep: 1s
                queue: mian
            """
        #expect(
            faults(text) == [
                "test.yaml:1:1: nam: unknown key; did you mean 'name'?",
                "test.yaml:1:1: name: has no name; add one, such as name: storefront",
                "test.yaml:2:11: deadline: found '30'; expected a duration with its unit, such as 30s or "
                    + "30ms",
                "test.yaml:5:5: operations.a.flag: unknown key; did you mean 'flags'?",
                "test.yaml:6:18: operations.a.exec[1]: 'a' depends on 'e', which no operation declares; "
                    + "did you mean 'a'?",
                "test.yaml:7:14: operations.a.timeout: found '5 s'; expected a duration such as 250ms, "
                    + "5s, 2m or 1h; at most 8760h",
                """
                test.yaml:9:16: operations.b.requires: dependency cycle 'b' -> 'c' -> 'b'; remove one of \
                these dependencies
                  'b' (test.yaml:8:3, userInitiated) requires 'c' at test.yaml:9:16
                  'c' (test.yaml:11:3, userInitiated) after 'b' at test.yaml:12:13  <- closes the cycle
                """,
                "test.yaml:12:16: operations.c.after: 'c' depends on 'd', which no operation declares; "
                    + "did you mean 'a'?",
                "test.yaml:14:12: operations.c.queue: no queue is named 'mian'; did you mean 'main'?",
            ]
        )
    }

    @Test func reportsEveryCycle() {
        let found = faults(
            """
            name: a
            operations:
              a: { requires: [b], sleep: 1s }
              b: { requires: [a], sleep: 1s }
              c: { exec: [x, "${operations.d.value}"] }
              d: { after: [c], exec: { command: [d], output: json } }
              e: { requires: [e], sleep: 1s }
            """
        )
        #expect(
            found.map { $0.prefix { $0 != ";" } } == [
                "test.yaml:3:19: operations.a.requires: dependency cycle 'a' -> 'b' -> 'a'",
                "test.yaml:5:19: operations.c.exec[1]: dependency cycle 'c' -> 'd' -> 'c'",
                "test.yaml:7:19: operations.e.requires: operation 'e' requires itself",
            ]
        )
    }

    @Test func saysThatARequiredOperationCannotRequireAnOptionalOne() {
        #expect(
            faults(
                """
                name: a
                operations:
                  a: { optional: true, sleep: 1s }
                  b: { requires: [a], sleep: 1s }
                """
            ) == [
                "test.yaml:4:19: operations.b.requires: required operation 'b' requires 'a', which is "
                    + "optional; make 'b' optional or 'a' required, give one of them a fallback with a value, or "
                    + "let 'b' run after it"
            ]
        )
    }

    @Test func anUnreadableOperationIsStillThereForTheOthers() {
        #expect(
            faults("name: a\noperations:\n  a: 5\n  b: { requires: [a], sleep: 1s }")
                == ["test.yaml:3:6: operations.a: found '5'; expected a mapping"]
        )
    }

    @Test func namesOneEdgeOnlyOnce() throws {
        #expect(
            faults(
                """
                name: a
                operations:
                  a: { sleep: 1s }
                  b: { requires: [a, a], sleep: 1s }
                """
            ) == ["test.yaml:4:22: operations.b.requires: 'a' is listed twice; remove one"]
        )
    }

    @Test func pointsAtAFoldedTextAsAWhole() {
        let lines = "exec:\n  - a\n  - >\n    one\n    ${nothing}\n  - \"\\t${nothing}\""
        let reason =
            "'${nothing}' refers to nothing; write operations.NAME.value, payload.NAME, env.NAME, "
            + "credential.NAME, launch.id or action.id, or '$${' for the text itself"
        #expect(
            faults(operation(lines)) == [
                "test.yaml:6:9: operations.x.exec[1]: \(reason)",
                "test.yaml:9:9: operations.x.exec[2]: \(reason)",
            ]
        )
    }
}
