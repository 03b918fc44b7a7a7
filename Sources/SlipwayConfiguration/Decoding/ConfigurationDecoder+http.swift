internal import Slipway

extension ConfigurationDecoder {
    /// Reads `http`: a URL, or a mapping with `url`.
    mutating func http(_ field: Field) -> HTTPSpecification? {
        guard case .mapping = field.node.content else {
            return url(field).map { HTTPSpecification(url: $0) }
        }
        guard let section = section(field, .http) else { return nil }
        var specification = HTTPSpecification(url: Template(segments: []))
        readRequest(section, into: &specification)
        if let headers = section["headers"] {
            specification.headers = self.headers(headers)
            checkBody(of: &specification, section["body"])
        }
        specification.expect = section["expect"].flatMap { statusCodes($0) }
        if let limit = section["tryTimeout"].flatMap({ duration($0) }) {
            specification.tryTimeout = limit
        }
        if let output = section["output"].flatMap({ choice($0, HTTPSpecification.Output.self) }) {
            specification.output = output
        }
        guard let field = section["url"] else {
            report(
                "has no url; add url: \"https://example.org/\"",
                at: section.origin,
                section.path
            )
            return nil
        }
        guard let url = url(field) else { return nil }
        specification.url = url
        return specification
    }

    private mutating func readRequest(_ section: Section, into request: inout HTTPSpecification) {
        request.body = section["body"].flatMap { template($0) }?.asJSON(in: .body)
        if section["body"] != nil { request.method = .post }
        guard let field = section["method"],
            let method = choice(field, HTTPSpecification.Method.self)
        else { return }
        request.method = method
        if method == .get, let body = section["body"] {
            report(
                "a GET request has no body; use method: POST or remove it",
                at: body.keyOrigin,
                body.path
            )
        }
    }

    /// A body that its header calls JSON has to be that, with any value in it.
    private mutating func checkBody(of request: inout HTTPSpecification, _ field: Field?) {
        let type = request.headers.first { $0.key.text.lowercased() == "content-type" }?.value
            .literal
        guard let field, let body = request.body, !body.references.isEmpty,
            let type = type?.lowercased().prefix(while: { $0 != ";" }).trimmed,
            type == "application/json" || type.hasSuffix("+json")
        else { return }
        if body.isJSONDocument {
            request.body?.isJSON = true
        } else {
            report(
                "is no JSON, as its Content-Type says it is; write a document in which each ${…} is a "
                    + "value or a part of a string",
                at: field.node.origin,
                field.path
            )
        }
    }

    private mutating func headers(_ field: Field) -> [HeaderName: Template] {
        let texts = templates(field, expected: "a mapping of headers") { name in
            HeaderName(name) == nil ? "not a header's name; use letters, digits and '-'" : nil
        }
        var headers: [HeaderName: Template] = [:]
        for (text, value) in texts {
            if let name = HeaderName(text) { headers[name] = value }
        }
        checkHeaders(entries(of: field))
        for (name, value) in entries(of: field) { checkMeaning(name, value, headers) }
        return headers
    }

    private mutating func checkHeaders(_ headers: [(key: String, field: Field)]) {
        var spellings: [String: String] = [:]
        for (name, value) in headers {
            if let first = spellings.updateValue(name, forKey: name.lowercased()) {
                report(
                    "is the same header as '\(first)'; keep one",
                    at: value.keyOrigin,
                    value.path
                )
            }
            if case .scalar(let scalar) = value.node.content,
                !HeaderName.accepts(value: scalar.text)
            {
                report(
                    "has a line break or another control character; a header is one line",
                    at: value.node.origin,
                    value.path
                )
            }
        }
    }

    /// Checks the headers that change the meaning of a request: its host, and its length.
    private mutating func checkMeaning(
        _ name: String,
        _ field: Field,
        _ headers: [HeaderName: Template]
    ) {
        switch name.lowercased() {
        case "host":
            guard let host = HeaderName(name).flatMap({ headers[$0] }) else { return }
            for (reference, place) in references(of: host, in: field) where reference.isPayload {
                report(
                    "\(reference): \(ValueReference.payloadInAddress); write the host, or "
                        + "${env.NAME}",
                    at: place,
                    field.path
                )
            }
        case "connection", "content-length", "transfer-encoding":
            report("is sent as each request needs it; remove it", at: field.keyOrigin, field.path)
        default: break
        }
    }

    private mutating func statusCodes(_ field: Field) -> [Int]? {
        guard case .sequence = field.node.content else {
            return wholeNumber(field, in: 100...599, or: "a list of status codes").map { [$0] }
        }
        let items = list(field, expected: "a list of status codes") ?? []
        guard !items.isEmpty else {
            report(
                "is an empty list; expected status codes, such as [200, 204]",
                at: field.node.origin,
                field.path
            )
            return nil
        }
        return items.compactMap { wholeNumber($0, in: 100...599) }
    }
}

extension Substring {
    /// Without spaces at its end.
    fileprivate var trimmed: Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
