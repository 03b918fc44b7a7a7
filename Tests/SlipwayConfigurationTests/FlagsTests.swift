import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

@testable import SlipwayOperations

/// `flags` of a configuration, and `when: { flag: … }`.
@Suite(.timeLimit(.minutes(5)))
struct FlagsTests {
    private static let url = "url: \"http://localhost\", context: { targetingKey: \"${env.USER}\" }"
    private static let outage = FlagsError(.status(503), "503 Service Unavailable")
    private static let refused = FlagsError(.status(400), "400 Bad Request")
    private static let denied = FlagsError(.status(401), "401 Unauthorized")

    private let store = KeptJSON()
    private let flags = Flags(["dark": true, "hue": "blue"], etag: "7")

    /// Launches with an operation `toggles`, and returns its status.
    private func toggles(
        of server: FlagsServer,
        _ keys: String = "",
        fallback: String = "{ cached: 7d }",
        user: String = "ann",
        whenReady: (Launch) async throws -> Void = { _ in }
    ) async throws -> OperationStatus? {
        let report = try await server.launch(
            """
            operations:
              toggles: { optional: true, flags: { \(Self.url), \(keys) }, fallback: \(fallback) }
              show: { after: [toggles], exec: [shown] }
            """,
            values: store,
            environment: ["USER": user],
            whenReady: whenReady
        )
        return report.operations.first { $0.name == "toggles" }
    }

    @Test func theValueIsAnObjectOfAllFlags() async throws {
        let server = FlagsServer(.success(Flags(["dark-mode": true, "hue": "blue"])))
        let report = try await server.launch(
            """
            operations:
              toggles: { flags: { \(Self.url) } }
              show: { exec: [show, "${operations.toggles.value.dark-mode}", "${operations.toggles.value}"] }
            """,
            environment: ["USER": "ann"]
        )
        #expect(server.ran == [#"show true {"dark-mode":true,"hue":"blue"}"#])
        #expect(report.operations.map(\.outcome) == [.succeeded, .succeeded])
        #expect(server.asked == [nil])
    }

    @Test func aFlagThatCouldNotBeEvaluatedIsSaid() async throws {
        let server = FlagsServer(
            .success(Flags([:], failures: ["flag 'a' has its default: GENERAL"]))
        )
        #expect(try await toggles(of: server)?.outcome == .succeeded)
        #expect(server.said == ["! toggles: flag 'a' has its default: GENERAL"])
    }

    @Test func keptFlagsStandInForAServerThatCannotBeAsked() async throws {
        _ = try await toggles(of: FlagsServer(.success(flags)))
        let server = FlagsServer(.failure(Self.outage))
        let status = try await toggles(of: server)
        #expect(status?.outcome == .degraded(reason: "503 Service Unavailable"))
        #expect(status?.fallback?.source == "cache")
        #expect(server.asked == ["7"])
    }

