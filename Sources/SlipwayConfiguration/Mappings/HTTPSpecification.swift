internal import SlipwayJSON

/// Key `http`: makes an HTTP request.
package struct HTTPSpecification: Body {
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"

        /// Requests with this method may have a body.
        package var takesBody: Bool { self != .get && self != .head }
    }

    /// The use of the response's body.
    package enum Output: String, Hashable, Sendable, CaseIterable {
        /// The body is read and dropped; the value is null.
        case none
        /// A JSON document, which is the value.
        case json
        /// UTF-8 text.
        case text
    }

    /// The URL, which ``Template/url(_:)`` fills in.
    package var url: Template
    package var method: Method
    package var headers: [HeaderName: Template]
    package var body: Template?
    /// The status codes that are a success; `nil`: 200 to 299.
    package var expect: [Int]?
    package var output: Output
    /// The names, in lower case, of the headers of the response that the value has beside its status
    /// and its body; `nil`: the body alone is the value.
    package var answerHeaders: [String]?
    package var tryTimeout: Duration
    /// The most redirects that are followed in a row.
    package var redirects: Int
    package var tls: TLSSpecification?

    /// Creates a specification.
    package init(
        url: Template,
        method: Method = .get,
        headers: [HeaderName: Template] = [:],
        body: Template? = nil,
        expect: [Int]? = nil,
        output: Output = .json,
        answerHeaders: [String]? = nil,
        tryTimeout: Duration = .seconds(30),
        redirects: Int = 10,
        tls: TLSSpecification? = nil
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.expect = expect
        self.output = output
        self.answerHeaders = answerHeaders
        self.tryTimeout = tryTimeout
        self.redirects = redirects
        self.tls = tls
    }

    package var templates: [Template] { [url] + textsWithoutNUL + (tls?.templates ?? []) }
    /// In the URL a NUL is percent-encoded.
    package var textsWithoutNUL: [Template] {
        Array(headers.values) + [body].compactMap(\.self)
    }
    package var givesValue: Bool { output != .none || answerHeaders != nil }
    package var requestURL: Template? { url }

    /// Says that the body is JSON, unless a header says its type.
    mutating func callBodyJSON() {
        let isTyped = headers.keys.contains { $0.text.lowercased() == "content-type" }
        guard !isTyped, let name = HeaderName("Content-Type") else { return }
        headers[name] = Template(literal: "application/json")
    }
}

extension HTTPSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "http",
            title: "http",
            summary: "Makes an HTTP request: a URL, or a mapping with `url`.",
            manual: """
                It follows redirects, none from https to http; its headers and its certificate go only to the scheme,
                host and port that they were given for. 303 makes every request but a HEAD a GET, 301 and 302 a POST
                alone; any other is repeated, with its body to the same scheme, host and port only. One that is not followed
                is a failure that names the target. A [secret](#secrets) belongs in a header, not in a URL:
                messages show URLs, though without their query. Certificates are checked against those of the machine
                (the package `ca-certificates`), which are read again at most an hour after they were renewed, or
                against those of `tls`. A proxy is what curl's users know: `http_proxy`, `https_proxy` or `all_proxy`
                of the daemon's environment, but for the hosts of `no_proxy`, and never for `localhost` and loopback
                addresses. `http`, and `wait` and `health` with it, need Debian's package `libcurl4`, which is loaded
                where a configuration has one of them.

                Only `retry`, also that of `defaults`, repeats a request that failed, whatever its method, and an action
                that was interrupted runs again, unless it has `effect: once`. A request that failed may have reached its
                server. GET, HEAD, PUT and DELETE mean the same when they come again. A POST or PATCH may take effect
                twice, unless the server recognises it, as by a header `Idempotency-Key: "${action.key}"`, in an operation
                `"${launch.id}"`, which is the same for all attempts; for a server that does not, write `retry: 1`, and
                `effect: once` of an action.
                """,
            foreign: .ofHTTP
        )
    }

    static func read(_ keys: inout Keys) -> HTTPSpecification? {
        let url = keys.requestURL()
        var http = HTTPSpecification(url: url ?? Template(segments: []))
        let method = keys.field(
            "method",
            .words(Method.allCases.map(\.rawValue)),
            usual: "`GET`, or `POST` where there is a `body`"
        )
        .means("How it is requested.", example: "PUT")
        let headers = keys.requestHeaders()
        let body = keys.field("body", .requestBody, usual: "none")
            .means(
                "What is sent: a text, or a mapping or list, which is written as JSON, with the header "
                    + "`Content-Type: application/json`, unless `headers` have another one; a text in it "
                    + "that is a single reference is the value itself.",
                example: "{ item: \"${payload.item}\" }",
                limits: "Not of `GET` and `HEAD`."
            )
        keys.read("expect", &http.expect, .statusCodes, usual: "200 to 299")
            .means("The status codes that are a success.", example: "[200, 404]")
        let output = keys.field("output", .output, usual: "`json`; of `HEAD` `none`")
            .means(
                "What becomes of the response's body. `none`: it is dropped. `json`: one document, "
                    + "the value. `text`: the value. One that is not dropped has at most 1 MiB. A "
                    + "mapping: the value has status and headers, too.",
                example: "text",
                limits: "Of `HEAD` only `none`, or a mapping."
            )
        keys.read("tryTimeout", &http.tryTimeout, .duration())
            .means(
                "How long one try may take, from looking up the host to the last byte, redirects "
                    + "included.",
                example: "5s"
            )
        keys.read("redirects", &http.redirects, .whole(0...50))
            .means(
                "How many redirects in a row are followed, by requests of their own. `0`: none, and "
                    + "one is an answer like any other.",
                example: "0"
            )
        http.tls = keys.tls(of: url)
        keys.constrain(rulesOfMethods)
        keys.decoder.readRequest(&http, method, headers, body)
        keys.decoder.readOutput(&http, output)
        return url == nil ? nil : http
    }
}

/// For the schema: a `GET` or `HEAD` has no body, and the answer to a `HEAD` has none.
private var rulesOfMethods: JSONObject {
    let body: JSON = ["enum": ["json", "text"]]
    return [
        "dependentSchemas": [
            "body": ["properties": ["method": ["not": ["enum": ["GET", "HEAD"]]]]]
        ],
        "not": [
            "required": ["method", "output"],
            "properties": [
                "method": ["const": "HEAD"],
                "output": ["anyOf": [body, ["required": ["body"], "properties": ["body": body]]]],
            ],
        ],
    ]
}

extension Kind where Value == HTTPSpecification {
    /// A URL, or a mapping with `url`.
    static var http: Kind {
        Kind(.http) { decoder, field in
            guard !field.isMapping else { return decoder.mapping(field) }
            return decoder.url(field).map { HTTPSpecification(url: $0) }
        }
    }
}

extension KeyType {
    fileprivate static var http: KeyType {
        let mapping = mapping(HTTPSpecification.self)
        return named(
            "httpBody",
            "URL, or \(mapping.words)",
            ["oneOf": [url.json, mapping.json]],
            of: [url, mapping]
        )
    }
}
