import SlipwayConfiguration
import Testing

/// The deadline of a launch comes before the end of a longer timeout.
struct DeadlineTests {
    @Test(
        arguments: [
            ("deadline: 10s", "x: { sleep: 1s, timeout: 11s }", ["operations.x.timeout"]),
            ("deadline: 10s", "x: { sleep: 1s, timeout: 10s }", []),
            ("x-none: 1", "x: { sleep: 1s, timeout: 91s }", ["operations.x.timeout"]),
            ("deadline: 10s", "x: { sleep: 1s, timeout: 11s, stage: background }", []),
            ("defaults: { timeout: 5m }", "x: { sleep: 1s }", []),
            (
                "deadline: 10s", "g: { group: { operations: { x: { sleep: 1s, timeout: 1m } } } }",
                ["operations.g.group.operations.x.timeout"]
            ),
            (
                "deadline: 10s",
                "g: { stage: background, group: { operations: { x: { sleep: 1s, timeout: 1m } } } }",
                []
            ),
        ]
    )
    func aLongerTimeoutIsAWarning(top: String, operation: String, keys: [String]) throws {
        let text = "name: test\n\(top)\noperations: { \(operation) }"
        let warnings = try read(text).warnings
        #expect(warnings.map(\.key) == keys)
        #expect(warnings.allSatisfy { $0.reason.hasPrefix("is longer than the deadline of ") })
    }
}
