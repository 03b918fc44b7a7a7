/// A request of a probe, as far as it matters.
struct ProbeRequest: Hashable {
    /// Such as `GET`, as it was sent.
    var method: String
    /// Without its query.
    var path: String
}

/// Why bytes are no request that is answered here.
enum ProbeFault: Error, Hashable {
    /// No request of HTTP/1.
    case malformed(String)
    /// It has a body, which no question has.
    case hasBody
    /// A version of HTTP that is not spoken here.
    case version
    /// Its head has more than ``ProbeRequestReader/limit`` bytes.
    case tooLarge
}
