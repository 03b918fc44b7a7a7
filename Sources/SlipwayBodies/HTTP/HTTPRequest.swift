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

    /// Tells requests apart, to detect a redirect circle.
    var identity: String { "\(method.rawValue) \(url.text)" }

    /// The name of the URL in messages, if the URL itself holds a secret.
    var nameOfURL: String?

    /// The name of the request in messages, without possible secrets: `GET
    /// https://api.example.org/me?…`.
    var name: String { "\(method.rawValue) \(nameOfURL ?? url.shown)" }
}
