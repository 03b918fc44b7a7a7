import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import Testing

/// Key `when`: what it reads, says and decides.
struct ConditionTests {
    @Test(
        arguments: [
            ("{ env: STORE }", "env STORE is set"),
            ("{ env: STORE, equals: on }", #"env STORE equals "on""#),
            ("{ exists: \"/run/${env.A}\" }", "exists /run/${env.A}"),
            (
                "{ value: \"${operations.a.value.plan}\", equals: pro }",
                #"value ${operations.a.value.plan} equals "pro""#
            ),
            (
                "{ value: \"${operations.a.value}\", equals: { b: [1, ~] } }",
                #"value ${operations.a.value} equals {"b":[1,null]}"#
            ),
            (
                "{ value: \"-${operations.a.value}\", equals: 5 }",
                #"value -${operations.a.value} equals "5""#
            ),
            ("{ not: { env: A } }", "not env A is set"),
            ("{ all: [{ env: A }, { env: B }] }", "(env A is set and env B is set)"),
            (
                "{ any: [{ not: { env: A } }, { exists: /b }] }",
                "(not env A is set or exists /b)"
            ),
            ("{ any: [{ env: A }] }", "env A is set"),
        ]
    )
    func itsWordsReadLikeTheFile(text: String, expected: String) throws {
        let configured = try ConfiguredGraph(
            parsing: .test(
                """
                name: test
                operations:
                  a: { exec: { command: [a], output: json } }
                  x: { sleep: 1s, when: \(text) }
                """
            )
        )
        #expect(configured.graph.plan.operations[1].condition == expected)
    }

    @Test func theOperationsThatItNamesAreRequired() throws {
        let configuration = try read(
            """
            name: test
            operations:
              a: { exec: { command: [a], output: json } }
              b: { exec: { command: [b], output: text } }
              x:
                requires: [a]
                sleep: 1s
                when: { any: [{ value: "${operations.a.value}", equals: 1 },
                    { not: { exists: "/${operations.b.value}" } }] }
            """
        )
        #expect(configuration.operations[2].requires.map(\.name) == ["a", "b"])
    }

    @Test(
        arguments: [
            ("{ env: SET }", true), ("{ env: EMPTY }", false), ("{ env: UNSET }", false),
            ("{ env: SET, equals: on }", true), ("{ env: SET, equals: off }", false),
            ("{ env: EMPTY, equals: \"\" }", true), ("{ env: UNSET, equals: \"\" }", false),
            ("{ env: N, equals: 5 }", true),
            ("{ exists: /there }", true), ("{ exists: /nowhere }", false),
            ("{ value: \"${operations.a.value.plan}\", equals: pro }", true),
            ("{ value: \"${operations.a.value.plan}\", equals: [pro] }", false),
            ("{ value: \"${operations.a.value.n}\", equals: 1.0 }", true),
            ("{ value: \"${operations.a.value.n}\", equals: \"1\" }", false),
            ("{ value: \"n${operations.a.value.n}\", equals: n1 }", true),
            ("{ value: \"${operations.a.value.list.0}\", equals: true }", true),
            // A missing part is null, in any depth.
            ("{ value: \"${operations.a.value.plan.x.y}\", equals: ~ }", true),
            ("{ value: \"${operations.a.value.plna}\", equals: pro }", false),
            ("{ value: \"${env.N}\", equals: 5 }", true),
            ("{ not: { env: SET } }", false),
            ("{ all: [{ env: SET }, { env: N }] }", true),
            ("{ all: [{ env: SET }, { env: UNSET }] }", false),
            ("{ any: [{ env: UNSET }, { env: SET }] }", true),
            ("{ any: [{ env: UNSET }, { env: EMPTY }] }", false),
        ]
    )
    func holdsOrNot(text: String, expected: Bool) async throws {
        let recorder = Recorder(
            values: ["a": ["plan": "pro", "n": 1, "list": [true]]],
            paths: ["/there"]
        )
        let report = try await recorder.launch(
            """
            name: test
            operations:
              a: { exec: { command: [a], output: json } }
              x: { exec: [x], when: \(text) }
            """,
            environment: ["SET": "on", "EMPTY": "", "N": "5"]
        )
        #expect(report["x"]?.outcome?.word == (expected ? "succeeded" : "skipped"))
        #expect(recorder.calls.contains("x") == expected)
    }

    @Test func anOperationWhoseConditionDoesNotHoldIsSkipped() async throws {
        let recorder = Recorder(values: ["user": ["plan": "pro"]], paths: ["/there"])
        let report = try await recorder.launch(
            """
            name: test
            operations:
              user: { exec: { command: [user], output: json } }
              pro:
                when: { value: "${operations.user.value.plan}", equals: pro }
                exec: [pro]
              free:
                after: [pro]
                when: { not: { value: "${operations.user.value.plan}", equals: pro } }
                exec: { command: [free], output: text }
                fallback: { value: none }
              file: { after: [free], when: { exists: /there }, exec: [file] }
              last: { requires: [file], exec: [last, "${operations.free.value}"] }
              env: { after: [last], when: { env: ON, equals: "1" }, exec: [env] }
            """,
            environment: ["ON": "1"]
        )
        #expect(
            recorder.calls == ["user", "pro", "exists /there", "file", "last none", "env"]
        )
        #expect(report.phase != .failed)
    }

