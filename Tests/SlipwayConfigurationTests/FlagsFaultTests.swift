import Testing

/// The faults of `flags`, and of conditions that ask for one.
struct FlagsFaultTests {
    private static let context = "context: { targetingKey: a }"

    @Test(
        arguments: [
            (
                "flags: { \(context) }",
                "4:5: operations.x.flags: has no url; add url: \"http://localhost:8016\""
            ),
            (
                "flags: { url: 'http://a' }",
                "4:5: operations.x.flags: has no context; add context: { targetingKey: ID }"
            ),
            (
                "flags: { url: 'http://a', context: { plan: pro } }",
                "4:31: operations.x.flags.context: has no targetingKey, which says for whom flags are; "
                    + "add it"
            ),
            (
                "flags: { url: 'http://a', context: { targetingKey: ~ } }",
                "4:31: operations.x.flags.context: has no targetingKey, which says for whom flags are; "
                    + "add it"
            ),
            (
                "flags: { url: 'http://a', context: { targetingKey: [1] } }",
                "4:56: operations.x.flags.context.targetingKey: found a list; expected text"
            ),
            (
                "flags: { url: 'http://a', context: { targetingKey: '${credential.a}' } }",
                "4:57: operations.x.flags.context.targetingKey: '${credential.a}': kept flags belong to "
                    + "their context, and no part of a secret is kept; a credential may be in environment "
                    + "and stdin of exec, headers and body of http, and content of write"
            ),
            (
                "flags: { url: 'http://a?x=1', \(context) }",
                "4:19: operations.x.flags.url: has a query; write only what comes before /ofrep"
            ),
            (
                "flags: { url: 'http://a/ofrep/v1', \(context) }",
                "4:19: operations.x.flags.url: goes on behind /ofrep; write only what comes before it"
            ),
            (
                "flags: { url: 'http://a', \(context), cache: network-first }",
                "4:61: operations.x.flags.cache: says when kept flags are used, but none are kept; "
                    + "add fallback: { cached: 30d } to the operation, or remove cache"
            ),
            (
                "flags: { url: 'http://a', \(context), cache: disabled }\nfallback: { cached: 1d }",
                "4:68: operations.x.flags.cache: found 'disabled'; expected network-first or "
                    + "local-cache-first"
            ),
            (
                "flags: { url: 'http://a', \(context), poll: 99ms }",
                "4:67: operations.x.flags.poll: found '99ms'; expected a duration that is at least 100ms"
            ),
            (
                "flags: { url: 'http://a', \(context), changed: toggled }",
                "4:70: operations.x.flags.changed: no launch action is named 'toggled'; declare it under "
                    + "actions"
            ),
            (
                "sleep: 1s\nwhen: { flag: a }",
                "5:19: operations.x.when.flag: no operation gives flags; add one with flags, or write of: "
                    + "NAME beside it"
            ),
            (
                "sleep: 1s\nwhen: { flag: '', of: x }",
                "5:19: operations.x.when.flag: found empty text; expected the key of a flag"
            ),
            (
                "sleep: 1s\nwhen: { env: A, of: x }",
                "5:21: operations.x.when.of: goes with flag; remove it"
            ),
        ]
    )
    func ofAnOperation(lines: String, expected: String) {
        #expect(faults(operation(lines)) == ["test.yaml:\(expected)"])
    }

    @Test func ofAFlagThatSeveralMayGive() {
        let found = faults(
            """
            name: a
            operations:
              one: { flags: { url: "http://a", \(Self.context) } }
              all: { group: { operations: { two: { flags: { url: "http://a", \(Self.context) } } } } }
              x: { sleep: 1s, when: { flag: a } }
              y: { sleep: 1s, when: { flag: a, of: thre } }
            """
        )
        #expect(
            found == [
                "test.yaml:5:33: operations.x.when.flag: 'one' or 'two' may give it; write of: NAME "
                    + "beside it",
                "test.yaml:6:40: operations.y.when.of: 'y' depends on 'thre', which no operation declares; "
                    + "declare it or correct the name",
            ]
        )
    }

    @Test func ofAKindOfActionThatNeedsMore() {
        let found = faults(
            """
            name: a
            operations:
              x: { flags: { url: "http://a", \(Self.context), changed: toggled } }
            actions:
              toggled: { parameters: { flag: { required: true }, who: { required: true } }, sleep: 1s }
            """
        )
        #expect(
            found == [
                "test.yaml:3:73: operations.x.flags.changed: 'toggled' requires the parameter 'who', and a "
                    + "change has only flag, value, previous; name another kind, or do not require it"
            ]
        )
    }
}
