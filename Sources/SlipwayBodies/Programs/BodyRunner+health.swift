internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess

extension BodyRunner {
    /// A check of a program, with its templates filled in.
    func check(
        _ check: HealthSpecification.Check,
        within limit: Duration,
        _ name: String,
        _ values: TemplateValues
    ) async throws -> ProgramDefinition.HealthCheck {
        switch check {
        case .tcp(let template):
            let address = try template.hostAndPort(values)
            return {
                do throws(CancellationError) {
                    return try await address.connectionFailure(within: limit)
                } catch {
                    return CheckFailure("cancelled")
                }
            }
        case .http(let specification):
            let probe = try Probe(specification, values: values)
            return { [client] in
                do throws(Cancelled) {
                    return try await probe.failure(with: client, within: limit)
                } catch {
                    return CheckFailure(error.description)
                }
            }
        case .exec(let specification):
            var body = try await exec(specification, BodyOwner(name: name), values)
            body.command.isProbe = true
            return { [processes, body] in await Self.failure(of: body, processes, within: limit) }
        }
    }

    /// Why a program that checks another one does not succeed; one that takes too long is ended
    /// with its processes.
    private static func failure(
        of body: ExecBody,
        _ processes: ProcessRunner,
        within limit: Duration
    ) async -> CheckFailure? {
        do {
            try await body.run(with: processes, in: TryTime(limit), grace: .seconds(1))
            return nil
        } catch {
            if case ExecError.notStarted(_, _, isShortage: true) = error {
                return CheckFailure("\(error)", isShortage: true)
            }
            return CheckFailure("\(error)")
        }
    }
}
