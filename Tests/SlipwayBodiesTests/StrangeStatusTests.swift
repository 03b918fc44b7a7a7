import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// Statuses that HTTP does not have, interim ones, and answers to no request.
@Suite(.timeLimit(.minutes(10)))
struct StrangeStatusTests {
    private static let noStatus =
        "the server does not speak HTTP as it should: unsupported response code in HTTP response"

    @Test(
        arguments: [
            "000 X", "001 X", "050 X", "099 X\r\nContent-Length: 0", "042 X\r\nContent-Length: 2",
            "007 X\r\nTransfer-Encoding: chunked", "099 X\r\nContent-Encoding: gzip",
            "050 X\r\nConnection: upgrade\r\nUpgrade: x",
        ],
        HTTPSpecification.Method.allCases
    )
    func aStatusBelow100IsAnError(answer: String, method: HTTPSpecification.Method) async throws {
        let server = try HTTPTestServer { _ in
            .text("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 \(answer)\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        }
        let runner = BodyRunner.quiet()
        let url = "http://127.0.0.1:\(server.port)/"
        let specification = HTTPSpecification(
            url: Template(literal: url),
            method: method,
            body: method.takesBody ? "{}" : nil
        )
        // The same at every try.
        for _ in 0..<2 {
            #expect(
                await runner.failure(.http(specification))
                    == "\(method.rawValue) \(url): \(Self.noStatus)"
            )
        }
        await runner.shutdown()
        server.stop()
    }

    @Test func aStatusBelow100IsAnErrorOnAUnixSocketToo() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/api"
        let server = try HTTPTestServer(path: path) { _ in .text("HTTP/1.1 099 X\r\n\r\n{}") }
        let runner = BodyRunner.quiet()
        let url = "http+unix://\(path.replacing("/", with: "%2F"))/"
        #expect(
            await runner.failure(.http(HTTPSpecification(url: Template(literal: url))))
                == "GET \(url): \(Self.noStatus)"
        )
        await runner.shutdown()
        server.stop()
    }

    @Test func whatAnInterimAnswerSaysIsNotOfTheFinalOne() async throws {
        let server = try HTTPTestServer { _ in
            .text("HTTP/1.1 103 X\r\nContent-Encoding: gzip\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}")
        }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/")
        #expect(try await runner.run(.http(HTTPSpecification(url: url))) == [:])
        await runner.shutdown()
        server.stop()
    }

    @Test(arguments: ["100 X", "101 X", "099 X", "200 OK"])
    func whatNoOneAskedForIsNotRead(status: String) async throws {
        let server = try HTTPTestServer { _ in
            let length = "Content-Length: 1\r\n\r\n"
            return .text("HTTP/1.1 200 OK\r\n\(length)1HTTP/1.1 \(status)\r\n\(length)2")
        }
        let runner = BodyRunner.quiet()
        let url = "http://127.0.0.1:\(server.port)/"
        // The next request may still meet the connection that is being closed.
        let closed = "GET \(url): the server closed the connection before it had answered"
        let request = BodySpecification.http(HTTPSpecification(url: Template(literal: url)))
        for _ in 0..<3 {
            let failure = await runner.failure(request)
            #expect(failure == nil || failure == closed)
        }
        await runner.shutdown()
        server.stop()
    }
}
