import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import Synchronization
import Testing

/// `flags` against a server: OFREP 0.3, bulk evaluation.
@Suite(.timeLimit(.minutes(5)))
struct FlagsTests {
    private typealias Answer = HTTPTestServer.Answer

    private let runner = BodyRunner.quiet()

    /// The server of the flags of an operation as a file declares it.
    private func source(_ keys: String, port: Int) throws -> any FlagsSource {
        let file = """
            name: test
            operations:
              x:
                flags: { url: "http://127.0.0.1:\(port)", context: { targetingKey: u-1 }, \(keys) }
            """
        let graph = try ConfiguredGraph(
            parsing: ConfigurationFile(name: "test.yaml", bytes: Array(file.utf8))
        )
        guard case .flags(let flags) = graph.configuration.operations[0].body else {
            throw NoFlagsBody()
        }
        return runner.flags(flags)
    }

    private struct NoFlagsBody: Error {}

    /// Asks a server that gives one answer.
    private func ask(
        _ answer: Answer?,
        since etag: String? = nil,
        _ keys: String = "",
        _ values: TemplateValues = TemplateValues()
    ) async throws -> (flags: Flags?, port: Int) {
        let server = try HTTPTestServer { _ in answer }
        defer { server.stop() }
        return (try await source(keys, port: server.port).ask(values, since: etag), server.port)
    }

    /// Why there are no flags, with the name of the request cut off.
    private func failure(
        _ answer: Answer?,
        since etag: String? = nil,
        _ keys: String = "",
        _ values: TemplateValues = TemplateValues()
    ) async -> (answer: AnswerFailure, words: String)? {
        do {
            _ = try await ask(answer, since: etag, keys, values)
            return nil
        } catch let error as FlagsError {
            let name = error.description.firstRange(of: "/ofrep/v1/evaluate/flags: ")
            return (error.answer, name.map { String(error.description[$0.upperBound...]) } ?? "")
        } catch {
            return nil
        }
    }

    private func ok(_ flags: String) -> Answer { .ok("{\"flags\":[\(flags)]}") }

