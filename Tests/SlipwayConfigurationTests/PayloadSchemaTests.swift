import SlipwayConfiguration
import SlipwayJSON
import Testing

struct PayloadSchemaTests {
    private static let schema = PayloadSchema(parameters: [
        .init(name: "url", isRequired: true, format: .uri, maximumLength: 20),
        .init(name: "count", type: .integer),
        .init(name: "ratio", type: .number),
        .init(name: "force", type: .boolean),
        .init(name: "options", type: .object),
        .init(name: "tags", type: .array),
        .init(name: "mode", values: ["fast", "slow"]),
    ])

    /// `é` in one character, and as `e` with an accent behind it; the sign of Kelvin, which Swift takes for a `K`.
    @Test func textsAndNamesAreComparedAsBytes() throws {
        let schema = PayloadSchema(parameters: [
            .init(name: "kind", isRequired: true, values: ["caf\u{E9}"]), .init(name: "K"),
        ])
        try schema.validate(["kind": "caf\u{E9}", "K": "a"])
        #expect(throws: PayloadFault.self) { try schema.validate(["kind": "cafe\u{301}"]) }
        #expect(throws: PayloadFault.self) {
            try schema.validate(["kind": "caf\u{E9}", "\u{212A}": "a"])
        }
    }

    @Test(
        arguments: [
            ["url": "a:b"],
            ["url": "https://x/ä?q=1#f", "count": 1, "ratio": 1, "force": false],
            ["url": "a:b", "count": 2.0, "ratio": 2.5, "options": [:], "tags": [], "mode": "slow"],
        ] as [JSON]
    )
    func acceptsWhatItDescribes(payload: JSON) throws {
        try Self.schema.validate(payload)
    }

    @Test(
        arguments: [
            ([], "payload: is an array; expected an object"),
            (nil, "payload: is null; expected an object"),
            ([:], "payload.url: is missing; expected a string"),
            (["url": nil], "payload.url: is null; expected a string"),
            (["url": 5], "payload.url: is an integer; expected a string"),
            (
                ["url": "x"],
                "payload.url: is not a URI; expected a scheme, ':' and more, without spaces"
            ),
            (
                ["url": "a:b c"],
                "payload.url: is not a URI; expected a scheme, ':' and more, without spaces"
            ),
            (
                ["url": "a:\n"],
                "payload.url: is not a URI; expected a scheme, ':' and more, without spaces"
            ),
            (
                ["url": "1a:b"],
                "payload.url: is not a URI; expected a scheme, ':' and more, without spaces"
            ),
            (
                ["url": "abc:"],
                "payload.url: is not a URI; expected a scheme, ':' and more, without spaces"
            ),
            (
                ["url": ":b"],
                "payload.url: is not a URI; expected a scheme, ':' and more, without spaces"
            ),
            (
                ["url": "a:3456789012345678901"],
                "payload.url: has 21 characters; at most 20 are accepted"
            ),
            (["url": "a:b", "count": 1.5], "payload.count: is a number; expected an integer"),
            (["url": "a:b", "count": "1"], "payload.count: is a string; expected an integer"),
            (["url": "a:b", "force": 1], "payload.force: is an integer; expected a boolean"),
            (["url": "a:b", "options": []], "payload.options: is an array; expected an object"),
            (
                ["url": "a:b", "mode": "medium"],
                #"payload.mode: is not one of its values; expected "fast" or "slow""#
            ),
            (["urk": "a:b"], "payload.urk: is not a parameter; did you mean 'url'?"),
            (
                ["zzzzzz": 1],
                "payload.zzzzzz: is not a parameter; accepted are url, count, ratio, force, options, "
                    + "tags or mode"
            ),
        ] as [(JSON, String)]
    )
    func saysWhyItRefuses(payload: JSON, expected: String) {
        let fault = #expect(throws: PayloadFault.self) { try Self.schema.validate(payload) }
        #expect(fault?.description == expected)
    }

    @Test(
        arguments: [
            ("type: integer, minimum: 1, maximum: 9", [1, 9, 2.0], nil),
            (
                "type: integer, minimum: 1, maximum: 9", [0, -5],
                "is too small; at least 1 is accepted"
            ),
            ("type: integer, minimum: 1, maximum: 9", [10], "is too large; at most 9 is accepted"),
            ("type: number, minimum: 0.5", [0.5, 1], nil),
            ("type: number, minimum: 0.5", [0.4, 0], "is too small; at least 0.5 is accepted"),
            (
                "type: integer, maximum: 9007199254740992", [9_007_199_254_740_993],
                "is too large; at most 9007199254740992 is accepted"
            ),
            ("pattern: '^[a-z]+$'", ["a", "abc"], nil),
            (
                "pattern: '^[a-z]+$'", ["", "aB", "a\nb", "a\u{0}b"],
                "does not match its pattern; expected '^[a-z]+$'"
            ),
            ("pattern: '[0-9]{3}'", ["x123", "1234"], nil),
            ("pattern: '^.{3}$'", ["äöü", "日本語", "abc"], nil),
            ("pattern: '^(a|b)*\\.c$'", ["abab.c"], nil),
        ] as [(String, [JSON], String?)]
    )
    func boundsAndPatternsHold(parameter: String, values: [JSON], reason: String?) throws {
        let text = action("sleep: 1s\nparameters: { a: { \(parameter) } }")
        let schema = try read(text).actions[0].parameters
        for value in values {
            var fault: PayloadFault?
            do throws(PayloadFault) { try schema.validate(["a": value]) } catch { fault = error }
            #expect(fault?.reason == reason, "\(value.compact)")
        }
    }

    /// Whatever a sender sends, it is decided soon.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: ["(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*x){12}y", "(x|xx|xxx)*y"]
    )
    func noTextHangs(pattern: String) throws {
        let pattern = try TextPattern(pattern)
        #expect(pattern.matches(String(repeating: "x", count: TextPattern.limit)) == false)
        #expect(pattern.matches(String(repeating: "x", count: TextPattern.limit + 1)) == nil)
    }

    @Test func whatIsLeftOutHasItsDefault() throws {
        let text = action(
            """
            exec: [/bin/echo, "${payload.size}", "${payload.on}", "${payload.list}"]
            parameters:
              size: { default: 5 }
              on: { type: boolean, default: true }
              list: { type: array, default: [1, a] }
              other: {}
            """
        )
        let schema = try read(text).actions[0].parameters
        try schema.validate([:])
        #expect(schema.normalized([:]) == ["size": "5", "on": true, "list": [1, "a"]])
        #expect(schema.normalized(["size": "7"])["size"] == "7")
    }

    @Test func acceptsOnlyTheEmptyObjectWithoutParameters() throws {
        try PayloadSchema().validate([:])
        let fault = #expect(throws: PayloadFault.self) {
            try PayloadSchema().validate(["a": 1])
        }
        #expect(fault?.key == "a")
        #expect(fault?.reason == "is not a parameter; this action has none")
    }
}
