internal import Slipway

extension ConfigurationDecoder {
    /// Reads the keys of an HTTP request that belong together: its method, its headers and its
    /// body.
    func readRequest(
        _ request: inout HTTPSpecification,
        _ method: Field?,
        _ headers: (field: Field, headers: [HeaderName: Template])?,
        _ body: Field?
    ) {
        if let headers { request.headers = headers.headers }
        if let body {
            request.method = .post
            readBody(of: &request, body)
        }
        guard let method, let word = self.method(method) else { return }
        request.method = word
        if !word.takesBody, let body {
            report(
                "a \(word.rawValue) request has no body; use method: POST or remove it",
                at: body.keyOrigin,
                body.path
            )
        }
    }

    private func method(_ field: Field) -> HTTPSpecification.Method? {
        let words = HTTPSpecification.Method.allCases.map(\.rawValue)
        guard case .scalar(let scalar) = field.node.content, !words.contains(scalar.text),
            let meant = nearest.next(scalar.text.uppercased(), among: words)
        else { return choice(field, HTTPSpecification.Method.self) }
        report(
            "found \(field.node.shown); did you mean '\(meant)'?",
            at: field.node.origin,
            field.path
        )
        return nil
    }

    /// Reads a text, or any other value, which is sent as JSON.
    private func readBody(of request: inout HTTPSpecification, _ field: Field) {
        if case .scalar = field.node.content {
            request.body = template(field, expected: "text, a mapping or a list")?
                .asJSON(in: .body)
            return checkBody(of: &request, field)
        }
        var text = JSONText(self, .hidden)
        text.write(field)
        request.body = text.template
        request.callBodyJSON()
    }

    /// Checks that a body that its header calls JSON is JSON with any value in it.
    private func checkBody(of request: inout HTTPSpecification, _ field: Field) {
        let type = request.headers.first { $0.key.text.lowercased() == "content-type" }?.value
            .literal
        guard let body = request.body, !body.references.isEmpty,
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

    /// Reads headers, by their names.
    func headers(_ field: Field) -> [HeaderName: Template] {
        let texts = templates(field, .header, expected: "a mapping of headers") { name in
            HeaderName(name) == nil ? HeaderName.syntax : nil
        }
        var headers: [HeaderName: Template] = [:]
        for (text, value) in texts {
            if let name = HeaderName(text) { headers[name] = value }
        }
        checkHeaders(entries(of: field))
        for header in entries(of: field) { checkMeaning(header, headers) }
        return headers
    }

    private func checkHeaders(_ headers: [Field]) {
        var spellings: [String: String] = [:]
        for value in headers {
            if let first = spellings.updateValue(value.name, forKey: value.name.lowercased()) {
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
    private func checkMeaning(
        _ field: Field,
        _ headers: [HeaderName: Template]
    ) {
        let name = field.name
        switch name.lowercased() {
        case "host":
            guard let host = HeaderName(name).flatMap({ headers[$0] }) else { return }
            refuse(
                \.isPayload,
                in: host,
                field,
                "\(ValueReference.payloadInAddress); write the host, or ${env.NAME}"
            )
        case let name where HeaderName.ofConnection.contains(name):
            report("is sent as each request needs it; remove it", at: field.keyOrigin, field.path)
        default: break
        }
    }
}

extension Substring {
    /// The text without the spaces behind it.
    fileprivate var trimmed: Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
