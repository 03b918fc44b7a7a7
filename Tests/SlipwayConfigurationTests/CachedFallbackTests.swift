import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Synchronization
import Testing

/// `fallback: { cached: 7d }`.
struct CachedFallbackTests {
    /// Launches with an operation `user`, first as it succeeds and then as it fails; its status in the
    /// second one.
    private func fallsBack(
        _ before: String,
        _ after: String? = nil,
        environments: [[String: String]] = [[:], [:]]
    ) async throws -> OperationStatus? {
        let store = KeptJSON()
        var status: OperationStatus?
        for (index, user) in [before, after ?? before].enumerated() {
            let failures = index == 0 ? [:] : ["get": 9, "user": 9]
            let recorder = Recorder(values: ["user": ["id": 5], "login": "t"], failures: failures)
            let report = try await recorder.launch(
                """
                name: test
                operations:
                  login: { exec: { command: [login], output: text } }
                  user: { optional: true, \(user) }
                """,
                environment: environments[index],
                id: "launch-\(index)",
                values: store
            )
            status = report.operations.first { $0.name == "user" }
        }
        return status
    }

    private static let cached = "fallback: { cached: 7d }"

    @Test(
        arguments: [
            "exec: { command: [get], output: json }",
            "exec: { command: [get, \"${operations.login.value}\"], output: json }",
            // Another launch has another identity, and another value of a variable is a secret at most.
            "exec: { command: [get, \"${launch.id}\"], output: json }",
            "exec: { command: [get], output: json, environment: { TOKEN: \"${env.TOKEN}\" } }",
        ]
    )
    func theLastGoodValueStandsIn(body: String) async throws {
        let user = try await fallsBack(
            "\(body), \(Self.cached)",
            environments: [["TOKEN": "a"], ["TOKEN": "b"]]
        )
        #expect(user?.outcome?.word == "degraded")
        #expect(user?.fallback?.source == "cache")
    }

    /// A new token is no other source, and no part of a secret is stored.
    @Test func aCredentialIsNoPartOfWhatAValueCameFrom() async throws {
        let folders = try [TemporaryFolder(), TemporaryFolder()]
        for (index, folder) in folders.enumerated() { try folder.write("\(index)", to: "token") }
        let user = try await fallsBack(
            "exec: { command: [get], output: json, stdin: \"${credential.token}\" }, \(Self.cached)",
            environments: folders.map { ["CREDENTIALS_DIRECTORY": $0.path] }
        )
        #expect(user?.fallback?.source == "cache")
    }

    /// Each pair is two values of the `Authorization` header, of one user or of two.
    @Test(
        arguments: [
            ("Bearer one", "Bearer one", true), ("Bearer one", "Bearer two", false),
            ("Token one", "Token two", false), ("one", "two", false),
            ("Basic \(basic("ann:1"))", "Basic \(basic("ann:2"))", true),
            ("Basic \(basic("ann:1"))", "Basic \(basic("bob:1"))", false),
            ("Bearer \(token("ann"))", "Bearer \(token("ann", expires: 2))", true),
            ("Bearer \(token("ann"))", "Bearer \(token("bob"))", false),
            ("Bearer a.b.c", "Bearer d..", false),
        ]
    )
    func aValueOfAnotherUserIsNotUsed(before: String, after: String, isSame: Bool) async throws {
        let folders = try [TemporaryFolder(), TemporaryFolder()]
        for (folder, text) in zip(folders, [before, after]) { try folder.write(text, to: "token") }
        let user = try await fallsBack(
            "http: { url: \"https://h/\", headers: { authorization: \"${credential.token}\" } }, \(Self.cached)",
            environments: folders.map { ["CREDENTIALS_DIRECTORY": $0.path] }
        )
        #expect(user?.fallback?.source == (isSame ? "cache" : nil))
        #expect(user?.outcome?.word == (isSame ? "degraded" : "failed"))
    }

