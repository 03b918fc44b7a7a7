import SlipwayJSON
import Testing

struct JSONFieldsTests {
    private enum Wait: String, CaseIterable { case accepted, running, done }

    private struct Sample: Hashable {
        var kind: String
        var wait: Wait?
        var limit: Int?
        var tags: [String]
        var inner: [Bool]
    }

    private func read(_ object: JSONObject) throws(JSONFieldError) -> Sample {
        try JSONFields.readAll(object) { fields throws(JSONFieldError) in
            Sample(
                kind: try fields.required("kind", .string),
                wait: try fields.optional("wait", .oneOf(Wait.self)),
                limit: try fields.optional("limit", .count),
                tags: try fields.optional("tags", .array(of: .string)) ?? [],
                inner: try fields.optional(
                    "inner",
                    .array(
                        of: .record { fields throws(JSONFieldError) in
                            try fields.required("flag", .bool)
                        }
                    )
                ) ?? []
            )
        }
    }

    @Test func readsRequiredAndOptionalFields() throws {
        #expect(
            try read(["kind": "open", "wait": "done", "limit": 3, "tags": ["a"]])
                == Sample(kind: "open", wait: .done, limit: 3, tags: ["a"], inner: [])
        )
        #expect(try read(["inner": [["flag": true, "more": 1]], "kind": ""]).inner == [true])
    }

    @Test func nullIsTheSameAsAbsent() throws {
        #expect(try read(["kind": "open", "wait": nil, "limit": nil]).wait == nil)
        #expect(throws: JSONFieldError.self) { try read(["kind": nil]) }
    }

    @Test(
        arguments: [
            ([:], "kind", "cannot read 'kind': it is missing; expected a string"),
            (["kind": 7], "kind", "cannot read 'kind': it is integer; expected a string"),
            (
                ["kind": "a", "wait": "soon"], "wait",
                "cannot read 'wait': it is 'soon'; expected one of 'accepted', 'running', 'done'"
            ),
            (
                ["kind": "a", "limit": -1], "limit",
                "cannot read 'limit': it is integer; expected an integer from 0 on"
            ),
            (
                ["kind": "a", "tags": ["b", 2]], "tags",
                "cannot read 'tags[1]': it is integer; expected a string"
            ),
            (
                ["kind": "a", "tags": [:]], "tags",
                "cannot read 'tags': it is object; expected an array"
            ),
            (
                ["kind": "a", "inner": [["flag": true], ["flag": "no"]]], "inner",
                "cannot read 'inner[1].flag': it is 'no'; expected true or false"
            ),
            (
                ["kind": "a", "knd": 1], "knd",
                "cannot read 'knd': no field has that name; remove it or correct it"
            ),
        ] as [(JSONObject, String, String)]
    )
    func namesTheFieldAtFault(object: JSONObject, field: String, words: String) {
        let error = #expect(throws: JSONFieldError.self) { try read(object) }
        #expect(error?.field == field)
        #expect(error?.description == words)
    }
}