    @Test(arguments: [refused, denied])
    func keptFlagsAreNoAnswerToARefusedQuestion(error: FlagsError) async throws {
        _ = try await toggles(of: FlagsServer(.success(flags)))
        let status = try await toggles(of: FlagsServer(.failure(error)))
        #expect(status?.fallback == nil)
        #expect(
            status?.outcome?.message
                == "\(error); its fallback declined: a kept value does not stand in where the "
                + "server refused the request"
        )
    }

    @Test func theValueOfTheFileIsTheLastResort() async throws {
        _ = try await toggles(of: FlagsServer(.success(flags)))
        let status = try await toggles(
            of: FlagsServer(.failure(Self.denied)),
            fallback: "{ cached: 7d, value: { dark: false } }"
        )
        #expect(status?.fallback?.source == "default")
    }

    @Test func keptFlagsThatHaveNotChangedAreTheValue() async throws {
        _ = try await toggles(of: FlagsServer(.success(flags)))
        let status = try await toggles(of: FlagsServer(.success(nil)))
        #expect(status?.outcome == .succeeded)
        #expect(status?.fallback == nil)
        // It was kept anew, with what the server recognises it by.
        let server = FlagsServer(.failure(Self.outage))
        #expect(try await toggles(of: server)?.fallback?.source == "cache")
        #expect(server.asked == ["7"])
    }

    @Test func anotherContextGetsNoKeptFlags() async throws {
        _ = try await toggles(of: FlagsServer(.success(flags)))
        let server = FlagsServer(.failure(Self.outage))
        let status = try await toggles(of: server, user: "bob")
        #expect(server.asked == [nil])
        #expect(
            status?.outcome?.message
                == "503 Service Unavailable; its fallback declined: the kept value came from something else"
        )
    }

    @Test(arguments: [outage, refused, denied])
    func withLocalCacheFirstKeptFlagsAreTheValueAtOnce(error: FlagsError) async throws {
        let mode = "cache: local-cache-first"
        // With nothing kept the server is asked.
        let first = FlagsServer(.success(flags))
        #expect(try await toggles(of: first, mode)?.fallback == nil)
        #expect(first.asked == [nil])
        let server = FlagsServer(.failure(error))
        let status = try await toggles(of: server, mode) { _ in
            try await eventually("the server is asked in the background") {
                !server.said.isEmpty
            }
        }
        #expect(status?.outcome == .succeeded)
        #expect(status?.fallback?.source == "cache")
        #expect(server.asked == ["7"])
        let words = error == Self.denied ? "; the server is not asked again" : ""
        #expect(server.said == ["! toggles: the flags stay as they are: \(error)\(words)"])
    }

    /// Of the age that they may have they are the value at once; a second later the server is asked.
    @Test(arguments: [(86_000, ["7"]), (86_401, [nil])] as [(Int64, [String?])])
    func withLocalCacheFirstKeptFlagsAreNotOlderThanTheyMayBe(
        age: Int64,
        asked: [String?]
    ) async throws {
        let (mode, day) = ("cache: local-cache-first", "{ cached: 1d }")
        _ = try await toggles(of: FlagsServer(.success(flags)), mode, fallback: day)
        store.age(by: age)
        let server = FlagsServer(.failure(Self.outage))
        let status = try await toggles(of: server, mode, fallback: day) { _ in
            try await eventually("the server is asked") { !server.asked.isEmpty }
        }
        let isOld = asked == [nil]
        #expect(server.asked.prefix(1) == asked[...])
        #expect(status?.fallback?.source == (isOld ? nil : "cache"))
        #expect(status?.outcome?.word == (isOld ? "failed" : "succeeded"))
    }

    @Test func whatTheServerSaysInTheBackgroundIsKept() async throws {
        let mode = "cache: local-cache-first"
        _ = try await toggles(of: FlagsServer(.success(flags)), mode)
        let newer = FlagsServer(
            .success(Flags(["dark": false, "hue": "red", "new": 1], etag: "8"))
        )
        _ = try await toggles(of: newer, mode) { _ in
            try await eventually("the changes are said") { newer.said.count == 4 }
        }
        #expect(
            newer.said == [
                "toggles: the flags are those of the server again",
                "toggles: flag 'dark' is false, and was true",
                "toggles: flag 'hue' has another value", "toggles: flag 'new' has another value",
            ]
        )
        let server = FlagsServer(.failure(Self.outage))
        _ = try await toggles(of: server)
        #expect(server.asked == ["8"])
    }

    private static let polling = """
        operations:
          toggles: { flags: { \(url), poll: 100ms, changed: toggled } }
        actions:
          toggled:
            requires: [toggles]
            parameters: { flag: { type: string, required: true }, value: { type: boolean }, previous: { type: boolean } }
            exec: [toggled, "${payload.flag}", "${operations.toggles.value}"]
          other: { requires: [toggles], exec: [other, "${operations.toggles.value.dark}"] }
        """

    @Test func aChangeWhileTheServiceRunsIsSaidAndHandedToItsAction() async throws {
        let server = FlagsServer(
            .success(Flags(["dark": false, "old": true], etag: "1")),
            .success(nil),
            .success(Flags(["dark": true, "hue": "red"], etag: "2")),
            .success(nil)
        )
        let report = try await server.launch(Self.polling, environment: ["USER": "ann"]) { _ in
            try await eventually("the actions have run") { server.ran.count == 2 }
        }
        #expect(
            server.said == [
                "toggles: flag 'dark' is true, and was false",
                "toggles: flag 'hue' has another value",
                "toggles: flag 'old' has no value any more",
                // Its parameter is a boolean.
                "! toggles: no 'toggled' is submitted for flag 'hue': payload.value: is a string; "
                    + "expected a boolean",
            ]
        )
        #expect(
            server.ran == [
                #"toggled dark {"dark":true,"hue":"red"}"#,
                #"toggled old {"dark":true,"hue":"red"}"#,
            ]
        )
        #expect(server.asked.prefix(3) == [nil, "1", "1"])
        #expect(report.operations.map(\.outcome) == [.succeeded])
    }

    @Test func manyChangesAtOnceTakeTheirPlacesAsThereIsRoom() async throws {
        let count = 1500
        func flags(_ value: Bool) -> Flags {
            let values = (0..<count).map { ("flag-\($0)", JSON.bool(value)) }
            return Flags(JSONObject(values), etag: "\(value)")
        }
        let server = FlagsServer(.success(flags(false)), .success(flags(true)), .success(nil))
        _ = try await server.launch(
            """
            operations:
              toggles: { flags: { \(Self.url), poll: 100ms, changed: toggled } }
            actions:
              toggled:
                limit: 20
                requires: [toggles]
                parameters: { flag: { type: string, required: true } }
                exec: [run, "${payload.flag}"]
            """,
            environment: ["USER": "ann"]
        ) { _ in
            try await eventually("all actions have run") { server.ran.count == count }
        }
        #expect(server.ran == (0..<count).map { "run flag-\($0)" })
        #expect(!server.said.contains { $0.hasPrefix("! ") })
    }

    @Test func anOutageWhileTheServiceRunsIsSaidOnceAndItsEnd() async throws {
        let server = FlagsServer(
            .success(flags),
            .failure(Self.outage),
            .failure(Self.outage),
            .success(nil),
            .failure(Self.denied)
        )
        _ = try await server.launch(Self.polling, environment: ["USER": "ann"]) { _ in
            try await eventually("polling has ended") { server.said.count == 3 }
        }
        #expect(
            server.said == [
                "! toggles: the flags stay as they are: 503 Service Unavailable",
                "toggles: the flags are those of the server again",
                "! toggles: the flags stay as they are: 401 Unauthorized; the server is not asked again",
            ]
        )
        #expect(server.asked.count == 5)
    }

    @Test(
        arguments: [
            ("{ flag: on }", true), ("{ flag: off }", false), ("{ flag: text }", false),
            ("{ flag: missing }", false), ("{ not: { flag: missing } }", true),
            ("{ flag: text, equals: blue }", true), ("{ flag: text, equals: red }", false),
            ("{ flag: number, equals: 1.0 }", true), ("{ flag: off, equals: false }", true),
            ("{ flag: missing, equals: false }", false), ("{ flag: missing, equals: ~ }", true),
            ("{ flag: a.b }", true), ("{ flag: on, of: toggles }", true),
            ("{ all: [{ flag: on }, { flag: a.b }] }", true),
        ]
    )
    func aConditionAsksForAFlag(condition: String, holds: Bool) async throws {
        let server = FlagsServer(
            .success(Flags(["on": true, "off": false, "text": "blue", "number": 1, "a.b": true]))
        )
        let report = try await server.launch(
            """
            operations:
              toggles: { flags: { \(Self.url) } }
              x: { when: \(condition), exec: [x] }
            """,
            environment: ["USER": "ann"]
        )
        #expect(server.ran == (holds ? ["x"] : []))
        let status = try #require(report.operations.first { $0.name == "x" })
        #expect(status.requires == ["toggles"])
    }

    @Test func aConditionMayAskAnyValueForAFlag() async throws {
        let recorder = Recorder(values: ["get": ["beta": true]])
        _ = try await recorder.launch(
            """
            name: test
            operations:
              get: { http: "http://localhost/" }
              x: { when: { flag: beta, of: get }, exec: [x] }
            """
        )
        #expect(recorder.calls == ["get", "x"])
    }

    @Test func theDescriptionOfAConditionNamesItsFlag() throws {
        let configured = try ConfiguredGraph(
            parsing: .test(
                """
                name: test
                operations:
                  toggles: { flags: { url: "http://localhost", context: { targetingKey: a } } }
                  x: { when: { any: [{ flag: a }, { flag: b, equals: [1] }] }, sleep: 1s }
                """
            )
        )
        #expect(
            configured.configuration.operations[1].condition?.description
                == "(flag a is on or flag b equals [1])"
        )
    }
}