    /// Each is the value of a header that is filled in, before and after.
    @Test(arguments: [
        ("Cookie", "session=${env.VALUE}", false), ("X-User", "${env.VALUE}", false),
        ("X-Api-Key", "${credential.token}", false),
        ("Authorization", "Digest ${credential.token}", false),
        ("X-Request-Id", "${launch.id}", true), ("X-User", "ann", true),
    ])
    func aValueBelongsToAllHeadersOfItsRequest(name: String, text: String, isSame: Bool)
        async throws
    {
        let folders = try [TemporaryFolder(), TemporaryFolder()]
        for (index, folder) in folders.enumerated() {
            try folder.write("secret-\(index)", to: "token")
        }
        func environment(_ index: Int) -> [String: String] {
            ["CREDENTIALS_DIRECTORY": folders[index].path, "VALUE": "value-\(index)"]
        }
        let request =
            "http: { url: \"https://h/\", headers: { \(name): \"\(text)\" } }, \(Self.cached)"
        for index in 0...1 {
            let user = try await fallsBack(
                request,
                environments: [environment(0), environment(index)]
            )
            let isUsed = isSame || index == 0
            #expect(user?.fallback?.source == (isUsed ? "cache" : nil))
            guard !isUsed else { continue }
            #expect(
                user?.outcome?.message?.hasSuffix(
                    "; its fallback declined: the kept value came from something else"
                ) == true
            )
        }
    }

    @Test func whoAsksIsNotKnownWithoutAValueThatAHeaderRefersTo() async throws {
        let store = KeptJSON()
        var message: String?
        let launches: [(login: JSON, failures: [String: Int])] = [
            (["id": "ann"], [:]), ([:], ["user": 9]),
        ]
        for (login, failures) in launches {
            let recorder = Recorder(values: ["user": 5, "login": login], failures: failures)
            let report = try await recorder.launch(
                """
                name: test
                operations:
                  login: { exec: { command: [login], output: json } }
                  user:
                    optional: true
                    http: { url: "https://h/", headers: { X-User: "${operations.login.value.id}" } }
                    \(Self.cached)
                """,
                values: store
            )
            message = report.operations.first { $0.name == "user" }?.outcome?.message
        }
        #expect(
            message?.hasSuffix(
                "; its fallback declined: what a value would come from now is not known"
            ) == true,
            "\(message ?? "none")"
        )
    }

    @Test func aValueOfUnknownAgeStandsInIfThatIsSaid() async throws {
        for (keys, source) in [("", nil), (", unknownAge: true", "cache")] {
            let store = KeptJSON()
            for failures in [[:], ["get": 9]] {
                let recorder = Recorder(values: ["user": 5], failures: failures)
                let report = try await recorder.launch(
                    """
                    name: test
                    operations:
                      user: { optional: true, exec: { command: [get], output: json }, fallback: { cached: 7d\(keys) } }
                      show: { requires: [user], optional: true, exec: [show, "${operations.user.age}"] }
                    """,
                    values: store
                )
                // In an hour.
                store.age(by: -3600)
                guard !failures.isEmpty else { continue }
                let use = report.operations.first { $0.name == "user" }?.fallback
                #expect(use?.source == source)
                #expect(use?.age == nil)
                #expect(recorder.calls.contains("show unknown") == (source != nil))
            }
        }
    }

    @Test func whatIsSaidOfAnUnknownAgeGoesWithAKeptValue() {
        #expect(
            faults(operation("sleep: 1s\nfallback: { value: 1, unknownAge: true }")) == [
                "test.yaml:5:27: operations.x.fallback.unknownAge: goes with cached; remove it"
            ]
        )
    }

    private static func basic(_ user: String) -> String { Base64.text(of: Array(user.utf8)) }

    private static func token(_ subject: String, expires: Int = 1) -> String {
        let claims = #"{"iss":"https://id","sub":"\#(subject)","exp":\#(expires)}"#
        let text = Base64.text(of: Array(claims.utf8)).replacing("=", with: "")
        return "eyJhbGciOiJub25lIn0.\(text.replacing("+", with: "-").replacing("/", with: "_"))."
    }

    @Test(
        arguments: [
            "exec: { command: [get, more], output: json }",
            "exec: { command: [get], output: json, environmentFiles: [/etc/a.env] }",
            "exec: { command: [get], output: json, directory: /tmp }",
            "exec: { command: [get], output: json, environment: { TOKEN: a } }",
        ]
    )
    func aValueOfSomethingElseIsNotUsed(body: String) async throws {
        let user = try await fallsBack(
            "exec: { command: [get], output: json }, \(Self.cached)",
            "\(body), \(Self.cached)"
        )
        #expect(
            user?.outcome?.message?.hasSuffix(
                "; its fallback declined: the kept value came from something else"
            ) == true
        )
    }

    @Test func textsCanSayHowOldAValueIs() async throws {
        let store = KeptJSON()
        for (kept, failures) in [(nil, [:]), (7200, ["get": 9])] as [(Int64?, [String: Int])] {
            if let kept { store.age(by: kept) }
            let recorder = Recorder(values: ["user": 5], failures: failures)
            _ = try await recorder.launch(
                """
                name: test
                operations:
                  user: { exec: { command: [get], output: json }, fallback: { cached: 7d } }
                  show: { exec: [show, "${operations.user.age}"] }
                  x: { when: { value: "${operations.user.age}s", equals: 0s }, exec: [new] }
                """,
                values: store
            )
            let shown = recorder.calls.compactMap { call in
                call.hasPrefix("show ") ? Int64(call.dropFirst(5)) : nil
            }
            // A machine under load takes its time.
            let age = kept ?? 0
            #expect(shown.count == 1 && (age..<age + 600).contains(shown[0]))
            #expect(recorder.calls.contains("new") == (kept == nil))
        }
    }

    /// Who asks is known by it.
    @Test func aCertificateIsAPartOfWhatAValueCameFrom() async throws {
        func request(_ tls: String) -> String {
            "http: { url: \"https://h/\", tls: { \(tls) } }, \(Self.cached)"
        }
        let one = request("certificate: /a.pem")
        let other = request("certificate: /b.pem")
        #expect(try await fallsBack(one)?.fallback?.source == "cache")
        #expect(try await fallsBack(one, other)?.outcome?.word == "failed")
        // Another authority vouches for the same.
        let authority = request("certificate: /a.pem, ca: /ca.pem")
        #expect(try await fallsBack(one, authority)?.fallback?.source == "cache")
    }

    @Test func whatItHasOfAnAnswerIsAPartOfWhatAValueCameFrom() async throws {
        func request(_ output: String) -> String {
            "http: { url: \"https://h/\", output: \(output) }, \(Self.cached)"
        }
        for (before, after) in [("json", "{}"), ("{}", "{ headers: [ETag] }")] {
            let user = try await fallsBack(request(before), request(after))
            #expect(user?.outcome?.word == "failed")
        }
        let same = try await fallsBack(request("{ headers: [ETag] }"))
        #expect(same?.fallback?.source == "cache")
    }

    @Test func aFixedValueIsTheLastResort() async throws {
        let user = try await fallsBack(
            "exec: { command: [get], output: json }, \(Self.cached)",
            "exec: { command: [get, more], output: json }, fallback: { cached: 7d, value: {} }"
        )
        #expect(user?.fallback?.source == "default")
    }
}

/// Keeps values as long as a test.
final class KeptJSON: ValueStore {
    private let values = Mutex<[String: any Sendable]>([:])

    func read<Value>(
        _ type: KeptValue<Value>.Type,
        of operation: String
    ) throws -> KeptValue<Value>? {
        values.withLock { $0[operation] } as? KeptValue<Value>
    }

    /// Makes all of them older by so many seconds.
    func age(by seconds: Int64) {
        values.withLock { values in
            values = values.mapValues { value in (value as? any Ageing)?.aged(by: seconds) ?? value
            }
        }
    }

    func write<Value>(_ value: KeptValue<Value>, of operation: String) {
        values.withLock { $0[operation] = value }
    }
}

/// A kept value, of any type.
private protocol Ageing {
    func aged(by seconds: Int64) -> any Sendable
}

extension KeptValue: Ageing {
    fileprivate func aged(by seconds: Int64) -> any Sendable {
        var value = self
        value.endedAtUSec -= seconds * 1_000_000
        return value
    }
}
