internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwaySystem

extension OperationSpecification {
    /// Runs the body; of a request whose last answer is stored, asks the server only for a changed
    /// one.
    func ask(
        _ values: TemplateValues,
        _ context: OperationContext,
        _ surroundings: PlanSurroundings
    ) async throws -> ConfiguredValue {
        let owner = BodyOwner(name: name)
        guard let cached, let identity = try? body.identity(values) else {
            return ConfiguredValue(json: try await surroundings.run(body, owner, values, context))
        }
        guard case .http(let request) = body else {
            let json = try await surroundings.run(body, owner, values, context)
            return ConfiguredValue(json: json, identity: identity)
        }
        // If the store cannot be read, the server is asked for the whole answer.
        let last = try? await context.keptValue(KeptAnswer.self, upTo: cached) { identity }.value
        // As a fallback the stored answer may be that to an earlier token of the same user; here it
        // may not.
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
            headers: try? request.digestOfHeaders(values),
            asker: try? request.digestOfAsker(values)
        )
    }
}
