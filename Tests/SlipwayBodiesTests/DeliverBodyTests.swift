import Foundation
import Slipway
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import SlipwayTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DeliverBodyTests {
    private static let owner = BodyOwner(name: "open-url", action: ActionID("a1"), attempt: 2)
    private static let misunderstood = "cannot understand the answer of 'web': "
    private static let expected =
        "; expected is one line such as {\"id\":\"…\",\"ok\":true} or {\"id\":\"…\",\"error\":\"…\"}"

    @Test func theProgramGetsOneLineAndAnswersWithOne() async throws {
        let lines = Mutex<[String]>([])
        let server = try LineServer { line in
            lines.withLock { $0.append(line) }
            return .text("{\"id\":\"a1\",\"ok\":true}\n")
        }
        let payload: JSON = ["url": "https://example.org/\n"]
        try await deliver(to: server.path, payload: payload)
        #expect(
            lines.withLock { $0 } == [
                "{\"id\":\"a1\",\"kind\":\"open-url\",\"attempt\":2,"
                    + "\"payload\":{\"url\":\"https://example.org/\\n\"}}"
            ]
        )
    }

    @Test(
        arguments: [
            "{\"ok\": {\"opened\": 3}, \"id\": \"a1\"}\n",
            "{\"id\":\"a1\",\"ok\":\"\",\"took\":1}\n",
            // Whoever ends the line by closing the connection has said it all, too.
            "{\"id\":\"a1\",\"ok\":true}",
            "{\"id\":\"a1\",\"ok\":\"\(String(repeating: "x", count: 60_000))\"}\n",
        ]
    )
    func everyValueButFalseAndNullMeansThatItIsDone(answer: String) async throws {
        let server = try LineServer { _ in .text(answer) }
        try await deliver(to: server.path)
    }

    @Test func aPayloadOf64KiBArrivesWhole() async throws {
        let size = Mutex(0)
        let server = try LineServer { line in
            size.withLock { $0 = line.utf8.count }
            return .text("{\"id\":\"a1\",\"ok\":true}\n")
        }
        let text = String(repeating: "x", count: 64 * 1024)
        try await deliver(to: server.path, payload: ["text": .string(text)])
        #expect(size.withLock { $0 } > 64 * 1024)
    }

    @Test func theHandlersErrorIsTheActions() async throws {
        let server = try LineServer { _ in .text("{\"id\":\"a1\",\"error\":\"no page\\nat all\"}\n")
        }
        let error = await #expect(throws: DeliveryError.self) { try await deliver(to: server.path) }
        #expect(error?.description == "'web' answered with an error: no page at all")
        #expect(error?.handlersText == "no page at all")
        #expect(error?.withoutHandlersText.description == "'web' answered with an error")
    }

    @Test(
        arguments: [
            ("nonsense\n", "cannot read JSON: byte 1"), ("[]\n", "it is array, not an object"),
            ("\n", "cannot read JSON: "), ("{\"ok\":true}\n", "it has no id"),
            ("{\"id\":\"a2\",\"ok\":true}\n", "its id is that of another action"),
            ("{\"id\":\"a1\"}\n", "it has neither ok nor error"),
            ("{\"id\":\"a1\",\"ok\":true,\"error\":\"x\"}\n", "it has both ok and error"),
            ("{\"id\":\"a1\",\"ok\":false}\n", "its ok is neither true nor a value"),
            ("{\"id\":\"a1\",\"ok\":null}\n", "its ok is neither true nor a value"),
            ("{\"id\":\"a1\",\"error\":7}\n", "its error is integer, not a text"),
            ("{\"id\":\"a1\",\"ok\":true}\n{}\n", "it has more than one line"),
            (String(repeating: "x", count: 65 * 1024), "it is longer than 65536 bytes"),
        ]
    )
    func whatIsNoAnswerIsAnErrorThatSaysWhy(answer: String, reason: String) async throws {
        let server = try LineServer { _ in .text(answer) }
        let error = await #expect(throws: DeliveryError.self) { try await deliver(to: server.path) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix(Self.misunderstood + reason))
        #expect(text.hasSuffix(Self.expected))
    }

    @Test(arguments: [LineServer.Answer.close, .text("")])
    func aConnectionThatIsLostBeforeTheAnswerIsAnInterruption(
        answer: LineServer.Answer
    ) async throws {
        let server = try LineServer { _ in answer }
        let error = await #expect(throws: DeliveryInterrupted.self) {
            try await deliver(to: server.path)
        }
        #expect(
            error?.description
                == "'web' closed the connection to \(server.path) before it had answered; whether it "
                + "has done the action is not known"
        )
    }

    @Test func whatTheProgramHasNotReadIsDeliveredAgain() async throws {
        let lines = Mutex<[String]>([])
        // It ends with a connection that it has not accepted.
        let folder = try TemporaryFolder()
        let path = folder.path + "/actions"
        let listener = try HTTPTestServer.bound(path: path, listening: true)
        async let delivered: Void = deliver(to: path)
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        try await eventually("it is connected") { poll(&entry, 1, 0) == 1 }
        let server = try LineServer { line in
            lines.withLock { $0.append(line) }
            return .text("{\"id\":\"a1\",\"ok\":true}\n")
        }
        #expect(rename(server.path, path) == 0)
        close(listener)
        try await delivered
        #expect(lines.withLock { $0 }.count == 1)
    }

    @Test func aSocketIsWaitedFor() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/later"
        let server = try LineServer { _ in .text("{\"id\":\"a1\",\"ok\":true}\n") }
        async let delivered: Void = deliver(to: path)
        // Another socket's file at first, which nobody listens on.
        close(try HTTPTestServer.bound(path: path, listening: false))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: server.path
        )
        try await delivered
    }

    @Test func whatCannotBeASocketFailsAtOnce() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "file")
        let expected = [
            "\(file)/socket": "Not a directory (ENOTDIR)",
            "/\(String(repeating: "x", count: 107))": "a socket's path has 1 to 107 bytes",
        ]
        for (path, reason) in expected {
            let error = await #expect(throws: DeliveryError.self) { try await deliver(to: path) }
            #expect(error == .notConnected(program: "web", socket: path, reason: reason))
        }
    }

    @Test func cancellingClosesTheConnection() async throws {
        let events = AsyncStream.makeStream(of: String.self)
        let server = try LineServer { _ in
            events.continuation.yield("delivered")
            return .silence(after: "{") { events.continuation.yield("closed") }
        }
        let task = Task { try await deliver(to: server.path) }
        var event = events.stream.makeAsyncIterator()
        #expect(await event.next() == "delivered")
        task.cancel()
        await #expect(throws: Cancelled("'web' has not answered yet")) { try await task.value }
        #expect(await event.next() == "closed")
    }

    @Test func cancellingSaysWhyThereIsNoConnection() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/none"
        close(try HTTPTestServer.bound(path: path, listening: false))
        let isWaiting = Mutex(false)
        let task = Task {
            isWaiting.withLock { $0 = true }
            try await deliver(to: path)
        }
        try await eventually("it waits") { isWaiting.withLock { $0 } }
        task.cancel()
        let error = await #expect(throws: Cancelled.self) { try await task.value }
        let words = "still waiting for socket \(path) of 'web': "
        let trouble = error?.description.dropFirst(words.count)
        #expect(error?.description.hasPrefix(words) == true)
        #expect(
            ["no connection attempt yet", "Connection refused (ECONNREFUSED)"].contains(trouble)
        )
    }

    private func deliver(to path: String, payload: JSON = [:]) async throws {
        let specification = DeliverSpecification(
            program: DependencySpecification(
                name: "web",
                origin: Origin(file: "test.yaml", line: 1)
            ),
            socket: Template(literal: path)
        )
        _ = try await BodyRunner.quiet().run(
            .deliver(specification),
            of: Self.owner,
            values: TemplateValues(payload: payload)
        )
    }
}
