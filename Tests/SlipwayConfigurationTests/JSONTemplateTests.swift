import SlipwayConfiguration
import SlipwayJSON
import Testing

/// A value that is put into JSON is written as JSON.
struct JSONTemplateTests {
    private static let payload: JSON = [
        "v": "x\",\"admin\":true,\"y\":\"", "n": 5, "o": ["a": "\""], "z": "a\u{0}b",
        "nothing": nil,
    ]

    private func rendered(_ template: Template) throws -> String {
        try template.render(TemplateValues(payload: Self.payload, launchID: "l"))
    }

    @Test(
        arguments: [
            (#"{"item":"${payload.v}"}"#, #"{"item":"x\",\"admin\":true,\"y\":\""}"#),
            (#"{"item":${payload.v}}"#, #"{"item":"x\",\"admin\":true,\"y\":\""}"#),
            (
                #"{"n":${payload.n},"o":${payload.o},"s":"n=${payload.n}","z":${payload.nothing}}"#,
                #"{"n":5,"o":{"a":"\""},"s":"n=5","z":null}"#
            ),
            (#"{"o":"${payload.o}"}"#, #"{"o":"{\"a\":\"\\\"\"}"}"#),
            (
                #"{"a\"${launch.id}":"\\${payload.v}"}"#,
                #"{"a\"l":"\\x\",\"admin\":true,\"y\":\""}"#
            ),
            (#"{"z":"${payload.z}"}"#, #"{"z":"a\u0000b"}"#),
        ]
    )
    func noValueLeavesItsPlace(text: String, expected: String) throws {
        let template = Template(text)
        for template in [template.asBody, template.asText] {
            let text = try rendered(template)
            #expect(text == expected)
            #expect(throws: Never.self) { try JSON(parsing: text) }
        }
    }

    /// Only what is a document of JSON is one.
    @Test(
        arguments: [
            ("${payload.n}", "5"), ("[${launch.id}]", "[l]"), ("{${payload.n}}", "{5}"),
            ("n: ${payload.n}", "n: 5"), ("{\"a\": ${payload.n}", "{\"a\": 5"),
        ]
    )
    func otherTextIsFilledInAsItIs(text: String, expected: String) throws {
        #expect(try rendered(Template(text).asText) == expected)
    }

    @Test func aListIsADocumentInABody() throws {
        #expect(try rendered(Template("[${launch.id}]").asBody) == #"["l"]"#)
        #expect(try rendered(Template(#"["${payload.v}"]"#).asText).hasPrefix(#"["x\","#))
    }

    @Test func aBodyThatItsTypeCallsJSONHasToBeThat() {
        let lines = """
            http:
              url: https://a/
              headers: { content-type: "application/json; charset=utf-8" }
              body: "item=${payload.u}"
            parameters: { u: { required: true } }
            """
        #expect(
            faults(action(lines)) == [
                "test.yaml:7:13: actions.x.http.body: is no JSON, as its Content-Type says it is; write a "
                    + "document in which each ${…} is a value or a part of a string"
            ]
        )
        let whole = lines.replacing("item=${payload.u}", with: "${payload.u}")
        #expect(faults(action(whole)) == [])
    }
}
