import SlipwayConfiguration
import SlipwayJSON
import Testing

/// `method`, `body` and `output` of `http`.
struct HTTPKeyTests {
    private func request(_ lines: String) throws -> HTTPSpecification {
        let configuration = try read(action(lines))
        guard case .http(let http) = configuration.actions.first?.body else { throw NoRequest() }
        return http
    }

    private struct NoRequest: Error {}

    @Test(arguments: HTTPSpecification.Method.allCases)
    func readsEveryMethod(method: HTTPSpecification.Method) throws {
        let http = try request("http: { url: \"http://a/\", method: \(method.rawValue) }")
        #expect(http.method == method)
        // Nothing comes back of which a value could be made.
        #expect(http.output == (method == .head ? .none : .json))
    }

    @Test func aMappingIsSentAsJSON() throws {
        let http = try request(
            """
            http:
              url: http://a/
              method: PATCH
              body:
                item: "${payload.item}"
                note: "${payload.count} of \\"${payload.item}\\" for $$5"
                count: "${payload.count}"
                code: "5"
                list: [5, 0.5, true, ~, text, { "a\\"b": [] }]
            parameters: { item: { required: true }, count: { type: integer, required: true } }
            """
        )
        #expect(http.method == .patch)
        #expect(http.headers == ["Content-Type": "application/json"])
        let values = TemplateValues(payload: ["item": "a\",\"x\":\"", "count": 3])
        #expect(
            try http.body?.render(values)
                == #"{"item":"a\",\"x\":\"","note":"3 of \"a\",\"x\":\"\" for $5","#
                + #""count":3,"code":"5","list":[5,0.5,true,null,"text",{"a\"b":[]}]}"#
        )
    }

    @Test(arguments: [("[a, { b: 1 }]", #"["a",{"b":1}]"#), ("[]", "[]"), ("{}", "{}")])
    func aListAndWhatIsEmptyAreBodiesToo(body: String, text: String) throws {
        let http = try request("http: { url: \"http://a/\", body: \(body) }")
        #expect(http.method == .post)
        #expect(try http.body?.render(TemplateValues()) == text)
    }

    @Test func theHeadersMaySayAnotherType() throws {
        for type in ["application/merge-patch+json", "text/plain"] {
            let http = try request(
                "http: { url: \"http://a/\", headers: { content-type: \(type) }, body: { a: b } }"
            )
            #expect(http.headers == ["content-type": Template(type)])
        }
    }

    @Test func aTextHasTheTypeThatItsHeadersSayAlone() throws {
        #expect(try request("http: { url: \"http://a/\", body: '{\"a\": 1}' }").headers == [:])
    }

    @Test func aMappingMayHoldASecret() throws {
        let lines = "http: { url: \"http://a/\", body: { key: \"${credential.s}\" } }"
        #expect(try read(operation(lines)).credentials.map(\.name) == ["s"])
    }

    @Test(
        arguments: [
            ("text", .text, nil), ("{}", .json, []), ("{ body: none }", .none, []),
            ("{ headers: [Location, X-RateLimit] }", .json, ["location", "x-ratelimit"]),
        ] as [(String, HTTPSpecification.Output, [String]?)]
    )
    func readsWhatTheValueIs(
        text: String,
        output: HTTPSpecification.Output,
        headers: [String]?
    ) throws {
        let http = try request("http: { url: \"http://a/\", output: \(text) }")
        #expect(http.output == output)
        #expect(http.answerHeaders == headers)
        #expect(http.givesValue)
    }

    @Test func theHeadersOfAHEADAreAValue() throws {
        let lines = "http: { url: \"http://a/\", method: HEAD, output: { headers: [ETag] } }"
        #expect(try request(lines).givesValue)
        #expect(try request(lines).output == .none)
        #expect(try !request("http: { url: \"http://a/\", method: HEAD }").givesValue)
    }

    @Test(
        arguments: [
            ("method: put", "43: operations.x.http.method: found 'put'; did you mean 'PUT'?"),
            (
                "method: DELTE",
                "43: operations.x.http.method: found 'DELTE'; did you mean 'DELETE'?"
            ),
            (
                "method: OPTIONS",
                "43: operations.x.http.method: found 'OPTIONS'; expected GET, HEAD, POST, PUT, PATCH or "
                    + "DELETE"
            ),
            (
                "method: [GET]",
                "43: operations.x.http.method: found a list; expected GET, HEAD, POST, PUT, PATCH or "
                    + "DELETE"
            ),
            (
                "method: GET, body: { a: b }",
                "48: operations.x.http.body: a GET request has no body; use method: POST or remove it"
            ),
            (
                "method: HEAD, body: b",
                "49: operations.x.http.body: a HEAD request has no body; use method: POST or remove it"
            ),
            (
                "body: ~",
                "41: operations.x.http.body: found nothing; expected text, a mapping or a list"
            ),
            (
                "body: { a: [\"${env.}\"] }",
                "48: operations.x.http.body.a[0]: '${env.}' has nothing between two dots or at its end; "
                    + "complete it"
            ),
            (
                "body: { \"a${env.B}\": 1 }",
                "43: operations.x.http.body.a${env.B}: '${env.B}': nothing is filled in in a key; write "
                    + "the key itself"
            ),
            (
                "method: HEAD, output: json",
                "57: operations.x.http.output: the answer to a HEAD request has no body; write none, or "
                    + "use method: GET"
            ),
            (
                "method: HEAD, output: { body: text, headers: [ETag] }",
                "65: operations.x.http.output.body: the answer to a HEAD request has no body; write none, "
                    + "or use method: GET"
            ),
            (
                "output: xml",
                "43: operations.x.http.output: found 'xml'; expected none, json, text or a mapping with "
                    + "headers"
            ),
            (
                "output: { body: xml }",
                "51: operations.x.http.output.body: found 'xml'; expected none, json or text"
            ),
            (
                "output: { header: [A] }",
                "45: operations.x.http.output.header: unknown key; did you mean 'headers'?"
            ),
            (
                "output: { headers: ETag }",
                "54: operations.x.http.output.headers: found 'ETag'; expected a list of headers, such as "
                    + "[Location]"
            ),
            (
                "output: { headers: [\"a b\"] }",
                "55: operations.x.http.output.headers[0]: not a header's name; use letters, digits and '-'"
            ),
            (
                "output: { headers: [ETag, etag] }",
                "61: operations.x.http.output.headers[1]: is listed twice; remove one"
            ),
        ]
    )
    func saysWhatIsWrong(keys: String, fault: String) {
        #expect(
            faults(operation("http: { url: \"http://a.org/\", \(keys) }")) == [
                "test.yaml:4:\(fault)"
            ]
        )
    }

    /// Another method changes something, or has no value.
    @Test(arguments: HTTPSpecification.Method.allCases.filter { $0 != .get })
    func onlyTheAnswerToAGETIsKept(method: HTTPSpecification.Method) {
        let lines =
            "http: { url: \"http://a\", method: \(method.rawValue) }\nfallback: { cached: 7d }"
        #expect(
            faults(operation(lines)) == [
                "test.yaml:5:5: operations.x.fallback: keeps the last good value of http only for "
                    + "a GET, and this is a \(method.rawValue); remove cached"
            ]
        )
    }
}
