import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import Testing

/// The keys of an operation that say when it runs, how often, and what stands in for it.
struct PolicyTests {
    private func read(_ lines: String) throws -> OperationSpecification {
        try SlipwayConfigurationTests.read(operation(lines)).operations[0]
    }

    @Test func readsStagePriorityAndLocks() throws {
        let operation = try read(
            "sleep: 1s\nstage: background\npriority: high\nlocks: [database, b.c]"
        )
        #expect(operation.stage == .background)
        #expect(operation.priority == .high)
        #expect(operation.locks == ["database", "b.c"])
    }

    @Test(arguments: [
        ("low", .low), ("normal", .normal), ("-128", Priority(-128)), ("127", Priority(127)),
    ])
    func readsAPriorityAsAWordOrANumber(text: String, expected: Priority) throws {
        #expect(try read("sleep: 1s\npriority: \(text)").priority == expected)
    }

    @Test func readsEveryKeyOfRetry() throws {
        let lines = """
            sleep: 1s
            timeout: 2s
            retry: { attempts: 4, initial: 0s, maximum: 1m, factor: 1.5, jitter: 1, budget: 2s }
            """
        var expected = RetrySpecification(attempts: 4)
        expected.initial = .zero
        expected.maximum = .seconds(60)
        expected.factor = 1.5
        expected.jitter = 1
        expected.budget = .seconds(2)
        #expect(try read(lines).retry == expected)
    }

    @Test(arguments: ["5", "{ attempts: 5 }"])
    func aNumberIsShortForAttempts(text: String) throws {
        let retry = try #require(try read("sleep: 1s\nretry: \(text)").retry)
        #expect(retry == RetrySpecification(attempts: 5))
        #expect(retry.initial == .milliseconds(100))
        #expect(retry.maximum == .seconds(5))
        #expect(retry.factor == 2)
        #expect(retry.jitter == 0.2)
        #expect(retry.budget == nil)
    }

    @Test func withoutALongestPauseTheFirstMayBeLongerThanUsual() throws {
        let retry = try read("sleep: 1s\nretry: { attempts: 2, initial: 9s }").retry
        #expect(retry?.maximum == .seconds(9))
    }

    @Test(
        arguments: [
            ("{ a: [1, null] }", ["a": [1, nil]]), ("~", nil), ("guest", "guest"), ("1.5", 1.5),
        ] as [(String, JSON)]
    )
    func aFallbackIsAnyJSON(text: String, expected: JSON) throws {
        #expect(try read("sleep: 1s\nfallback: { value: \(text) }").fallback == expected)
    }

    @Test func successIsOfTheProgram() throws {
        let operation = try read("exec: [a]\nsuccess: [0, 3]")
        #expect(operation.body == .exec(.init(command: ["a"], success: [0, 3])))
    }

