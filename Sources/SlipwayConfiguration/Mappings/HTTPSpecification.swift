internal import SlipwayJSON

/// Key `http`: makes an HTTP request.
package struct HTTPSpecification: Body {
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
    }

    /// The use of the response's body.
    package enum Output: String, Hashable, Sendable, CaseIterable {
        /// It is read and dropped; the value is null.
        case none
        /// One JSON document; it is the value.
        case json
        /// UTF-8 text.
        case text
    }

    /// Filled in with ``Template/url(_:)``.
    package var url: Template
    package var method: Method
    package var headers: [HeaderName: Template]
    package var body: Template?
    /// The status codes that are a success; `nil`: 200 to 299.
    package var expect: [Int]?
    package var output: Output
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
        self.tryTimeout = tryTimeout
        self.redirects = redirects
        self.tls = tls
    }

    package var templates: [Template] { [url] + textsWithoutNUL + (tls?.templates ?? []) }
    /// In the URL a NUL is percent-encoded.
    package var textsWithoutNUL: [Template] {
        Array(headers.values) + [body].compactMap(\.self)
    }
    package var givesValue: Bool { output != .none }
    package var requestURL: Template? { url }
}

extension HTTPSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "http",
            title: "http",
            summary: "Makes an HTTP request: a URL, or a mapping with `url`.",
            manual: """
                It follows redirects, none from https to http; its headers and its certificate go only to the scheme,
                host and port that they were given for. A [secret](#secrets) belongs in a header, not in a URL:
                messages show URLs, though without their query. Certificates are checked against those of the machine
                (the package `ca-certificates`), which are read again at most an hour after they were renewed, or
                against those of `tls`. A proxy is what curl's users know: `http_proxy`, `https_proxy` or `all_proxy`
                of the daemon's environment, but for the hosts of `no_proxy`, and never for `localhost` and loopback
                addresses. `http`, and `wait` and `health` with it, need Debian's package `libcurl4`, which is loaded
                where a configuration has one of them.
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
        .means("How it is requested.", example: "POST")
        let headers = keys.requestHeaders()
        let body = keys.field("body", .text, usual: "none")
            .means("Text sent with `POST`.", example: "'{\"item\": \"${payload.item}\"}'")
        keys.read("expect", &http.expect, .statusCodes, usual: "200 to 299")
            .means("The status codes that are a success.", example: "[200, 404]")
        keys.read("output", &http.output, .word)
            .means(
                "What becomes of the response's body. `none`: it is dropped. `json`: one document, "
                    + "the value. `text`: the value. One that is not dropped has at most 1 MiB.",
                example: "text"
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
        keys.decoder.readRequest(&http, method, headers, body)
        return url == nil ? nil : http
    }
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
