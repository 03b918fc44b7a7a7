internal import SlipwayConfiguration
internal import SlipwaySystem

extension BodySpecification {
    /// The request that the body sends; `nil` if it sends none.
    var request: HTTPSpecification? {
        switch self {
        case .http(let http): http
        case .flags(let flags): flags.request
        case .exec, .wait, .write, .deliver, .sleep, .group: nil
        }
    }

    /// The source of a body's value, which is stored with it: the method and the URL of a request,
    /// or the program of a command, and a digest of all that decides the value.
    ///
    /// Secrets do not show in it: the query of a URL and other texts are only in the digest, the
    /// values of headers in another one (``HTTPSpecification/digestOfAsker(_:)``), the values of
    /// variables in none, and credentials count as empty texts.
    ///
    /// - Throws: A reference cannot be filled in.
    func identity(_ values: TemplateValues) throws(TemplateError) -> String {
        var values = values.lasting
        values.credentials = values.credentials.blank
        var (source, facts): (String, [String])
        switch self {
        case .http, .flags:
            guard let http = request else { return "" }
            let url = try http.url.url(values)
            source = "\(http.method.rawValue) \(url.shown)"
            facts =
                [url.text, try http.body?.render(values) ?? ""]
                + http.headers.keys.map(\.text).sorted() + [http.output.rawValue]
            if let headers = http.answerHeaders { facts += ["headers"] + headers }
            if let certificate = http.tls?.certificate {
                facts.append(try certificate.render(values))
            }
        case .exec(let exec):
            var words: [String] = []
            for word in exec.command { words.append(try word.render(values)) }
            source = Quoting.shown(words.first ?? "", limit: 200)
            for file in exec.environmentFiles { words.append(try file.path.render(values)) }
            facts =
                words + [try exec.directory?.render(values) ?? ""]
                + [try exec.stdin?.render(values) ?? ""] + exec.environment.keys.sorted()
                + [exec.output.rawValue, exec.settings.user ?? ""]
        case .wait, .write, .deliver, .sleep, .group: (source, facts) = ("", [])
        }
        return "\(source) #\(SHA256.text(of: facts, bytes: 8))"
    }
}