    @Test(
        arguments: [
            (
                "{}",
                "5:5: operations.x.when: asks nothing; add one of env, exists, value, flag, not, all or any"
            ),
            (
                "{ env: A, exists: /b }",
                "5:21: operations.x.when.exists: 'exists' is a second condition beside 'env'; put both "
                    + "under all or any"
            ),
            (
                "{ env: A-B }",
                "5:18: operations.x.when.env: found 'A-B'; expected a variable's name: letters, digits "
                    + "and '_', no digit first"
            ),
            (
                "{ env: A, equals: [b] }",
                "5:29: operations.x.when.equals: found a list; expected text"
            ),
            (
                "{ exists: run }",
                "5:21: operations.x.when.exists: found 'run'; expected an absolute path"
            ),
            (
                "{ exists: /a, equals: b }",
                "5:25: operations.x.when.equals: goes with env, value or flag; remove it"
            ),
            (
                "{ value: a }",
                "5:13: operations.x.when.value: has nothing to be compared with; add equals beside it"
            ),
            (
                "{ value: \"${launch.id}\", equals: [a] }",
                "5:44: operations.x.when.equals: found a list; expected text; only a single "
                    + "${operations.NAME.value} is compared as JSON"
            ),
            (
                "{ value: \"${payload.a}\", equals: a }",
                "5:21: operations.x.when.value: '${payload.a}' is for launch actions; an operation has "
                    + "no payload"
            ),
            ("{ not: 5 }", "5:18: operations.x.when.not: found '5'; expected a mapping"),
            (
                "{ all: { env: A } }",
                "5:18: operations.x.when.all: found a mapping; expected a list of conditions, such as "
                    + "[{ env: STORE }]"
            ),
            (
                "{ any: [] }",
                "5:18: operations.x.when.any: is an empty list; expected a list of conditions, such as "
                    + "[{ env: STORE }]"
            ),
            (
                "{ any: [{ evn: A }, { env: A }] }",
                "5:21: operations.x.when.any[0].evn: unknown key; did you mean 'env'?"
            ),
        ]
    )
    func saysWhatIsWrong(text: String, expected: String) {
        let found = faults(operation("sleep: 1s\nwhen: \(text)"))
        #expect(found == ["test.yaml:" + expected])
    }

    @Test(arguments: [(16, true), (17, false), (25, false)])
    func isNestedAtMostSixteenDeep(depth: Int, isAccepted: Bool) {
        let text =
            String(repeating: "{ not: ", count: depth - 1) + "{ env: A }"
            + String(repeating: " }", count: depth - 1)
        let found = faults(operation("sleep: 1s\nwhen: \(text)"))
        let place = "operations.x.when" + String(repeating: ".not", count: 16)
        let reason = "is nested deeper than 16 levels; write it with fewer"
        #expect(found == (isAccepted ? [] : ["test.yaml:5:123: \(place): \(reason)"]))
    }

    @Test(
        arguments: [
            (
                "a: { when: { env: A }, exec: { command: [a], output: text } }",
                "it runs only if env A is set; give it a fallback with a value, or remove the reference"
            ),
            (
                "a: { when: { env: A }, exec: { command: [a], output: text }, fallback: { cached: 1d } }",
                "it runs only if env A is set; give it a fallback with a value, or remove the reference"
            ),
            (
                """
                g:
                    when: { env: A }
                    group: { operations: { a: { exec: { command: [a], output: text } } } }
                """,
                "it is in group 'g', which runs only if env A is set; refer to 'a' only in 'g', or "
                    + "remove the reference"
            ),
            (
                """
                a:
                    when: { env: A }
                    group: { operations: { b: { exec: { command: [a], output: text } } }, value: b }
                """,
                "it runs only if env A is set; remove the condition or the reference"
            ),
            (
                """
                a:
                    group:
                      value: b
                      operations: { b: { when: { env: A }, exec: { command: [a], output: text } } }
                """,
                "its value is that of 'b', which runs only if env A is set; give 'b' a fallback "
                    + "with a value, or remove the reference"
            ),
        ]
    )
    func aValueThatMayNotBeThereCannotBeRead(declaration: String, expected: String) {
        let found = faults(
            """
            name: test
            operations:
              x: { exec: [x, "${operations.a.value}"] }
              \(declaration)
            """
        )
        let place = "test.yaml:3:19: operations.x.exec[1]"
        #expect(found == ["\(place): 'a' may have no value: \(expected)"])
    }

    @Test func whatIsSkippedTogetherCanBeRead() {
        #expect(
            faults(
                """
                name: test
                operations:
                  g:
                    when: { env: A }
                    group:
                      operations:
                        a: { exec: { command: [a], output: text } }
                        b: { exec: [b, "${operations.a.value}"] }
                  own:
                    when: { env: A }
                    exec: { command: [own], output: text }
                    stop: [undo, "${operations.own.value}"]
                """
            ) == []
        )
    }
}
