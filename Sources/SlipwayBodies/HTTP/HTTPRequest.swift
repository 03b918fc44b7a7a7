internal import SlipwayConfiguration

/// A request, before it is sent.
struct HTTPRequest: Sendable {
    var method = HTTPSpecification.Method.get
    var url: RequestURL
    /// Those that the configuration says; they are for the origin that it names.
    var headers: [HeaderName: String] = [:]
    var body: String?
    /// What to ask for, unless a header does.
    var accept: String?

    /// What tells it from others, to notice a circle.
    var identity: String { "\(method.rawValue) \(url.text)" }

    /// How messages name the URL, where the URL itself has what not everyone may know.
    var nameOfURL: String?

    /// How messages name it, without what may be secret: `GET https://api.example.org/me?…`.
    var name: String { "\(method.rawValue) \(nameOfURL ?? url.shown)" }
}
