extension Template {
    /// The part of the text with scheme, host and port, and the rest, which begins with the slash
    /// or question mark that ends them.
    ///
    /// Only literal text ends them: a reference before it may be a whole URL, or a part of a host.
    var urlParts: (origin: Template, rest: Template) {
        var hasSlashes = false
        for (index, segment) in segments.enumerated() {
            guard case .literal(let text) = segment,
                let end = Self.endOfOrigin(in: text, &hasSlashes)
            else { continue }
            let origin = Template(literal: String(text[..<end]))
            let rest = Template(literal: String(text[end...]))
            return (
                Template(segments: segments[..<index] + origin.segments),
                Template(segments: rest.segments + segments[(index + 1)...])
            )
        }
        return (self, Template(segments: []))
    }

    /// The end of the authority in a literal; `hasSlashes` says whether its slashes were seen.
    private static func endOfOrigin(in text: String, _ hasSlashes: inout Bool) -> String.Index? {
        func isEnd(_ byte: UInt8) -> Bool { "/?#".utf8.contains(byte) }
        guard let first = text.utf8.firstIndex(where: isEnd) else { return nil }
        guard !hasSlashes, text.utf8[first...].starts(with: "//".utf8),
            text.utf8[..<first].last == UInt8(ascii: ":")
        else { return first }
        hasSlashes = true
        let authority = text.utf8.index(first, offsetBy: 2)
        return text.utf8[authority...].firstIndex(where: isEnd)
    }

    /// Fills in a URL's references: those behind host and port percent-encoded, so that a value
    /// stays inside one part of the path or query; those before unchanged.
    ///
    /// - Throws: What cannot be filled in, or why the result is not a URL.
    package func url(_ values: TemplateValues) throws(TemplateError) -> RequestURL {
        let (origin, rest) = urlParts
        if let payload = origin.references.first(where: \.isPayload) {
            throw .payloadInAddress(payload)
        }
        guard try !origin.isAuthorityLeft(by: values) else {
            throw .url(template: shown, .authority)
        }
        let start = try origin.render(values)
        let end = try rest.render(values, written: URLText.encoded)
        do throws(URLFault) {
            // The origin alone must be a URL, so that the rest cannot change it.
            let url = try RequestURL(parsing: start)
            return end.isEmpty ? url : try RequestURL(parsing: start + end)
        } catch {
            throw .url(template: shown, error)
        }
    }

    /// Tells whether a value in the authority goes on into a path or query.
    private func isAuthorityLeft(by values: TemplateValues) throws(TemplateError) -> Bool {
        var isAuthority = false
        for segment in segments {
            switch segment {
            case .literal(let text):
                isAuthority = isAuthority || text.contains("//")
            case .reference where isAuthority:
                let text = try Template(segments: [segment]).render(values)
                if text.utf8.contains(where: { "/?#\\".utf8.contains($0) }) { return true }
            case .reference: break
            }
        }
        return false
    }

    /// Fills in a `HOST:PORT`.
    ///
    /// - Throws: What cannot be filled in, or why the result is not one.
    package func hostAndPort(_ values: TemplateValues) throws(TemplateError) -> HostAndPort {
        if let payload = references.first(where: \.isPayload) { throw .payloadInAddress(payload) }
        let text = try render(values)
        do throws(HostAndPortFault) {
            return try HostAndPort(parsing: text)
        } catch {
            throw .hostAndPort(template: description, error)
        }
    }
}

extension Template {
    /// A URL with a part of a payload, for messages: the reference in place of its value, and no
    /// query.
    ///
    /// - Returns: `nil` for any other URL, which messages show itself.
    /// - Throws: What cannot be filled in.
    package func nameOfURL(_ values: TemplateValues) throws(TemplateError) -> String? {
        guard references.contains(where: \.isPayload) else { return nil }
        let text = try textWithoutPayload(values)
        guard let query = text.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            return Quoting.shown(text, limit: 200)
        }
        return Quoting.shown(String(text[..<query]), limit: 200) + "?…"
    }

    /// A URL's template for messages: without its query, which may have a secret in it.
    private var shown: String {
        let text = description
        return text.utf8.firstIndex(of: UInt8(ascii: "?")).map { "\(text[..<$0])?…" } ?? text
    }
}

extension Template: CustomStringConvertible {
    /// The text as the file writes it, with its references.
    package var description: String {
        segments.reduce(into: "") { text, segment in
            switch segment {
            case .literal(let literal): text += literal.replacing("${", with: "$${")
            case .reference(let reference): text += reference.source
            }
        }
    }
}

extension ValueReference {
    /// Why a payload cannot be in the address of a server.
    static let payloadInAddress = "a payload never decides scheme, host or port"

    /// The value comes from a sender.
    var isPayload: Bool {
        switch self {
        case .payload, .action(.key): true
        case .operation, .age, .environment, .credential, .launchID, .action(.id),
            .action(.attempt):
            false
        }
    }

    /// The value comes from an operation.
    var isValue: Bool {
        if case .operation = self { true } else { false }
    }

    /// The value is a secret.
    var isCredential: Bool {
        if case .credential = self { true } else { false }
    }

    /// The value comes from a sender or from the output of a program, which never choose what runs.
    var isForeign: Bool { isPayload || isValue }
}
