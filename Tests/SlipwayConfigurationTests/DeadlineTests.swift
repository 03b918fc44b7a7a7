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

    private static let firstStarts: [(keys: String, restart: String, isWarned: Bool)] = [
        ("optional: true", "attempts: unlimited, firstStart: true", true),
        ("optional: true, stage: background", "attempts: unlimited, firstStart: true", false),
        ("optional: false", "attempts: unlimited, firstStart: true", false),
        ("optional: true", "attempts: unlimited", false),
        // 1 + 2 + 4 + 8 s, and 16 s more.
        ("optional: true", "attempts: 5, firstStart: true", true),
        ("optional: true", "attempts: 4, firstStart: true", false),
        // The first ones do not count any more before the last one begins.
        ("optional: true", "attempts: 4, within: 14s, firstStart: true", true),
        ("optional: true", "attempts: 4, within: 15s, firstStart: true", false),
    ]

    @Test(arguments: firstStarts)
    func anOptionalFirstStartThatTheLaunchFailsForIsAWarning(
        keys: String,
        restart: String,
        isWarned: Bool
    ) throws {
        let text = """
            name: test
            deadline: 30s
            operations:
              web: { exec: { command: [/bin/web], ready: notify }, ended: restart, \(keys), restart: { \(restart) } }
            """
        let warnings = try read(text).warnings
        #expect(warnings.map(\.key) == (isWarned ? ["operations.web.restart"] : []))
        let words =
            "may try a first start until the deadline of 30s, at which the launch fails, though the operation is "
            + "optional; write stage: background, or so few attempts that it is given up before"
        #expect(warnings.allSatisfy { $0.reason == words })
    }
}
