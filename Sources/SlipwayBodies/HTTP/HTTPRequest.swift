internal import SlipwayConfiguration

/// A request, before it is sent.
struct HTTPRequest: Sendable {
    var method = HTTPSpecification.Method.get
    var url: RequestURL
    /// The configured headers; they go only to the configured origin.
    var headers: [HeaderName: String] = [:]
    var body: String?
    /// The `Accept` header, unless ``headers`` has one.
    var accept: String?

    /// The files of the request's TLS; the certificate goes only to the configured origin.
    var tls: TLSFiles?

    /// Tells requests apart, to detect a redirect circle.
    var identity: String { "\(method.rawValue) \(url.text)" }

    /// The name of the URL in messages, if the URL itself holds a secret.
    var nameOfURL: String?

    /// The name of the request in messages, without possible secrets: `GET
    /// https://api.example.org/me?…`.
    var name: String { "\(method.rawValue) \(target)" }
}

extension HTTPRequest {
    /// A request of the configuration, with its templates filled in.
    ///
    /// - Throws: A `TemplateError`, or ``HTTPError/invalidHeader(request:name:)``.
    init(
        method: HTTPSpecification.Method = .get,
        to url: Template,
        _ headers: [HeaderName: Template],
        _ tls: TLSSpecification?,
        values: TemplateValues
    ) throws {
        self.init(method: method, url: try url.url(values))
        nameOfURL = try url.nameOfURL(values)
        for (name, template) in headers {
            let value = try template.render(values)
            guard HeaderName.accepts(value: value) else {
                throw HTTPError.invalidHeader(request: self.name, name: name.text)
            }
            self.headers[name] = value
        }
        self.tls = try tls.map { try TLSFiles($0, values) }
    }
}
