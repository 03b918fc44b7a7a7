import SlipwayJSON
import Testing

@testable import SlipwayConfiguration

struct TemplateTests {
    @Test(
        arguments: [
            ("", []),
            ("plain", [.literal("plain")]),
            ("a$b $5 $", [.literal("a$b $5 $")]),
            ("$$", [.literal("$")]),
            ("$${env.A}", [.literal("${env.A}")]),
            ("$$${env.A}", [.literal("$"), .reference(.environment("A"))]),
            ("a${launch.id}b", [.literal("a"), .reference(.launchID), .literal("b")]),
            ("${action.id}", [.reference(.action(.id))]),
            ("${action.attempt}", [.reference(.action(.attempt))]),
            ("${action.key}", [.reference(.action(.key))]),
            ("${payload}", [.reference(.payload(path: []))]),
            ("${payload.a.0}", [.reference(.payload(path: ["a", "0"]))]),
            ("${operations.a-b.value}", [.reference(.operation("a-b", path: []))]),
            ("${operations.a.value.b.c}", [.reference(.operation("a", path: ["b", "c"]))]),
            (
                "${env.A}${env.B_2}",
                [.reference(.environment("A")), .reference(.environment("B_2"))]
            ),
        ] as [(String, [Template.Segment])]
    )
    func readsReferences(text: String, segments: [Template.Segment]) {
        let parser = TemplateParser(text)
        #expect(parser.template.segments == segments)
        #expect(parser.faults == [])
    }

    @Test(
        arguments: [
            ("a${", 1, "'${' is not closed; add '}', or write '$${' for the text itself"),
            ("é${env.A", 1, "'${' is not closed; add '}', or write '$${' for the text itself"),
            (
                "${}", 0,
                "'${}' is empty; write operations.NAME.value, payload.NAME, env.NAME, "
                    + "credential.NAME, launch.id or action.id"
            ),
            (
                "${payload..a}", 0,
                "'${payload..a}' has nothing between two dots or at its end; complete it"
            ),
            (
                "${env.A.B}", 0,
                "'${env.A.B}' refers to nothing; write ${env.NAME}, a variable's name"
            ),
            ("${env.1}", 0, "'${env.1}' refers to nothing; write ${env.NAME}, a variable's name"),
            (
                "${operation.a.value}", 0,
                "'${operation.a.value}' refers to nothing; did you mean 'operations'?"
            ),
            (
                "${operations.a}", 0,
                "'${operations.a}' refers to nothing; write ${operations.NAME.value} or "
                    + "${operations.NAME.value.KEY}"
            ),
            (
                "${HOME}", 0,
                "'${HOME}' refers to nothing; write ${env.HOME}, or '$${' for the text itself"
            ),
            (
                "${home}", 0,
                "'${home}' refers to nothing; write operations.NAME.value, payload.NAME, env.NAME, "
                    + "credential.NAME, launch.id or action.id, or '$${' for the text itself"
            ),
            (
                "${launch.name}", 0,
                "'${launch.name}' refers to nothing; a launch has only ${launch.id}"
            ),
            (
                "${action.payload}", 0,
                "'${action.payload}' refers to nothing; an action has only ${action.id}, "
                    + "${action.attempt}, ${action.key}"
            ),
            (
                "ab ${credential.token/key}", 3,
                "'${credential.token/key}' refers to nothing; a credential has the name of a file: at most "
                    + "255 characters of ASCII, no '/' and no ':'"
            ),
        ]
    )
    func saysWhyAReferenceMeansNothing(text: String, offset: Int, reason: String) {
        #expect(
            TemplateParser(text).faults == [TemplateSyntaxFault(offset: offset, reason: reason)]
        )
    }

    @Test func reportsEveryFaultOfAText() {
        #expect(TemplateParser("${a} ${} ${env.OK} ${").faults.map(\.offset) == [0, 5, 19])
    }

    private static let values = TemplateValues(
        operations: [
            "user": [
                "id": 7, "name": "Zoë $HOME ${env.A} $(id) \"'", "score": 1.5, "admin": true,
                "tags": ["a", ["b": 1]], "none": nil,
            ]
        ],
        payload: ["url": "https://x/y"],
        environment: ["A": "a", "EMPTY": "", "BAD": "a\0b"],
        launchID: "launch-1"
    )

    @Test(
        arguments: [
            ("${operations.user.value.id}", "7"),
            ("${operations.user.value.name}", "Zoë $HOME ${env.A} $(id) \"'"),
            ("${operations.user.value.score}/${operations.user.value.admin}", "1.5/true"),
            ("${operations.user.value.tags}", #"["a",{"b":1}]"#),
            ("${operations.user.value.tags.1.b}", "1"),
            ("${payload}", #"{"url":"https://x/y"}"#),
            ("[${payload.url}]", "[https://x/y]"),
            ("${env.A}${env.EMPTY}", "a"),
            ("${launch.id}", "launch-1"),
            ("$$ $ 5", "$ $ 5"),
        ]
    )
    func fillsInValuesOnceAndAsTheyAre(text: String, expected: String) throws {
        #expect(try TemplateParser(text).template.render(Self.values) == expected)
    }

    @Test(
        arguments: [
            (
                "${operations.user.value.mail}",
                "cannot fill in '${operations.user.value.mail}': 'operations.user.value' has no 'mail'"
            ),
            (
                "${operations.user.value.tags.2}",
                "cannot fill in '${operations.user.value.tags.2}': 'operations.user.value.tags' has no "
                    + "'2'"
            ),
            (
                "${operations.user.value.tags.-1}",
                "cannot fill in '${operations.user.value.tags.-1}': 'operations.user.value.tags' has no "
                    + "'-1'"
            ),
            (
                "${operations.user.value.id.x}",
                "cannot fill in '${operations.user.value.id.x}': 'operations.user.value.id' is an "
                    + "integer, not an object or a list"
            ),
            (
                "${operations.user.value.none}",
                "cannot fill in '${operations.user.value.none}': it is null; expected text, a number, "
                    + "true or false, an object or a list"
            ),
            (
                "${operations.other.value}",
                "cannot fill in '${operations.other.value}': there is no such value here"
            ),
            (
                "${env.UNSET}",
                "cannot fill in '${env.UNSET}': the environment variable 'UNSET' is not set"
            ),
            ("${env.BAD}", "cannot fill in a text: a value in it has a NUL character"),
        ]
    )
    func saysWhatCannotBeFilledIn(text: String, expected: String) {
        let error = #expect(throws: TemplateError.self) {
            try TemplateParser(text).template.render(Self.values)
        }
        #expect(error?.description == expected)
    }

    @Test func anOperationHasNoPayload() {
        #expect(throws: TemplateError.noValue(.payload(path: ["a"]))) {
            try TemplateParser("${payload.a}").template.render(TemplateValues())
        }
    }
}
