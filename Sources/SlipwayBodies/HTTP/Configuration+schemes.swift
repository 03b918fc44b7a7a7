internal import SlipwayConfiguration

extension Configuration {
    /// The beginnings of the URLs of its HTTP bodies, waits and checks; `http` for one that
    /// a value begins, and for one that the machine's authorities are not asked about.
    var schemes: Set<RequestURL.Scheme> {
        let operations = allOperations.map(\.operation)
        let bodies = operations.map(\.body) + actions.map(\.body)
        let probes = operations.flatMap { $0.program?.checks ?? [] }.compactMap { _, check in
            if case .http(let probe) = check { probe } else { nil }
        }
        let requests =
            bodies.map { ($0.requestURL, $0.tls) } + probes.map { (Optional($0.url), $0.tls) }
        return Set(
            requests.compactMap { url, tls in
                guard let url else { return nil }
                guard case .literal(let text) = url.segments.first, tls?.ca == nil else {
                    return .http
                }
                return text.lowercased().hasPrefix("https:") ? .https : .http
            }
        )
    }
}
