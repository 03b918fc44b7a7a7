internal import SlipwaySystem

extension BodySpecification {
    private var request: HTTPSpecification? {
        switch self {
        case .http(let http): http
        case .flags(let flags): flags.request
        case .exec, .wait, .write, .deliver, .sleep, .group: nil
        }
    }

    /// The source of a body's value, for a value that is kept: its kind and its program or URL, and
    /// a digest of all that decides what it gives.
    ///
    /// Without secrets, which headers, variables and the query of a URL may hold: their values are in the
    /// digest at most. Credentials are left out of it, but for the user whom an `Authorization` header
    /// names, and the launch's identity, which is another one each time.
    ///
    /// - Throws: A reference cannot be filled in.
    func identity(_ values: TemplateValues) throws(TemplateError) -> String {
        let user = user(values)
        var values = values
        values.launchID = ""
        values.ages = values.ages.mapValues { _ in .zero }
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
        if let user { facts.append(user) }
        return "\(source) #\(SHA256.text(of: facts, bytes: 8))"
    }

    private func user(_ values: TemplateValues) -> String? {
        let header = request?.headers.first { $0.key.text.lowercased() == "authorization" }
        return (try? header?.value.render(values)).flatMap { RequestUser.user(in: $0) }
    }
}
