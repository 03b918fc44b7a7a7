internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwaySystem

/// The value of an operation as it is stored.
struct KeptAnswer: Codable, Sendable {
    var value: JSON
    /// The entity tag of the answer, by which the server need not send the value again.
    var etag: String?
    /// The digest of the headers of the request; `nil` for a value that is not of `http`.
    var headers: String?
    /// The digest of the user who asked; `nil` for a value of no server, or of a request without
    /// headers.
    var asker: String?

    var flags: Flags { Flags(value.objectValue ?? [:], etag: etag) }

    /// Tells whether the value is an answer to the user who asks now.
    ///
    /// - Throws: A value that the headers refer to is not there, so that the user is not known.
    func isAsked(by request: HTTPSpecification?, _ values: TemplateValues) throws -> Bool {
        guard let request, !request.headers.isEmpty else { return asker == nil }
        return try asker.map { try request.isAsked(by: $0, values) } ?? false
    }
}

extension KeptAnswer {
    /// Makes the stored form of an operation's value.
    init(_ value: ConfiguredValue, etag: String?) {
        self.init(value: value.json, etag: etag, headers: value.headers, asker: value.asker)
    }
}

/// The values of headers, by which a server may tell one user from another; only their digests are
/// stored.
extension HTTPSpecification {
    private static let saltLength = 16

    /// The digest of the request's headers, secrets included, behind a salt that is new each time.
    func digestOfHeaders(_ values: TemplateValues) throws -> String {
        Self.digest(of: try lines(of: values))
    }

    /// Tells whether a digest is that of the request's headers.
    func isAsked(with digest: String, _ values: TemplateValues) -> Bool {
        (try? lines(of: values)).map { Self.isDigest(digest, of: $0) } ?? false
    }

    /// The digest of the user who asks: of each header's value, or of the user whom the header
    /// names; `nil` without headers.
    func digestOfAsker(_ values: TemplateValues) throws -> String? {
        headers.isEmpty ? nil : Self.digest(of: try asker(values))
    }

    /// Tells whether a digest is that of the user who asks.
    func isAsked(by digest: String, _ values: TemplateValues) throws -> Bool {
        Self.isDigest(digest, of: try asker(values))
    }

    private func lines(of values: TemplateValues) throws -> [String] {
        try headers.map { "\($0.key.text): \(try $0.value.render(values))" }.sorted()
    }

    private func asker(_ values: TemplateValues) throws -> [String] {
        let values = values.lasting
        return try headers.map { name, template in
            let name = name.text.lowercased()
            let value = try template.render(values)
            // A user with a new token or a new password is still the same user.
            let user = name == "authorization" ? RequestUser.user(in: value) : nil
            return user.map { "\(name) of \($0)" } ?? "\(name): \(value)"
        }.sorted()
    }

    private static func digest(of lines: [String]) -> String {
        let salt = (0..<saltLength).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }
        return digest(of: lines, salt: salt.joined())
    }

    private static func isDigest(_ digest: String, of lines: [String]) -> Bool {
        self.digest(of: lines, salt: String(digest.prefix(saltLength))) == digest
    }

    private static func digest(of lines: [String], salt: String) -> String {
        salt + SHA256.text(of: [salt] + lines, bytes: 32)
    }
}

extension TemplateValues {
    /// The values without what differs in each launch: the launch's identity, and the ages of
    /// values.
    var lasting: TemplateValues {
        var values = self
        values.launchID = ""
        values.ages = values.ages.mapValues { _ in .zero }
        return values
    }
}
