internal import SlipwayConfiguration

extension Configuration {
    /// The schemes of the URLs of the configuration's HTTP bodies, waits and checks.
    ///
    /// A URL that a value begins counts as `http`, and so does one whose `tls` names a `ca`: for
    /// these, the authorities of the machine are not loaded early.
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
