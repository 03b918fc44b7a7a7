internal import Slipway
package import SlipwayConfiguration
internal import SlipwayLoop
internal import Synchronization

/// The server of one operation's flags.
final class FlagsClient: FlagsSource {
    private let request: HTTPSpecification
    private let client: SharedHTTPClient
    private let machine = Mutex(FlagsMachine())

    init(_ specification: FlagsSpecification, _ client: SharedHTTPClient) {
        request = specification.request
        self.client = client
    }

    /// Asks once; if the server is not to be asked yet, waits for that, but not longer than a question
    /// may take.
    func ask(_ values: TemplateValues, since etag: String?) async throws -> Flags? {
        let body = try HTTPBody(request, values: values)
        let pause = machine.withLock { $0.pause(at: .now) }
        guard pause <= request.tryTimeout else {
            let reason = "the server does not want to be asked again for \(pause.timespan)"
            throw FlagsError(.outage(retryAfter: pause), "\(body.name): \(reason)")
        }
        if pause > .zero {
            try Loop.start()
            try await SlipwayBodies.pause(for: pause)
        }
        let answer: HTTPAnswer
        do {
            answer = try await body.exchange(ifNoneMatch: etag, with: client)
        } catch let error as HTTPError {
            throw FlagsError(.outage(retryAfter: nil), "\(error)")
        }
        let reply = FlagsAnswer(
            code: answer.code,
            status: answer.status,
            etag: answer.etag,
            retryAfter: answer.retryAfter,
            body: answer.body,
            redaction: values.credentials.redaction
        )
        do throws(FlagsError) {
            return try machine.withLock { machine throws(FlagsError) in
                try machine.answered(reply, to: etag, at: .now, wall: WallTime.microseconds)
            }
        } catch {
            throw FlagsError(error.kind, "\(body.name): \(error)")
        }
    }
}

extension BodyRunner {
    /// The server of an operation's flags; it remembers for how long it is not to be asked.
    package func flags(_ specification: FlagsSpecification) -> any FlagsSource {
        FlagsClient(specification, client)
    }
}
