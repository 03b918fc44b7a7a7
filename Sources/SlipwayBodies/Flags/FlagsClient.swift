internal import Slipway
package import SlipwayConfiguration
internal import SlipwayLoop
package import SlipwayOperations
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

    /// Asks once.
    ///
    /// If the server is not to be asked yet, waits until it may be asked, but not longer than a
    /// request may take.
    func ask(_ values: TemplateValues, since etag: String?) async throws -> Flags? {
        let body = try HTTPBody(request, values: values)
        let pause = machine.withLock { $0.pause(at: .now) }
        guard pause <= request.tryTimeout else {
            let reason = "the server does not want to be asked again for \(pause.timespan)"
            throw FlagsError(.noAnswer, retryAfter: pause, "\(body.name): \(reason)")
        }
        if pause > .zero {
            try Loop.start()
            try await SlipwayBodies.pause(for: pause)
        }
        let end: RequestEnd
        do {
            end = try await body.exchange(since: etag, with: client)
        } catch let error as HTTPError {
            throw FlagsError(error.answer, "\(error)")
        }
        let answer = end.answer
        let reply = FlagsAnswer(
            code: answer.code,
            status: answer.status,
            etag: end.etag,
            retryAfter: answer.retryAfter,
            date: answer.date,
            body: answer.body,
            redaction: values.credentials.redaction
        )
        do throws(FlagsError) {
            return try machine.withLock { machine throws(FlagsError) in
                try machine.answered(
                    reply,
                    to: end.isConditional ? etag : nil,
                    at: .now,
                    wall: WallTime.microseconds
                )
            }
        } catch {
            throw FlagsError(error.answer, retryAfter: error.retryAfter, "\(end.name): \(error)")
        }
    }
}

extension BodyRunner {
    /// The server of an operation's flags; the value remembers for how long the server is not to be
    /// asked.
    package func flags(_ specification: FlagsSpecification) -> any FlagsSource {
        FlagsClient(specification, client)
    }
}
