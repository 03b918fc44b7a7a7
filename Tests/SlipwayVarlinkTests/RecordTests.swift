import SlipwayJSON
import SlipwayVarlink
import Testing

struct RecordTests {
    private enum Wait: String, CaseIterable { case accepted, running, done }

    private struct Flag: NamedRecord, Hashable {
        static var declaration: Declaration { Declaration("Flag", "A flag") }
        static let blank = Flag(flag: false)

        var flag: Bool

        mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("Whether it is set")
            try fields.required("flag", &flag, .flag)
        }
    }

    private struct Sample: Record, Hashable {
        static let blank = Sample()

        var kind = ""
        var wait: Wait?
        var limit: Int?
        var tags: [String] = []
        var inner: [Flag] = []

        mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("The kind")
            try fields.required("kind", &kind, .text)
            fields.say("The state to wait for")
            try fields.optional("wait", &wait, .oneOf(Wait.self))
            fields.say("At most so many")
            try fields.optional("limit", &limit, .count)
            fields.say("Words")
            try fields.defaulted("tags", &tags, .list(.text))
            fields.say("Flags")
            try fields.defaulted("inner", &inner, .list(.record(Flag.self)))
        }
    }

    @Test func readsRequiredAndOptionalFields() throws {
        #expect(
            try Sample(whole: ["kind": "open", "wait": "done", "limit": 3, "tags": ["a"]])
                == Sample(kind: "open", wait: .done, limit: 3, tags: ["a"], inner: [])
        )
        let object: JSONObject = ["inner": [["flag": true, "more": 1]], "kind": ""]
        #expect(try Sample(whole: object).inner == [Flag(flag: true)])
    }

    @Test func nullIsTheSameAsAbsent() throws {
        #expect(try Sample(whole: ["kind": "open", "wait": nil, "limit": nil]).wait == nil)
        #expect(throws: JSONFieldError.self) { try Sample(whole: ["kind": nil]) }
    }

    @Test func writesWhatItReads() throws {
        let object: JSONObject = [
            "kind": "open", "wait": "done", "tags": ["a"], "inner": [["flag": true]],
        ]
        #expect(try Sample(whole: object).object() == object)
    }

    @Test func isDescribedWithTheTypesThatItNames() {
        var interface = InterfaceText()
        interface.addMethod(
            Declaration("Try", "Tries it"),
            Sample.self,
            Flag.self,
            streams: true
        )
        #expect(
            interface.text("org.example.test", "For tests") == """
                # For tests
                interface org.example.test

                # A flag
                type Flag (
                  # Whether it is set
                  flag: bool
                )

                # Tries it
                # [Supports 'more' flag]
                method Try(
                  # The kind
                  kind: string,
                  # The state to wait for
                  wait: ?(accepted, running, done),
                  # At most so many
                  limit: ?int,
                  # Words
                  tags: ?[]string,
                  # Flags
                  inner: ?[]Flag
                ) -> (
                  # Whether it is set
                  flag: bool
                )

                """
        )
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
        let error = #expect(throws: JSONFieldError.self) { try Sample(whole: object) }
        #expect(error?.field == field)
        #expect(error?.description == words)
    }
}
