internal import Slipway
internal import SlipwayJSON
internal import SlipwaySystem

extension OperationSpecification {
    /// Runs the body; of a request whose last answer is kept, asks the server only for another one.
    func ask(
        _ values: TemplateValues,
        _ context: OperationContext,
        _ surroundings: PlanSurroundings
    ) async throws -> ConfiguredValue {
        let owner = BodyOwner(name: name)
        guard let cached, let identity = try? body.identity(values) else {
            return ConfiguredValue(json: try await surroundings.run(body, owner, values))
        }
        guard case .http(let request) = body else {
            let json = try await surroundings.run(body, owner, values)
            return ConfiguredValue(json: json, identity: identity)
        }
        // A store that cannot be read costs the short answer only: the server is asked for all of it.
        let last = try? await context.keptValue(KeptAnswer.self, upTo: cached) { identity }.value
        // As a fallback it may be of an earlier token; as the answer of today it may not.
        let kept = last.flatMap { last in
            last.headers.map { request.isAsked(with: $0, values) } == true ? last : nil
        }
        let answer = try await surroundings.runner.ask(
            request,
            owner,
            values,
            since: kept?.etag,
            surroundings.grace
        )
        let found = answer.map { KeptAnswer(value: $0.value, etag: $0.etag) } ?? kept
        return ConfiguredValue(
            json: found?.value ?? .null,
            identity: identity,
            etag: found?.etag,
            headers: try? request.digestOfHeaders(values)
        )
    }
}

extension HTTPSpecification {
    private static let saltLength = 16

    /// The digest of its headers, secrets included, behind a salt that is another one each time.
    fileprivate func digestOfHeaders(_ values: TemplateValues) throws -> String {
        let salt = (0..<Self.saltLength).map { _ in
            String(UInt8.random(in: 0..<16), radix: 16)
        }
        return try digestOfHeaders(values, salt: salt.joined())
    }

    /// Tells whether a digest is that of its headers.
    fileprivate func isAsked(with digest: String, _ values: TemplateValues) -> Bool {
        let salt = String(digest.prefix(Self.saltLength))
        return (try? digestOfHeaders(values, salt: salt)) == digest
    }

    private func digestOfHeaders(_ values: TemplateValues, salt: String) throws -> String {
        let lines = try headers.map { "\($0.key.text): \(try $0.value.render(values))" }.sorted()
        return salt + SHA256.text(of: [salt] + lines, bytes: 32)
    }
}
