internal import Slipway
internal import SlipwayJSON

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
        guard case .http(let request) = body, request.method == .get else {
            let json = try await surroundings.run(body, owner, values)
            return ConfiguredValue(json: json, identity: identity)
        }
        let kept = try? await context.keptValue(KeptAnswer.self, upTo: cached) { identity }.value
        let answer = try await surroundings.runner.ask(
            request,
            owner,
            values,
            since: kept?.etag,
            surroundings.grace
        )
        let found = answer.map { KeptAnswer(value: $0.value, etag: $0.etag) } ?? kept
        return ConfiguredValue(json: found?.value ?? .null, identity: identity, etag: found?.etag)
    }
}