    @Test(arguments: ["", "/", "/base", "/base/"])
    func itPostsTheContextToTheBulkEndpoint(base: String) async throws {
        let (requests, answer) = (Requests(), ok(""))
        let server = try HTTPTestServer { request in
            requests.add(request)
            return answer
        }
        defer { server.stop() }
        let file = """
            name: test
            operations:
              x:
                flags:
                  url: "http://127.0.0.1:\(server.port)\(base)"
                  context:
                    targetingKey: "${env.DEVICE}"
                    plan: pro
                    beta: true
                    seats: 3
                    text: "a \\"${env.DEVICE}\\""
                    home: { city: "${env.CITY}", lines: [1, "${env.DEVICE}"] }
                  headers: { X-API-Key: k }
            """
        let graph = try ConfiguredGraph(
            parsing: ConfigurationFile(name: "test.yaml", bytes: Array(file.utf8))
        )
        guard case .flags(let flags) = graph.configuration.operations[0].body else {
            throw NoFlagsBody()
        }
        let values = TemplateValues(environment: ["DEVICE": "42", "CITY": "Ulm \"x\""])
        _ = try await runner.flags(flags).ask(values, since: nil)
        let lines = try #require(requests.all.first).lines
        let path = base == "/base" || base == "/base/" ? "/base" : ""
        #expect(lines.first == "POST \(path)/ofrep/v1/evaluate/flags HTTP/1.1")
        #expect(lines.contains("Content-Type: application/json"))
        #expect(lines.contains("X-API-Key: k"))
        #expect(!lines.contains { $0.lowercased().hasPrefix("if-none-match") })
        let body = try JSON(parsing: lines.last ?? "")
        #expect(
            body["context"] == [
                "targetingKey": "42", "plan": "pro", "beta": true, "seats": 3, "text": "a \"42\"",
                "home": ["city": "Ulm \"x\"", "lines": [1, "42"]],
            ]
        )
    }

    @Test func theValueOfAFlagIsAnyJSON() async throws {
        let (flags, _) = try await ask(
            ok(
                """
                {"key":"a","reason":"STATIC","value":true,"variant":"on","metadata":{"x":1}},
                {"key":"b","reason":"TARGETING_MATCH","value":"text"},
                {"key":"c","reason":"SPLIT","value":3}, {"key":"d","reason":"UNKNOWN","value":1.5},
                {"key":"e.f","reason":"DISABLED","value":{"deep":[1]}}
                """
            )
        )
        #expect(
            flags?.values == ["a": true, "b": "text", "c": 3, "d": 1.5, "e.f": ["deep": [1]]]
        )
        #expect(flags?.failures == [])
    }

    @Test func aFlagWithoutAValueHasTheDefaultOfTheCode() async throws {
        let (flags, _) = try await ask(
            ok(#"{"key":"a","reason":"DEFAULT"},{"key":"b","reason":"STATIC","value":null}"#)
        )
        #expect(flags?.values == [:])
    }

    @Test func anUnknownReasonIsAccepted() async throws {
        let (flags, _) = try await ask(
            ok(#"{"key":"a","reason":"TOMORROW","value":1},{"key":"b","value":2}"#)
        )
        #expect(flags?.values == ["a": 1, "b": 2])
    }

    @Test func oneBadFlagDoesNotFailTheOthers() async throws {
        let (flags, _) = try await ask(
            ok(
                #"""
                {"key":"a","value":true},{"key":"b","errorCode":"PARSE_ERROR","errorDetails":"no rule"},
                {"key":"c","errorCode":"GENERAL"},{"key":"d","errorCode":7},{"key":"e","value":1,"errorCode":null}
                """#
            )
        )
        #expect(flags?.values == ["a": true, "e": 1])
        #expect(
            flags?.failures == [
                "flag 'b' has its default: PARSE_ERROR: no rule",
                "flag 'c' has its default: GENERAL",
                "flag 'd' has its default: no reason",
            ]
        )
    }

    @Test func anOddFlagIsLeftOutAndTold() async throws {
        let (flags, _) = try await ask(
            ok(
                #"""
                {"key":"a","value":{"deep":null}},{"value":1},{"key":"b","value":1},7,
                {"key":"b","value":1},{"key":"b"},{"key":"c"}
                """#
            )
        )
        #expect(flags?.values == ["a": ["deep": nil]])
        #expect(
            flags?.failures == [
                "left out: flags[1] has no key that is text",
                "left out: flag 'b' is there more than once",
                "left out: flags[3] is an integer; expected an object",
            ]
        )
    }

    @Test func namesOfFlagsAreComparedAsBytes() async throws {
        let (flags, _) = try await ask(
            ok("{\"key\":\"caf\u{E9}\",\"value\":1},{\"key\":\"cafe\u{301}\",\"value\":2}")
        )
        #expect(flags?.values["caf\u{E9}"] == 1)
        #expect(flags?.values["cafe\u{301}"] == 2)
        #expect(flags?.failures == [])
    }

    @Test func redirectsAreFollowedAsByHTTP() async throws {
        for (status, method) in [
            (301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST"),
        ] {
            let requests = Requests()
            let server = try HTTPTestServer { request in
                requests.add(request) == 1
                    ? .redirect("\(status) X", to: "/other")
                    : .status(
                        "200 OK",
                        headers: ["ETag: x"],
                        body: #"{"flags":[{"key":"a","value":1}]}"#
                    )
            }
            defer { server.stop() }
            let flags = try await source("headers: { X-API-Key: k }", port: server.port)
                .ask(TemplateValues(), since: "old")
            #expect(flags?.values == ["a": 1])
            // It is another resource's.
            #expect(flags?.etag == nil)
            let lines = requests.all.last?.lines ?? []
            #expect(lines.first == "\(method) /other HTTP/1.1")
            #expect(lines.contains("X-API-Key: k"))
            #expect(!lines.contains { $0.lowercased().hasPrefix("if-none-match") })
        }
    }

    @Test func whatIsNotFollowedIsNamed() async throws {
        let target = "http://127.0.0.1:1/flags"
        let failure = await failure(.redirect("307 X", to: "\(target)?secret"))
        #expect(failure?.answer == .status(307))
        #expect(
            failure?.words
                == "it redirects a POST with its body to another origin; if \(target)?… is to have it, request that"
        )
    }

    @Test func whatElseTheAnswerHasIsIgnored() async throws {
        let (flags, _) = try await ask(
            .ok(
                #"{"flags":[{"key":"a","value":1,"new":2}],"metadata":{"v":"1"},"eventStreams":[{"type":"sse"}]}"#
            )
        )
        #expect(flags?.values == ["a": 1])
    }

    @Test func flagsThatAreThereAreNotSentAgain() async throws {
        let server = try HTTPTestServer { request in
            let head = request.lines.first { $0.lowercased().hasPrefix("if-none-match: ") }
            guard head?.dropFirst(15) == #"W/"7""# else {
                return .status("200 OK", headers: [#"ETag: W/"7""#], body: #"{"flags":[]}"#)
            }
            return .bytes(Array("HTTP/1.1 304 Not Modified\r\nETag: W/\"7\"\r\n\r\n".utf8))
        }
        defer { server.stop() }
        let source = try source("", port: server.port)
        let first = try await source.ask(TemplateValues(), since: nil)
        #expect(first?.etag == #"W/"7""#)
        #expect(try await source.ask(TemplateValues(), since: first?.etag) == nil)
    }

    @Test(
        arguments: [
            (400, "Bad Request", ""), (401, "Unauthorized", ""), (403, "Forbidden", ""),
            (404, "Not Found", "; the url is what comes before /ofrep"), (302, "Found", ""),
            (429, "Too Many Requests", ""), (500, "Internal Server Error", ""),
            (503, "Service Unavailable", ""),
        ]
    )
    func eachStatusIsSaidWithItsReason(code: Int, status: String, advice: String) async {
        let body = #"{"errorCode":"INVALID_CONTEXT","errorDetails":"too old"}"#
        let failure = await failure(.status("\(code) \(status)", body: body))
        #expect(failure?.answer == .status(code))
        let reason = code == 302 ? "" : ": INVALID_CONTEXT: too old"
        #expect(failure?.words == "\(code) \(status)\(reason)\(advice)")
    }

    @Test func aRefusalNeedsNoBody() async {
        let failure = await failure(.status("401 Unauthorized"))
        #expect(failure?.words == "401 Unauthorized")
    }

    @Test(
        arguments: [
            ("", "no JSON: it is empty"),
            ("<html>", "no JSON: byte 0: unexpected '<', of 6 bytes"),
            ("[]", "an array; expected an object with flags"),
            ("{}", "an object without flags"),
            (#"{"flags":{}}"#, "flags is an object; expected an array"),
            (#"{"flags":[1]}"#, "flags[0] is an integer; expected an object"),
            (#"{"flags":[{"key":7}]}"#, "flags[0] has no key that is text"),
            (#"{"flags":[{"key":"a"},{"key":"a"}]}"#, "flag 'a' is there more than once"),
            (
                #"{"flags":[],"flags":[]}"#,
                "no JSON: byte 12: a key for the second time in one object, of 23 bytes"
            ),
        ]
    )
    func anAnswerThatLiesSaysWhatIsWrong(body: String, words: String) async {
        let failure = await failure(.ok(body))
        #expect(failure?.answer == .unreadable)
        #expect(failure?.words == "the answer is not OFREP: \(words)")
    }

    @Test func anAnswerOfMoreThanAMebibyteIsNotRead() async {
        let failure = await failure(.ok(String(repeating: " ", count: 1 << 20 + 1)))
        #expect(failure?.answer == .tooLong)
        #expect(failure?.words.contains("1048576 bytes") == true)
    }

    @Test func nothingCanBeUnmodifiedThatWasNotThere() async {
        let failure = await failure(.bytes(Array("HTTP/1.1 304 Not Modified\r\n\r\n".utf8)))
        #expect(failure?.answer == .status(304))
        #expect(
            failure?.words
                == "the answer is 304 Not Modified, and there were no flags to be modified"
        )
    }

    @Test func aServerThatIsNotThereGivesNoAnswer() async throws {
        let source = try source("", port: HTTPTestServer.unusedPort())
        await #expect {
            _ = try await source.ask(TemplateValues(), since: nil)
        } throws: { error in
            (error as? FlagsError)?.answer == .noAnswer
        }
    }

    @Test(arguments: [
        Answer.never, .silence(after: "HTTP/1.1 200 OK\r\n\r\n{"), .reset(after: "HTT"),
    ])
    func aServerThatIsSlowOrGoesAwayGivesNoAnswer(answer: HTTPTestServer.Answer) async {
        let failure = await failure(answer, "tryTimeout: 200ms")
        #expect(failure?.answer == .noAnswer)
    }

    @Test func aServerThatWantsPeaceIsNotAsked() async throws {
        let requests = Requests()
        let server = try HTTPTestServer { request in
            requests.add(request)
            return .status("429 Too Many Requests", headers: ["Retry-After: 60"])
        }
        defer { server.stop() }
        let source = try source("tryTimeout: 1s", port: server.port)
        for _ in 0..<3 {
            await #expect {
                _ = try await source.ask(TemplateValues(), since: nil)
            } throws: { error in
                guard let pause = (error as? FlagsError)?.retryAfter else { return false }
                return .seconds(50)...(.seconds(60)) ~= pause
            }
        }
        #expect(requests.all.count == 1)
    }

    @Test func aShortPauseIsWaitedFor() async throws {
        let requests = Requests()
        let server = try HTTPTestServer { request in
            guard requests.add(request) == 1 else { return .ok(#"{"flags":[]}"#) }
            return .status("503 Service Unavailable", headers: ["Retry-After: 1"])
        }
        defer { server.stop() }
        let source = try source("", port: server.port)
        _ = try? await source.ask(TemplateValues(), since: nil)
        let start = ContinuousClock.now
        #expect(try await source.ask(TemplateValues(), since: nil)?.values == [:])
        #expect(start.duration(to: .now) > .milliseconds(900))
    }

    @Test func aSecretThatTheServerRepeatsIsHidden() async {
        let body = #"{"errorCode":"GENERAL","errorDetails":"no user s3cret-token here"}"#
        let failure = await failure(
            .status("401 Unauthorized", body: body),
            "headers: { Authorization: \"Bearer ${credential.token}\" }",
            TemplateValues(credentials: Credentials(["token": "s3cret-token"]))
        )
        #expect(failure?.words == "401 Unauthorized: GENERAL: no user *** here")
    }
}

/// The requests that a server got.
private final class Requests: Sendable {
    private let requests = Mutex<[HTTPTestServer.Request]>([])

    var all: [HTTPTestServer.Request] { requests.withLock(\.self) }

    /// Adds one; returns how many there are.
    @discardableResult
    func add(_ request: HTTPTestServer.Request) -> Int {
        requests.withLock { requests in
            requests.append(request)
            return requests.count
        }
    }
}
