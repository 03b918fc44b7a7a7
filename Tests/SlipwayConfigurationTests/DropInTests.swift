import Slipway
import SlipwayConfiguration
import SlipwayOperations
import Testing

struct DropInTests {
    private static let base = """
        name: test
        deadline: 30s
        operations:
          a: { sleep: 1s, timeout: 5s }
          b: { requires: [a], exec: { command: [x, y], environment: { A: "1", B: "2" } } }
        """

    private func read(_ dropIns: (String, String)...) throws(ConfigurationFaults) -> Configuration {
        try ConfiguredGraph(
            parsing: .test(Self.base),
            dropIns: dropIns.map { ConfigurationFile(name: $0.0, bytes: Array($0.1.utf8)) }
        ).configuration
    }

    @Test func mergesMappingsDeeplyAndReplacesTheRest() throws {
        let configuration = try read(
            (
                "test.d/10.yaml",
                """
                deadline: 1m
                operations:
                  b: { requires: [], exec: { command: [z], environment: { B: "3", C: "4" } } }
                  c: { sleep: 2s }
                """
            )
        )
        #expect(configuration.deadline == .seconds(60))
        #expect(configuration.operations.map(\.name) == ["a", "b", "c"])
        #expect(configuration.operations[1].requires == [])
        let expected = ExecSpecification(
            command: [Template(literal: "z")],
            environment: [
                "A": Template(literal: "1"), "B": Template(literal: "3"),
                "C": Template(literal: "4"),
            ]
        )
        #expect(configuration.operations[1].body == .exec(expected))
    }

    @Test func removesWhatIsNull() throws {
        let configuration = try read(
            (
                "test.d/10.yaml",
                """
                deadline: null
                grace: ~
                operations: { a: { timeout: }, b: , c: { sleep: 1s, timeout: ~ } }
                """
            )
        )
        #expect(configuration.deadline == .seconds(90))
        #expect(configuration.operations.map(\.name) == ["a", "c"])
        #expect(configuration.operations.map(\.timeout) == [nil, nil])
    }

    @Test func laysLaterOnesOverEarlierOnes() throws {
        let configuration = try read(
            ("1.yaml", "deadline: 1s\noperations: { c: { sleep: 1s } }"),
            ("2.yaml", "# nothing"),
            ("3.yaml", "deadline: 2s\noperations: { c: ~ }"),
            ("4.yaml", "operations: { c: { sleep: 3s } }")
        )
        #expect(configuration.deadline == .seconds(2))
        #expect(configuration.operations.last?.body == .sleep(.seconds(3)))
        #expect(configuration.operations.last?.origin.file == "4.yaml")
    }

    @Test func namesTheFileOfEachFault() {
        let found = faults(
            of: Array((Self.base + "\n  c: {}").utf8),
            dropIns: [
                ("b.yaml", "operations:\n  a: { requires: [b] }\n  b: { flag: 1 }"),
                ("a.yaml", "deadline: 5"),
                ("c.yaml", "a: [1"),
                ("d.yaml", "[1]"),
            ]
        )
        #expect(
            found == [
                "test.yaml:6:3: operations.c: has no body; add one of exec, http, wait, write, "
                    + "sleep, flags or group",
                """
                b.yaml:2:19: operations.a.requires: dependency cycle 'a' -> 'b' -> 'a'; remove one of \
                these dependencies
                  'a' (test.yaml:4:3, userInitiated) requires 'b' at b.yaml:2:19
                  'b' (test.yaml:5:3, userInitiated) requires 'a' at test.yaml:5:19  <- closes the cycle
                """,
                "b.yaml:3:8: operations.b.flag: unknown key; did you mean 'flags'?",
                "a.yaml:1:11: deadline: found '5'; expected a duration with its unit, such as 5s or 5ms",
                "c.yaml:1:6: not valid YAML: did not find expected ',' or ']', while parsing a flow "
                    + "sequence that starts in line 1, column 4",
                "d.yaml:1:1: found a list; expected a mapping",
            ]
        )
    }

    @Test func aNullOfTheFileItselfIsAFault() {
        #expect(
            faults("name: a\ndeadline: ~\noperations:") == [
                "test.yaml:2:11: deadline: found nothing; expected a duration such as 250ms, 5s, 2m or 1h",
                "test.yaml:3:12: operations: found nothing; expected a mapping of operations",
            ]
        )
    }
}
