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

    /// How messages name the URL if the URL itself holds a secret.
    var nameOfURL: String?

    /// How messages name the request, without possible secrets: `GET https://api.example.org/me?…`.
    var name: String { "\(method.rawValue) \(nameOfURL ?? url.shown)" }
}
