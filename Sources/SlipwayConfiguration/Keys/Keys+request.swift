internal import SlipwayJSON

/// The keys that all HTTP requests have.
extension Keys {
    /// Declares the URL; `nil` if it is missing or faulty, which is reported.
    mutating func requestURL() -> Template? {
        require("url", .url, orElse: "add url: \"https://example.org/\"")
            .means(
                "The URL, which begins with `http://`, `https://` or `http+unix://` (the socket's "
                    + "path percent-encoded as the host), without user, password and fragment. What "
                    + "is filled in behind host and port is percent-encoded, and makes no part of "
                    + "the path . or ..; scheme, host and port never come from a payload, and what "
                    + "is filled in for host and port behind // is no more than that.",
                example: "\"https://api.example.org/me\""
            )
    }

    /// Declares the headers; `nil` if there are none.
    mutating func requestHeaders() -> (field: Field, headers: [HeaderName: Template])? {
        let field = field("headers", .headers, usual: "none")
            .means(
                "Headers of the request; after a redirect to another scheme, host or port they are "
                    + "left out. Connection, Content-Length and Transfer-Encoding are sent as each "
                    + "request needs them; Host never comes from a payload.",
                example: "{ Authorization: \"Bearer ${credential.token}\" }"
            )
        return field.map { ($0, decoder.headers($0)) }
    }

    /// Declares the files of TLS, which only an `https` URL has.
    mutating func tls(of url: Template?) -> TLSSpecification? {
        let field = field(
            "tls",
            .mapping(TLSSpecification.self),
            usual: "the machine's authorities"
        )
        .means(
            "What the server is checked with, and the certificate that it asks for.",
            example: "{ ca: /etc/shop/ca.pem }"
        )
        guard let field else { return nil }
        let start = url?.literalPrefix.lowercased() ?? ""
        if start.hasPrefix("http:") || start.hasPrefix("http+unix:") {
            decoder.report(
                "is for https:// URLs alone; begin url with https://, or remove it",
                at: field.keyOrigin,
                field.path
            )
        }
        return decoder.mapping(field)
    }
}

extension Kind where Value == [Int] {
    static var statusCodes: Kind {
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
    fileprivate static var statusCodes: KeyType {
        let code = KeyType.whole(100...599)
        return either(
            "status code, or list of them",
            [code, .list("status codes", of: code, ["minItems": 1])]
        )
    }

    fileprivate static var headers: KeyType {
        let refused = HeaderName.ofConnection.map { name in
            name.map { letter in
                letter.isLetter ? "[\(letter.uppercased())\(letter)]" : "\(letter)"
            }.joined()
        }
        let name = KeyType(
            "name of a header",
            [
                "pattern": .string(HeaderName.pattern),
                "not": ["pattern": .string("^(\(refused.joined(separator: "|")))$")],
            ]
        )
        return .names("mapping of texts", name, of: .text)
    }

    static var nameOfHeader: KeyType {
        KeyType("name of a header", ["pattern": .string(HeaderName.pattern)])
    }

    /// Text, or any other value as JSON.
    static var requestBody: KeyType {
        KeyType(
            "\(text.words), or any mapping or list",
            ["oneOf": [text.json, ["type": ["object", "array"]]]],
            of: [text]
        )
    }
}

extension HeaderName {
    /// The headers that are sent as each request needs them, whatever a file says.
    static let ofConnection = ["connection", "content-length", "transfer-encoding"]

    /// The regular expression of a name.
    fileprivate static let pattern = "^[-!#$%&'*+.^_`|~0-9A-Za-z]+$"
}
