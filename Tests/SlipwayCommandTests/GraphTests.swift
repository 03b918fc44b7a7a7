import Foundation
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// `slipway graph` and `slipway check` with whole configurations.
struct GraphTests {
    private static let text = """
        name: shop
        operations:
          sdk: { queue: main, sleep: 1s, timeout: 2s }
          login:
            requires: [sdk]
            optional: true
            locks: [session]
            group:
              operations:
                token:
                  exec: { command: [token], output: json }
                  retry: { attempts: 3, budget: 9s }
                  fallback: { value: {} }
                user: { exec: [user, "${operations.token.value.key}"] }
          warm: { after: [login], stage: background, priority: low, when: { env: WARM }, sleep: 1s }
        actions:
          open: { requires: [sdk], sleep: 1s }
        """

    private func run(
        _ arguments: [String],
        input: String = ""
    ) throws -> (exitCode: Int32, output: String, errors: String) {
        let folder = try TemporaryFolder()
        let file = try folder.write(input, to: "input")
        let handle = try #require(FileHandle(forReadingAtPath: file))
        return try withExtendedLifetime(handle) {
            try CapturedOutput.run(arguments, reading: handle.fileDescriptor)
        }
    }

    @Test func aConfigurationComesFromStandardInput() throws {
        let ran = try run(["check", "-"], input: "name: a")
        #expect(ran.exitCode == 0)
        #expect(ran.output == "<stdin>: ok, 0 operations, 0 actions\n")
        let faulty = try run(["check", "-", "--json"], input: "name: a\ndeadline: 5")
        #expect(faulty.exitCode == 78)
        let result = try JSON(parsing: faulty.output)[0]
        #expect(result?["file"] == "<stdin>")
        #expect(result?["faults"]?[0]?["line"] == 2)
    }

    @Test func standardInputIsNoLongerThanAFile() throws {
        let ran = try run(["check", "-"], input: String(repeating: "#", count: 1 << 21))
        #expect(ran.exitCode == 78)
        #expect(
            ran.output == "<stdin>: 1048577 bytes long; a configuration has at most 1048576\n"
        )
    }

    @Test func everyLevelIsCounted() throws {
        let ran = try run(
            ["check", "-"],
            input: Self.text.replacing("exec: [user", with: "exec: [sh")
        )
        #expect(ran.output.split(separator: "\n").last == "<stdin>: ok, 5 operations, 1 action")
    }

    @Test func textDrawsGroupsOfAFile() throws {
        let ran = try run(["graph", "-"], input: Self.text)
        #expect(
            ran.output == """
                STEP  OPERATION         IN GROUP  QUEUE          WAITS FOR
                   1  sdk (at most 2s)            main
                   2  token             login     userInitiated  sdk
                   3  user              login     userInitiated  token, sdk
                   4  login (optional)            group          after token, after user

                once the launch is ready:
                STEP  OPERATION  QUEUE          WAITS FOR
                   1  warm       userInitiated  after login

                ACTION               QUEUE          WAITS FOR
                open (at most 1min)  userInitiated  sdk

                """
        )
    }

    @Test func picturesHaveAFrameForAGroupOfAFile() throws {
        let dot = try run(["graph", "--format", "dot", "-"], input: Self.text)
        #expect(dot.output.contains("  subgraph cluster_o4 {\n    graph [label=\"login\", "))
        let end = #"    o4 [label="end of login", style=rounded, color=gray50]"#
        #expect(dot.output.contains(end + "\n  }\n"))
        #expect(dot.output.contains("  o3 -> o4 [style=dashed]"))
        let mermaid = try run(["graph", "--format", "mermaid", "-"], input: Self.text)
        #expect(mermaid.output.contains(#"  subgraph g4["login"]"#))
        #expect(mermaid.output.contains("    o4([\"end of login\"])\n  end\n"))
        #expect(mermaid.output.contains("  o3 -.-> o4"))
    }

    @Test func jsonHasEveryNode() throws {
        let ran = try run(["graph", "--format", "json", "-"], input: Self.text)
        let graph = try JSON(parsing: ran.output)
        #expect(graph["name"] == "shop")
        let nodes = try #require(graph["nodes"]?.arrayValue)
        #expect(
            nodes.map { $0["name"] } == ["sdk", "token", "user", "login", "warm", "open"]
        )
        #expect(
            nodes[1] == [
                "name": "token", "kind": "operation", "queue": "userInitiated", "group": "login",
                "stage": "launch", "priority": 0, "optional": false, "locks": [], "requires": [],
                "after": [], "budgetUSec": 9_000_000, "attempts": 3, "fallback": true,
                "file": "<stdin>", "line": 10, "column": 9,
            ]
        )
        #expect(
            nodes[3] == [
                "name": "login", "kind": "group", "stage": "launch", "priority": 0,
                "optional": true, "locks": ["session"], "requires": ["sdk"], "after": [],
                "file": "<stdin>", "line": 4, "column": 3,
            ]
        )
        #expect(nodes[4]["stage"] == "background")
        #expect(nodes[4]["priority"] == -50)
        #expect(nodes[4]["when"] == "env WARM is set")
        #expect(nodes[4]["after"] == ["login"])
        #expect(
            nodes[5] == [
                "name": "open", "kind": "action", "queue": "userInitiated", "requires": ["sdk"],
                "after": [], "timeoutUSec": 60_000_000, "file": "<stdin>", "line": 17, "column": 3,
            ]
        )
        let again = try run(["graph", "--format", "json", "-"], input: Self.text)
        #expect(again.output == ran.output)
    }

    @Test func jsonShowsAGraphWithACycle() throws {
        let cycle =
            "name: a\noperations: { a: { after: [b], sleep: 1s }, b: { after: [a], sleep: 1s } }"
        let ran = try run(["graph", "--format", "json", "-"], input: cycle)
        #expect(ran.exitCode == 78)
        #expect(ran.errors.contains("dependency cycle"))
        #expect(try JSON(parsing: ran.output)["nodes"]?[0]?["after"] == ["b"])
    }
}