    @Test func theOperationIsTriedAgainAndThenDegraded() async throws {
        let recorder = Recorder(values: ["b": "B"], failures: ["a": 9, "b": 2])
        let report = try await recorder.launch(
            """
            name: test
            operations:
              a:
                exec: [a]
                retry: { attempts: 2, initial: 0s }
                fallback: { value: { name: guest } }
              b:
                exec: { command: [b], output: text }
                retry: { attempts: 3, initial: 0s }
                after: [a]
              c: { exec: [c, "${operations.a.value.name}", "${operations.b.value}"] }
            """
        )
        #expect(recorder.calls == ["a", "a", "b", "b", "b", "c guest B"])
        #expect(
            report.operations.map { $0.outcome?.word } == ["degraded", "succeeded", "succeeded"]
        )
        #expect(report.operations[0].fallback?.source == "default")
    }

    @Test func aGroupGivesItsPriorityToWhatSaysNone() throws {
        let configured = try ConfiguredGraph(
            parsing: .test(
                """
                name: test
                defaults: { priority: -7 }
                operations:
                  low: { priority: low, group: { operations: { a: { sleep: 1s }, b: { priority: high, sleep: 1s } } } }
                  other: { group: { operations: { c: { sleep: 1s } } } }
                  d: { sleep: 1s }
                """
            )
        )
        let planned = configured.graph.plan.operations.map { "\($0.name) \($0.priority.rawValue)" }
        #expect(planned == ["a -50", "b 50", "low -50", "c -7", "other -7", "d -7"])
    }

    @Test func theBackgroundIsNotWaitedFor() throws {
        let configured = try ConfiguredGraph(
            parsing: .test(
                operation("sleep: 1s\nstage: background\npriority: -5\nlocks: [a]\nretry: 7")
            )
        )
        let planned = configured.graph.plan.operations[0]
        #expect(planned.stage == .background)
        #expect(planned.priority == Priority(-5))
        #expect(planned.locks == ["a"])
        #expect(planned.attemptLimit == 7)
    }

    @Test(
        arguments: [
            (
                "stage: later",
                "5:8: operations.x.stage: found 'later'; expected launch or background"
            ),
            (
                "priority: urgent",
                "5:11: operations.x.priority: found 'urgent'; expected low, normal, high or a whole "
                    + "number from -128 to 127"
            ),
            (
                "priority: 128",
                "5:11: operations.x.priority: found '128'; expected low, normal, high or a whole number "
                    + "from -128 to 127"
            ),
            (
                "locks: database",
                "5:8: operations.x.locks: found 'database'; expected a list of locks, such as "
                    + "[database]"
            ),
            ("locks: [a, a]", "5:12: operations.x.locks[1]: 'a' is listed twice; remove one"),
            (
                "locks: [a b]",
                "5:9: operations.x.locks[0]: found 'a b'; expected letters, digits, '_', '.' and '-', a "
                    + "letter or digit first, at most 64 characters"
            ),
            (
                "retry: often",
                "5:8: operations.x.retry: found 'often'; expected a mapping with attempts or a whole "
                    + "number from 1 to 65536"
            ),
            (
                "retry: 0",
                "5:8: operations.x.retry: found '0'; expected a mapping with attempts or a whole number "
                    + "from 1 to 65536"
            ),
            (
                "retry: { initial: 1s }",
                "5:1: operations.x.retry: has no attempts; add attempts: 5"
            ),
            (
                "retry: { attempts: 2, jitter: 2 }",
                "5:31: operations.x.retry.jitter: found '2'; expected a number from 0 to 1, such as 0.5 "
                    + "or 1"
            ),
            (
                "retry: { attempts: 2, factor: half }",
                "5:31: operations.x.retry.factor: found 'half'; expected a number from 1 to 1000, such "
                    + "as 0.5 or 1"
            ),
            (
                "retry: { attempts: 2, initial: 2s, maximum: 1s }",
                "5:45: operations.x.retry.maximum: is shorter than initial, 2s; write at least "
                    + "that, or a shorter initial"
            ),
            (
                "timeout: 3s\nretry: { attempts: 2, budget: 2s }",
                "6:31: operations.x.retry.budget: is shorter than the timeout of one attempt, 3s; write "
                    + "at least that, or a shorter timeout"
            ),
            (
                "fallback: guest",
                "5:11: operations.x.fallback: found 'guest'; expected a mapping"
            ),
            (
                "fallback: {}",
                "5:1: operations.x.fallback: has no value; add the value that stands in, such as value: "
                    + "{}"
            ),
            (
                "fallback: { cached: 7d }",
                "5:1: operations.x.fallback: keeps the last good value, which is for http, exec and flags; "
                    + "remove cached"
            ),
            (
                "success: [3]",
                "5:1: operations.x.success: is for exec: the exit statuses that count as success; remove "
                    + "it"
            ),
        ]
    )
    func saysWhatIsWrong(lines: String, expected: String) {
        #expect(faults(operation("sleep: 1s\n" + lines)) == ["test.yaml:" + shifted(expected)])
    }

    /// A place in lines that are indented by four blanks.
    private func shifted(_ fault: String) -> String {
        let parts = fault.split(separator: ":", maxSplits: 2)
        return "\(parts[0]):\((Int(parts[1]) ?? 0) + 4):\(parts[2])"
    }

    @Test(
        arguments: [
            (
                "success: 3",
                "5:14: operations.x.success: found '3'; expected a list of exit statuses, such as [0, 3]"
            ),
            (
                "success: []",
                "5:14: operations.x.success: is an empty list; expected a list of exit statuses, such as "
                    + "[0, 3]"
            ),
            (
                "success: [256]",
                "5:15: operations.x.success[0]: found '256'; expected a whole number from 0 to 255"
            ),
            ("success: [3, 3]", "5:18: operations.x.success[1]: '3' is listed twice; remove one"),
        ]
    )
    func saysWhatIsWrongWithSuccess(lines: String, expected: String) {
        #expect(faults(operation("exec: [a]\n" + lines)) == ["test.yaml:" + expected])
    }

    @Test func theLaunchDoesNotDependOnTheBackground() {
        #expect(
            faults(
                """
                name: a
                operations:
                  a: { sleep: 1s, stage: background }
                  b: { sleep: 1s, requires: [a] }
                """
            ) == [
                "test.yaml:4:30: operations.b.requires: 'b' is part of the launch but depends on 'a', "
                    + "which starts once the launch is ready; write stage: background for 'b', or remove "
                    + "it from 'a'"
            ]
        )
    }
}
