internal import SlipwayJSON

/// `output` of `http` as a mapping.
struct AnswerSpecification: Mapping {
    /// The key that says what becomes of the body.
    var body: Field?
    /// The names of the headers that the value has, in lower case.
    var headers: [String] = []

    static var about: MappingText {
        MappingText(
            name: "httpAnswer",
            title: "Answers",
            summary: "What the value of `http` has of the answer: `{status, headers, body}`.",
            manual: """
                Of what a server made, `output: { body: none, headers: [Location] }` tells the place:
                `${operations.NAME.value.headers.location}`. The status is a number, and `body` is `null` with `none`. In the
                value the names of headers are in lower case. One that the answer does not have is not there; the values
                of one that it has several times are joined by `, `.
                """
        )
    }

    static func read(_ keys: inout Keys) -> AnswerSpecification? {
        var answer = AnswerSpecification()
        answer.body = keys.field("body", .bodyOfAnswer, usual: "`json`; of `HEAD` `none`")
            .means("What becomes of the response's body, as with `output`.", example: "none")
        keys.read("headers", &answer.headers, .namesOfHeaders, usual: "none")
            .means("The headers that the value has.", example: "[Location]")
        return answer
    }
}

extension Kind where Value == [String] {
    /// Names of headers, in lower case.
    fileprivate static var namesOfHeaders: Kind {
        Kind(.list("names of headers", of: .nameOfHeader)) { decoder, field in
            var names: [String] = []
            let items = decoder.list(field, expected: "a list of headers, such as [Location]") ?? []
            for item in items {
                guard let text = decoder.text(item, expected: "the name of a header") else {
                    continue
                }
                let name = text.lowercased()
                if HeaderName(text) == nil {
                    decoder.report(HeaderName.syntax, at: item.node.origin, item.path)
                } else if names.contains(name) {
                    decoder.report("is listed twice; remove one", at: item.node.origin, item.path)
                } else {
                    names.append(name)
                }
            }
            return names
        }
    }
}

extension KeyType {
    fileprivate static var bodyOfAnswer: KeyType {
        .words(HTTPSpecification.Output.allCases.map(\.rawValue))
    }

    /// One of the words, or a mapping.
    static var output: KeyType {
        let mapping = mapping(AnswerSpecification.self)
        return either("\(bodyOfAnswer.words), or \(mapping.words)", [bodyOfAnswer, mapping])
    }
}

extension ConfigurationDecoder {
    /// Reads `output` of a request whose method is known.
    func readOutput(_ request: inout HTTPSpecification, _ field: Field?) {
        if request.method == .head { request.output = .none }
        guard let field else { return }
        var word: Field? = field
        if field.isMapping {
            let answer = mapping(field, AnswerSpecification.self)
            request.answerHeaders = answer?.headers
            word = answer?.body
        }
        guard let word,
            let output = choice(
                word,
                among: HTTPSpecification.Output.allCases,
                or: field.isMapping ? nil : "a mapping with headers"
            )
        else { return }
        guard request.method != .head || output == .none else {
            return report(
                "the answer to a HEAD request has no body; write none, or use method: GET",
                at: word.node.origin,
                word.path
            )
        }
        request.output = output
    }
}
