/// A request of a probe, as far as it matters.
struct ProbeRequest: Hashable {
    /// The method as it was sent, such as `GET`.
    var method: String
    /// The path, without its query.
    var path: String
}

/// Why bytes are no request that is answered here.
enum ProbeFault: Error, Hashable {
    /// The bytes are no request of HTTP/1.
    case malformed(String)
    /// The request has a body, which no question has.
    case hasBody
    /// A version of HTTP that is not spoken here.
    case version
    /// The head of the request has more than ``ProbeRequestReader/limit`` bytes.
    case tooLarge
}
