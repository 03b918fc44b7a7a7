internal import SlipwayConfiguration

extension Configuration {
    /// The beginnings of the URLs of its HTTP bodies, waits and health checks; `http` for one that
    /// a value begins.
    var schemes: Set<RequestURL.Scheme> {
        let operations = allOperations.map(\.operation)
        let urls =
            operations.compactMap(\.body.requestURL) + actions.compactMap(\.body.requestURL)
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
