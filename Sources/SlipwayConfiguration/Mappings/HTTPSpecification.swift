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

    /// Creates a specification.
    package init(
        url: Template,
        method: Method = .get,
        headers: [HeaderName: Template] = [:],
        body: Template? = nil,
        expect: [Int]? = nil,
        output: Output = .json,
        tryTimeout: Duration = .seconds(30)
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.expect = expect
        self.output = output
        self.tryTimeout = tryTimeout
    }

    package var templates: [Template] { [url] + textsWithoutNUL }
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
                It follows up to ten redirects, none from https to http; its headers go only to the scheme, host and
                port that they were given for. A [secret](#secrets) belongs in a header, not in a URL: messages show
                URLs, though without their query. Certificates are checked against those of the machine (the package
                `ca-certificates`), which are read again at most an hour after they were renewed. A proxy is what
                curl's users know: `http_proxy`, `https_proxy` or `all_proxy` of the daemon's environment, but for the
                hosts of `no_proxy`, and never for `localhost` and loopback addresses. `http`, and `wait` and `health`
                with it, need Debian's package `libcurl4`, which is loaded where a configuration has one of them.
                """,
            foreign: .ofHTTP
        )
    }

    static func read(_ keys: inout Keys) -> HTTPSpecification? {
        let url = keys.require("url", .url, orElse: "add url: \"https://example.org/\"")
            .means(
                "The URL, which begins with `http://`, `https://` or `http+unix://` (the socket's "
                    + "path percent-encoded as the host), without user, password and fragment. What "
                    + "is filled in behind host and port is percent-encoded, and makes no part of "
                    + "the path . or ..; scheme, host and port never come from a payload, and what "
                    + "is filled in for host and port behind // is no more than that.",
                example: "\"https://api.example.org/me\""
            )
        var http = HTTPSpecification(url: url ?? Template(segments: []))
        let method = keys.field(
            "method",
            .words(Method.allCases.map(\.rawValue)),
            usual: "`GET`, or `POST` where there is a `body`"
        )
        .means("How it is requested.", example: "POST")
        let headers = keys.field("headers", .headers, usual: "none")
            .means(
                "Headers of the request; after a redirect to another scheme, host or port they are "
                    + "left out. Connection, Content-Length and Transfer-Encoding are sent as each "
                    + "request needs them; Host never comes from a payload.",
                example: "{ Authorization: \"Bearer ${credential.token}\" }"
            )
        let body = keys.field("body", .text, usual: "none")
            .means("Text sent with `POST`.", example: "'{\"item\": \"${payload.item}\"}'")
        keys.read("expect", &http.expect, .statusCodes, usual: "200 to 299")
            .means("The status codes that are a success.", example: "[200, 404]")
        keys.read("output", &http.output, .word)
            .means(
                "What becomes of the response's body. `none`: it is dropped. `json`: one document, "
                    + "the value. `text`: the value.",
                example: "text"
            )
        keys.read("tryTimeout", &http.tryTimeout, .duration())
            .means(
                "How long one try may take, from looking up the host to the last byte, redirects "
                    + "included.",
                example: "5s"
            )
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

extension Kind where Value == [Int] {
    fileprivate static var statusCodes: Kind {
        Kind(.statusCodes) { decoder, field in
            let range = 100...599
            guard case .sequence(let items) = field.node.content else {
                return decoder.wholeNumber(field, in: range, or: "a list of status codes")
                    .map { [$0] }
            }
            guard !items.isEmpty else {
                decoder.report(
                    "is an empty list; expected status codes, such as [200, 204]",
                    at: field.node.origin,
                    field.path
                )
                return nil
            }
            return (decoder.list(field, expected: "a list of status codes") ?? [])
                .compactMap { decoder.wholeNumber($0, in: range) }
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

    fileprivate static var statusCodes: KeyType {
        let code = KeyType.whole(100...599)
        return either(
            "status code, or list of them",
            [code, .list("status codes", of: code, ["minItems": 1])]
        )
    }

    static var headers: KeyType {
        let refused = HeaderName.ofConnection.map { name in
            name.map { letter in
                letter.isLetter ? "[\(letter.uppercased())\(letter)]" : "\(letter)"
            }.joined()
        }
        let name = KeyType(
            "name of a header",
            [
                "pattern": "^[-!#$%&'*+.^_`|~0-9A-Za-z]+$",
                "not": ["pattern": .string("^(\(refused.joined(separator: "|")))$")],
            ]
        )
        return .names("mapping of texts", name, of: .text)
    }
}

extension HeaderName {
    /// The headers that each request has as it needs them.
    static let ofConnection = ["connection", "content-length", "transfer-encoding"]
}
