import SlipwayJSON
import Testing

@testable import SlipwayConfiguration

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

    @Test func acceptsOnlyTheEmptyObjectWithoutParameters() throws {
        try PayloadSchema().validate([:])
        #expect(throws: PayloadFault(key: "a", reason: "is not a parameter; this action has none"))
        {
            try PayloadSchema().validate(["a": 1])
        }
    }
}
