import Foundation
import Slipway
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WaitBodyTests {
    private func wait(
        for target: WaitSpecification.Target,
        every pause: Duration = .milliseconds(1)
    ) -> BodySpecification {
        .wait(WaitSpecification(target: target, every: pause))
    }

    @Test func aFileIsWaitedForUntilItAppears() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/ready"
        let runner = BodyRunner.quiet()
        async let waited = runner.run(wait(for: .file(Template(literal: path))))
        try folder.write("", to: "ready")
        #expect(try await waited == .null)
    }

    @Test func aSocketIsWaitedForUntilSomeoneListens() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/socket"
        // A socket file without a listener is not enough: it refuses connections.
        _ = try HTTPTestServer.bound(path: path, listening: false)
        let runner = BodyRunner.quiet()
        async let waited = runner.run(wait(for: .socket(Template(literal: path))))
        unlink(path)
        let server = try HTTPTestServer(path: path) { _ in nil }
        #expect(try await waited == .null)
        server.stop()
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func aPortIsWaitedForUntilSomeoneListens(_ host: String) async throws {
        let server = try HTTPTestServer { _ in nil }
        let address = Template(literal: "\(host):\(server.port)")
        #expect(try await BodyRunner.quiet().run(wait(for: .tcp(address))) == .null)
        server.stop()
    }

    @Test func aURLIsWaitedForUntilItAnswersWell() async throws {
        let answers = Counter()
        let server = try HTTPTestServer { request in
            switch answers.next() {
            case 0: .status("503 Service Unavailable")
            case 1: nil
            // The redirect is not followed: it is the answer.
            default: .status("302 Found", headers: ["Location: http://127.0.0.1:1/"])
            }
        }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/healthz")
        #expect(try await runner.run(wait(for: .http(ProbeSpecification(url: url)))) == .null)
        #expect(answers.next() == 3)
        await runner.shutdown()
        server.stop()
    }

    @Test func cancellingSaysWhatWasWrongLast() async throws {
        let folder = try TemporaryFolder()
        let port = try HTTPTestServer.unusedPort()
        let stale = "\(folder.path)/stale"
        close(try HTTPTestServer.bound(path: stale, listening: false))
        let expected: [(WaitSpecification.Target, String)] = [
            (
                .tcp("127.0.0.1:\(port)"),
                "tcp 127.0.0.1:\(port): Connection refused (ECONNREFUSED)"
            ),
            (.socket("\(stale)"), "socket \(stale): Connection refused (ECONNREFUSED)"),
            (
                .socket("\(folder.path)/none"),
                "socket \(folder.path)/none: No such file or directory (ENOENT)"
            ),
            (.file("/no/such"), "file /no/such: No such file or directory (ENOENT)"),
        ]
        for (target, text) in expected {
            let task = Task { try await BodyRunner.quiet().run(wait(for: target)) }
            task.cancel()
            let error = await #expect(throws: Cancelled.self) { try await task.value }
            #expect(error == Cancelled("still waiting for \(text)"))
        }
    }

    @Test func cancellingSaysHowFarARequestCameThatNothingAnswers() async throws {
        let arrivals = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPTestServer { _ in
            arrivals.continuation.yield()
            return .never
        }
        let runner = BodyRunner.quiet()
        let url = "http://127.0.0.1:\(server.port)/"
        let probe = ProbeSpecification(url: Template(literal: url))
        let task = Task { try await runner.run(wait(for: .http(probe))) }
        var arrival = arrivals.stream.makeAsyncIterator()
        await arrival.next()
        task.cancel()
        let words = "still waiting for GET \(url): no answer (connected, 0 bytes)"
        await #expect(throws: Cancelled(words)) { try await task.value }
        await runner.shutdown()
        server.stop()
    }

    @Test func cancellingSaysWhatAURLAnsweredLast() async throws {
        let arrivals = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPTestServer { _ in
            arrivals.continuation.yield()
            return .status("503 Service Unavailable")
        }
        let runner = BodyRunner.quiet()
        let address = "127.0.0.1:\(server.port)"
        let url = Template(literal: "http://\(address)/x?token=secret")
        let task = Task { try await runner.run(wait(for: .http(ProbeSpecification(url: url)))) }
        // The second request follows the first answer.
        var arrival = arrivals.stream.makeAsyncIterator()
        for _ in 0..<2 { await arrival.next() }
        task.cancel()
        let error = await #expect(throws: Cancelled.self) { try await task.value }
        #expect(
            error
                == Cancelled("still waiting for GET http://\(address)/x?…: 503 Service Unavailable")
        )
        await runner.shutdown()
        server.stop()
    }

    @Test(
        arguments: [
            (.file(""), "file : not a path"),
            (.socket(""), "socket : not a path"),
        ] as [(WaitSpecification.Target, String)]
    )
    func whatCanNeverBeThereFailsAtOnce(
        _ target: WaitSpecification.Target,
        _ failure: String
    ) async {
        #expect(await BodyRunner.quiet().failure(wait(for: target)) == "cannot wait for \(failure)")
    }

    @Test func aSocketPathThatDoesNotFitFailsAtOnce() async {
        let path = "/" + String(repeating: "x", count: 108)
        #expect(
            await BodyRunner.quiet().failure(wait(for: .socket(Template(literal: path))))
                == "cannot wait for socket \(path): the path is longer than 107 bytes"
        )
    }

    @Test func sleepingTakesItsTimeAndCanBeCancelled() async throws {
        let runner = BodyRunner.quiet()
        #expect(try await runner.run(.sleep(.milliseconds(1))) == .null)
        let task = Task { try await runner.run(.sleep(.seconds(1000))) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
