import Foundation
import SlipwayTestSupport
import Testing

@testable import SlipwayConfiguration
@testable import SlipwayOperations

/// `${credential.NAME}`: where it may be, where it comes from, and what is said of it.
struct CredentialTests {
    @Test(arguments: ["token", "api-token", "my.api.token", ".hidden", "a b", "x_1", "..."])
    func aNameIsThatOfAFile(name: String) {
        let parser = TemplateParser("<${credential.\(name)}>")
        #expect(parser.template.references == [.credential(name)])
        #expect(parser.faults == [])
        #expect("\(ValueReference.credential(name))" == "'${credential.\(name)}'")
    }

    @Test(arguments: [
        "", ".", "..", "a/b", "/etc/passwd", "a:b", "é", "a\tb", String(repeating: "a", count: 256),
    ])
    func anotherNameIsNone(name: String) {
        #expect(TemplateParser("${credential.\(name)}").faults.count == 1)
    }

    @Test func theLongestNameHas255Bytes() {
        let name = String(repeating: "a", count: 255)
        #expect(TemplateParser("${credential.\(name)}").template.references == [.credential(name)])
    }

    private static let secret = "'${credential.s}'"
    private static let places =
        "a credential may be in environment and stdin of exec, headers and body of http, and content of "
        + "write"

    @Test(
        arguments: [
            "http: { url: 'http://h/', headers: { Authorization: 'Bearer ${credential.s}' } }",
            "http: { url: 'http://h/', body: '{\"key\": \"${credential.s}\"}' }",
            "exec: { command: [a], stdin: '${credential.s}' }",
            "exec: { command: [a], environment: { TOKEN: '${credential.s}' } }",
            "write: { path: /run/x, content: 'key = ${credential.s}' }",
            "sleep: 1s\nstop: { command: [a], stdin: '${credential.s}' }",
            """
            exec: { command: [a], ready: started }
            health: { exec: { command: [a], environment: { TOKEN: '${credential.s}' } } }
            """,
        ]
    )
    func itMayBeWhereNobodyElseReads(body: String) throws {
        let credentials = try read(operation(body)).credentials
        #expect(credentials.map(\.name) == ["s"])
        // None is looked for unless the folder is known.
        #expect(faults(operation(body)) == [])
    }

    private static let argument =
        "\(secret): everybody on the machine can read the arguments of a process; \(places)"
    private static let address =
        "\(secret): messages and the logs of servers show addresses; \(places)"
    private static let path = "\(secret): messages show paths, and others can list them; \(places)"
    private static let condition =
        "\(secret): whoever can ask is shown what a condition asks; \(places)"

    @Test(
        arguments: [
            ("exec: [a, '--token=${credential.s}']", "4:24: operations.x.exec[1]", argument),
            ("exec: ['${credential.s}']", "4:13: operations.x.exec[0]", argument),
            (
                "sleep: 1s\nstop: [a, '${credential.s}']", "5:16: operations.x.stop[1]", argument
            ),
            (
                "exec: { command: [a], directory: '/${credential.s}' }",
                "4:40: operations.x.exec.directory", path
            ),
            (
                "exec: { command: [a], environment: { PATH: '/${credential.s}' } }",
                "4:50: operations.x.exec.environment.PATH", path
            ),
            (
                "exec: { command: [a], ready: 'socket:/${credential.s}' }",
                "4:43: operations.x.exec.ready", path
            ),
            ("http: 'http://h/?key=${credential.s}'", "4:26: operations.x.http", address),
            ("wait: { tcp: '${credential.s}:1' }", "4:19: operations.x.wait.tcp", address),
            ("wait: { file: '/${credential.s}' }", "4:21: operations.x.wait.file", path),
            ("wait: { socket: '/${credential.s}' }", "4:23: operations.x.wait.socket", path),
            (
                "write: { path: '/${credential.s}', content: a }", "4:22: operations.x.write.path",
                path
            ),
            (
                "sleep: 1s\nwhen: { value: '${credential.s}', equals: a }",
                "5:21: operations.x.when.value", condition
            ),
            (
                "sleep: 1s\nwhen: { exists: '/${credential.s}' }", "5:23: operations.x.when.exists",
                path
            ),
        ]
    )
    func anywhereElseItIsAFault(body: String, place: String, reason: String) {
        #expect(faults(operation(body)) == ["test.yaml:\(place): \(reason)"])
    }

