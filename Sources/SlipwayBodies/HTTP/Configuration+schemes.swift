internal import SlipwayConfiguration

extension Configuration {
    /// The beginnings of the URLs of its HTTP bodies, waits and health checks; `http` for one that
    /// a value begins.
    var schemes: Set<RequestURL.Scheme> {
        let operations = allOperations.map(\.operation)
        let urls =
            operations.compactMap(\.body.url) + actions.compactMap(\.body.url)
            + operations.compactMap { operation in
                if case .http(let url) = operation.program?.health?.check { url } else { nil }
            }
        return Set(
            urls.map { url in
                guard case .literal(let text) = url.segments.first else { return .http }
                return text.lowercased().hasPrefix("https:") ? .https : .http
            }
        )
    }
}

extension BodySpecification {
    /// The URL of a request that it makes.
    fileprivate var url: Template? {
        switch self {
        case .http(let specification): return specification.url
        case .wait(let specification):
            guard case .http(let url) = specification.target else { return nil }
            return url
        case .exec, .write, .deliver, .sleep, .group: return nil
        }
    }
}
