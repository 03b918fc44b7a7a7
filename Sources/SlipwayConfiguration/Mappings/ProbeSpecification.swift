internal import SlipwayJSON

/// A request of which only the answer's status counts, of `wait` and of `health`.
package struct ProbeSpecification: Hashable, Sendable {
    /// The URL, which ``Template/url(_:)`` fills in.
    package var url: Template
    package var headers: [HeaderName: Template]
    /// The status codes that are a success; `nil`: 200 to 399.
    package var expect: [Int]?
    package var tls: TLSSpecification?

    /// Creates a specification.
    package init(
        url: Template,
        headers: [HeaderName: Template] = [:],
        expect: [Int]? = nil,
        tls: TLSSpecification? = nil
    ) {
        self.url = url
        self.headers = headers
        self.expect = expect
        self.tls = tls
    }

    var templates: [Template] { [url] + headers.values + (tls?.templates ?? []) }
}

extension ProbeSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "probe",
            title: "Checks by HTTP",
            summary:
                "A request of `wait` or `health`: a URL, or a mapping with `url`. Its answer's status counts, and nothing else of it; redirects are not followed.",
            foreign: .ofProbe
        )
    }

    static func read(_ keys: inout Keys) -> ProbeSpecification? {
        let url = keys.requestURL()
        var probe = ProbeSpecification(url: url ?? Template(segments: []))
        probe.headers = keys.requestHeaders()?.headers ?? [:]
        keys.read("expect", &probe.expect, .statusCodes, usual: "200 to 399")
            .means("The status codes that are a success.", example: "[200, 404]")
        probe.tls = keys.tls(of: url)
        return url == nil ? nil : probe
    }
}

extension Kind where Value == ProbeSpecification {
    /// A URL, or a mapping with `url`.
    static var probe: Kind {
        Kind(.probe) { decoder, field in
            guard !field.isMapping else { return decoder.mapping(field) }
            return decoder.url(field).map { ProbeSpecification(url: $0) }
        }
    }
}

extension KeyType {
    fileprivate static var probe: KeyType {
        let mapping = mapping(ProbeSpecification.self)
        return either("\(url.words), or \(mapping.words)", [url, mapping])
    }
}