    @Test func whatIsWrittenAsItStandsNamesNone() {
        let literal = "\(Self.secret): nothing is filled in here; \(Self.places)"
        #expect(
            faults(
                """
                name: test
                operations:
                  x: { http: "http://h/", fallback: { value: { keys: ["${credential.s}"] } } }
                actions:
                  y:
                    parameters: { key: { default: "${credential.s}" } }
                    exec: [a]
                """
            ) == [
                "test.yaml:3:55: operations.x.fallback.value: \(literal)",
                "test.yaml:6:35: actions.y.parameters.key.default: \(literal)",
            ]
        )
    }

    /// The faults of a text in which `${credential.NAME}` stands twice, with these files in the folder.
    private func faultsOfLoading(_ name: String, _ files: [String: [UInt8]]?) throws -> [String] {
        let folder = try TemporaryFolder()
        for (name, bytes) in files ?? [:] {
            try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        let environment = files == nil ? [:] : ["CREDENTIALS_DIRECTORY": folder.path]
        let body =
            "exec: { command: [a], stdin: '${credential.\(name)}', environment: { X: '${credential.\(name)}' } }"
        do throws(ConfigurationFaults) {
            _ = try ConfiguredGraph(
                parsing: .test(operation(body)),
                credentials: CredentialFolder(in: environment)
            )
            return []
        } catch {
            #expect(
                error.faults.map(\.key).sorted() == [
                    "operations.x.exec.environment.X", "operations.x.exec.stdin",
                ]
            )
            return Array(Set(error.faults.map(\.reason)))
        }
    }

    @Test(
        arguments: [
            (
                nil,
                "'token' is no credential of the service; add LoadCredential=token:/PATH to its unit"
            ),
            (
                [:],
                "'token' is no credential of the service; add LoadCredential=token:/PATH to its unit"
            ),
            (
                ["tokn": "a", "other": "b"],
                "'token' is no credential of the service; did you mean 'tokn'? Otherwise add "
                    + "LoadCredential=token:/PATH to its unit"
            ),
            (
                ["token": "a\0b"],
                "the credential 'token' has a NUL character, which no header and no variable can have; have "
                    + "a program read the file itself, in $CREDENTIALS_DIRECTORY"
            ),
            (
                ["token": String(repeating: "a", count: 65537)],
                "the credential 'token' has more than 65536 bytes, which no header and no variable could "
                    + "hold; have a program read the file itself, in $CREDENTIALS_DIRECTORY"
            ),
            (["token": String(repeating: "a", count: 65536)], nil),
            (["token": "a\nb\n"], nil),
            (["token": ""], nil),
        ] as [([String: String]?, String?)]
    )
    func oneThatCannotBeUsedIsKnownBeforeAnythingRuns(files: [String: String]?, reason: String?)
        throws
    {
        let faults = try faultsOfLoading("token", files.map { $0.mapValues { Array($0.utf8) } })
        #expect(faults == (reason.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            ("", "is empty; write the secret into its file"),
            ("\n", "is empty; write the secret into its file"),
            (
                "hunter2",
                "has only 7 bytes, too few to be hidden in what programs and servers say; use one "
                    + "of at least 8 bytes"
            ),
            (
                "hunter2hunter2\r\n",
                "has a carriage return at its end, which is a part of it; write its file with the line ends of Unix"
            ),
            ("hunter2!", nil), ("line 1 of it\r\nline 2 of it\n", nil),
        ]
    )
    func oneThatIsLikelyMeantOtherwiseIsWarnedOfOnce(text: String, reason: String?) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "token")
        let body =
            "exec: { command: [a], stdin: '${credential.token}', environment: { X: '${credential.token}' } }"
        let configuration = try ConfiguredGraph(
            parsing: .test(operation(body)),
            credentials: CredentialFolder(in: ["CREDENTIALS_DIRECTORY": folder.path])
        ).configuration
        let warnings = configuration.warnings.filter { $0.reason.hasPrefix("the credential ") }
        #expect(warnings.map(\.reason) == (reason.map { ["the credential 'token' \($0)"] } ?? []))
    }

    @Test func bytesThatAreNoTextAreNone() throws {
        #expect(
            try faultsOfLoading("token", ["token": [0xff, 0x00]]) == [
                "the credential 'token' is no UTF-8, which no header and no variable can have; have a "
                    + "program read the file itself, in $CREDENTIALS_DIRECTORY"
            ]
        )
    }

    @Test func aFolderIsNoCredential() throws {
        let folder = try TemporaryFolder()
        let environment = ["CREDENTIALS_DIRECTORY": folder.path]
        try folder.write("", to: "x")
        let found = try read(operation("exec: { command: [a], stdin: '${credential.x}' }"))
        #expect(found.readCredentials(in: CredentialFolder(in: environment)).faults == [])
        let above = CredentialFolder(in: ["CREDENTIALS_DIRECTORY": "\(folder.path)/.."])
        let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
        let configuration = try read(
            operation("exec: { command: [a], stdin: '${credential.\(name)}' }")
        )
        #expect(
            configuration.readCredentials(in: above).faults.map(\.reason) == [
                "cannot read the credential '\(name)': Is a directory (EISDIR)"
            ]
        )
    }

    @Test func aHeaderHasOneOfOneLine() throws {
        let folder = try TemporaryFolder()
        let credentials = CredentialFolder(in: ["CREDENTIALS_DIRECTORY": folder.path])
        let body =
            "http: { url: 'http://h/', headers: { A: '${credential.a}', B: '${credential.b}' } }"
        let configuration = try read(operation(body))
        try folder.write("one line\n", to: "a")
        try folder.write("one line\n\n", to: "b")
        #expect(
            configuration.readCredentials(in: credentials).faults.map(\.description) == [
                "test.yaml:4:68: operations.x.http.headers.B: the credential 'b' has a line break or "
                    + "another control character; a header is one line"
            ]
        )
    }

    @Test func checkWarnsOfOneThatIsNotHere() throws {
        let folder = try TemporaryFolder()
        let body = "exec: { command: [a], stdin: '${credential.here} ${credential.not-here}' }"
        let configuration = try read(operation(body))
        try folder.write("secret", to: "here")
        let found = configuration.absentCredentials(
            in: CredentialFolder(in: ["CREDENTIALS_DIRECTORY": folder.path])
        )
        #expect(
            found.map(\.description) == [
                "test.yaml:4:54: operations.x.exec.stdin: 'not-here' is no credential here; the unit that "
                    + "runs the daemon has to have LoadCredential=not-here:/PATH"
            ]
        )
        #expect(configuration.absentCredentials(in: CredentialFolder(in: [:])).count == 2)
    }

    @Test(arguments: [
        ("secret\n", "secret"), ("secret\n\n", "secret\n"), ("secret", "secret"), ("\n", ""),
    ])
    func theNewlineAtTheEndIsNotAPartOfIt(file: String, text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(file, to: "s")
        let credentials = CredentialFolder(in: ["CREDENTIALS_DIRECTORY": folder.path])
        #expect(try credentials.text(of: "s") == text)
    }

    @Test func itIsFilledInAsTextAndAsJSON() throws {
        let values = TemplateValues(credentials: Credentials(["s": "a\"b"]))
        #expect(try TemplateParser("<${credential.s}>").template.render(values) == "<a\"b>")
        let json = TemplateParser("{\"a\": \"${credential.s}\", \"b\": ${credential.s}}").template
        #expect(
            try json.asJSON(in: .text).render(values) == "{\"a\": \"a\\\"b\", \"b\": \"a\\\"b\"}"
        )
        let error = #expect(throws: TemplateError.self) {
            try TemplateParser("${credential.t}").template.render(values)
        }
        #expect(
            error?.description
                == "cannot fill in '${credential.t}': the service has no such credential"
        )
    }

    @Test func whatPrintsValuesPrintsNoSecret() {
        var text =
            "\(Credentials(["s": "hunter2!"])) \(TemplateValues(credentials: Credentials(["s": "hunter2!"])))"
        dump(TemplateValues(credentials: Credentials(["s": "hunter2!"])), to: &text)
        #expect(!text.contains("hunter2!"))
        #expect(text.hasPrefix("credentials [\"s\"]"))
    }
}
