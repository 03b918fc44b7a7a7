import SlipwayConfiguration
import SlipwayJSON
import Testing

struct URLTemplateTests {
    private static let values = TemplateValues(
        operations: [
            "x": [
                "url": "http://value.example:81/base", "host": "value.example", "id": 7,
                "port": "1/evil?", "mark": "?", "hash": "#", "back": "\\", "slash": "/",
            ]
        ],
        payload: [
            "text": "a b/ü?#%&=", "host": "evil.example", "dots": "..", "empty": "",
            "up": "../../admin", "back": "a\\..", "down": "/./",
        ],
        environment: [
            "BASE": "http://env.example:82", "HOST": "env.example", "PORT": "83", "S": "s",
            "HALF": "http:/", "QUERY": "http://h/?a=", "BAD": "http://h:99999", "SECRET": "me:pw@",
        ],
        launchID: "launch-1"
    )

    @Test(
        arguments: [
            ("http://h/${payload.text}", "http://h/a%20b%2F%C3%BC%3F%23%25%26%3D"),
            ("http://h?q=${payload.text}", "http://h/?q=a%20b%2F%C3%BC%3F%23%25%26%3D"),
            ("http://h/x/${payload.empty}/y", "http://h/x//y"),
            (
                "http://h/${operations.x.value.url}",
                "http://h/http%3A%2F%2Fvalue.example%3A81%2Fbase"
            ),
            ("http://h/a${payload.dots}", "http://h/a.."),
            ("http://h/?${payload.dots}", "http://h/?.."),
            ("${env.BASE}/me/${payload.host}", "http://env.example:82/me/evil.example"),
            ("${env.BASE}?u=${payload.host}", "http://env.example:82/?u=evil.example"),
            ("${env.BASE}", "http://env.example:82/"),
            ("${operations.x.value.url}", "http://value.example:81/base"),
            (
                "${operations.x.value.url}/${payload.text}",
                "http://value.example:81/base/a%20b%2F%C3%BC%3F%23%25%26%3D"
            ),
            (
                "http${env.S}://${env.HOST}:${env.PORT}/${launch.id}",
                "https://env.example:83/launch-1"
            ),
            ("http://${operations.x.value.host}/", "http://value.example/"),
            ("http://h:80${operations.x.value.id}", "http://h:807/"),
            ("${env.QUERY}${env.HOST}", "http://h/?a=env.example"),
            ("${env.QUERY}/${payload.text}", "http://h/?a=/a%20b%2F%C3%BC%3F%23%25%26%3D"),
            ("http://h/go?to=http://x/", "http://h/go?to=http://x/"),
        ]
    )
    func whatIsFilledInDecidesHowItIsWritten(text: String, expected: String) throws {
        #expect(try Template(text).url(Self.values).text == expected)
    }

    @Test(
        arguments: [
            "${payload.host}", "${payload}", "http://${payload.host}/", "http://h:8${payload.x}/",
            "http${payload.x}://h/", "${env.BASE}${payload.host}", "${env.BASE}${payload.host}/a",
            "http://h${payload.host}", "https:${payload.x}//h/", "${env.HALF}${payload.host}",
        ]
    )
    func aPayloadNeverDecidesWhomToSpeakTo(text: String) throws {
        let template = Template(text)
        let payload = try #require(
            template.references.first { if case .payload = $0 { true } else { false } }
        )
        #expect(throws: TemplateError.payloadInAddress(payload)) { try template.url(Self.values) }
        let parameters = "\nparameters: { host: { required: true }, x: { required: true } }"
        let found = faults(action("http: \"\(text)\"" + parameters))
        #expect(found.count == 1)
        #expect(
            found.first?.hasSuffix(
                "\(payload): a payload never decides scheme, host or port; "
                    + "put it behind a '/' or '?' of the URL, or write ${env.NAME}"
            ) == true
        )
    }

    @Test(
        arguments: [
            ("${env.BAD}/x", .port), ("${env.BAD}", .port),
            ("${env.HALF}/${payload.host}", .incomplete),
            ("${env.HALF}/evil.example/", .incomplete), ("http://${env.SECRET}h/", .credentials),
            ("${env.HOST}/x", .incomplete), ("http://h:${env.HOST}/", .port),
            ("http://${operations.x.value.url}/", .authority),
            ("http://${env.HOST}:${operations.x.value.port}/", .authority),
            ("http://h${operations.x.value.mark}/a", .authority),
            ("http://h${operations.x.value.hash}/a", .authority),
            ("http://h${operations.x.value.back}/a", .authority),
            ("http://${operations.x.value.host}${operations.x.value.slash}", .authority),
            ("http://h/${payload.dots}", .dotSegment),
            ("http://h/.${payload.empty}./", .dotSegment),
            ("http://h/users/${payload.up}", .dotSegment),
            ("http://h/${payload.back}", .dotSegment),
            ("http://h/a${payload.down}/b", .dotSegment),
        ] as [(String, URLFault)]
    )
    func whatIsNoURLOnceFilledInIsRefused(text: String, fault: URLFault) throws {
        let error = #expect(throws: TemplateError.self) {
            try Template(text).url(Self.values)
        }
        #expect(error == .url(template: text, fault))
        #expect(error?.description == "cannot fill in the URL '\(text)': it \(fault)")
    }

    @Test(
        arguments: [
            ("http://h:65536/", .port), ("http://[/${env.A}", .host),
            ("http://h/${env.A} b", .characters),
            ("http://me:secret@h/", .credentials), ("http://me@${env.H}/", .credentials),
            ("ftp://${env.H}/", .scheme), ("example.org/${env.A}", .incomplete),
            ("${env.BASE}/../${env.A}", .dotSegment), ("${env.BASE}/a#${env.A}", .fragment),
            ("${env.BASE}/a%2", .percent), ("http://${env.H} /", .characters),
            ("h${env.T}://x", nil),
            ("http://${env.H}:99999/", nil), ("http://[${env.H}]/", nil),
        ] as [(String, URLFault?)]
    )
    func whatIsWrongWhateverIsFilledInIsAFaultOfTheFile(text: String, fault: URLFault?) {
        for body in ["http: \"\(text)\"", "wait: { http: \"\(text)\" }"] {
            let found = faults(operation(body))
            #expect(found.count == (fault == nil ? 0 : 1))
            if let fault { #expect(found.first?.hasSuffix(": \(fault)") == true, "\(found)") }
            #expect(!found.joined().contains("secret"))
        }
    }

    @Test func whatAFileHasInAQueryIsNotShown() {
        let error = #expect(throws: TemplateError.self) {
            try Template("http://${env.SECRET}/a?\u{301}token=s3cret&b=${env.HOST}")
                .url(Self.values)
        }
        #expect(
            error?.description
                == "cannot fill in the URL 'http://${env.SECRET}/a?…': it \(URLFault.credentials)"
        )
    }

    @Test func aPayloadIsNoHostOrPort() {
        #expect(
            faults(
                action(
                    "wait: { tcp: \"h:${payload.p}\" }\nparameters: { p: { required: true } }"
                )
            ) == [
                "test.yaml:4:21: actions.x.wait.tcp: '${payload.p}': a payload never decides scheme, "
                    + "host or port; write HOST:PORT or ${env.NAME}"
            ]
        )
        let template = Template("h:${payload.p}")
        #expect(throws: TemplateError.payloadInAddress(.payload(path: ["p"]))) {
            try template.hostAndPort(TemplateValues(payload: ["p": "1"]))
        }
    }

    @Test(arguments: ["Host", "host"])
    func aPayloadIsNoHostHeader(name: String) {
        func header(_ value: String) -> String {
            action(
                "http: { url: \"http://h/\", headers: { \(name): \"\(value)\" } }\n"
                    + "parameters: { p: { required: true } }"
            ) + "operations: { y: { http: \"http://h/\" } }"
        }
        #expect(
            faults(header("a.${payload.p}")) == [
                "test.yaml:4:51: actions.x.http.headers.\(name): '${payload.p}': a payload never "
                    + "decides scheme, host or port; write the host, or ${env.NAME}"
            ]
        )
        #expect(faults(header("a.${env.H}.${operations.y.value}")) == [])
    }

    @Test(
        arguments: [
            ("${env.HOST}:${env.PORT}", nil), ("${env.HOST}", .noPort), ("${env.BASE}", .host),
        ]
            as [(String, HostAndPortFault?)]
    )
    func aHostAndPortIsLookedAtOnceFilledIn(text: String, fault: HostAndPortFault?) throws {
        let template = Template(text)
        guard let fault else {
            #expect(try template.hostAndPort(Self.values).description == "env.example:83")
            return
        }
        let error = #expect(throws: TemplateError.self) { try template.hostAndPort(Self.values) }
        #expect(error?.description == "cannot fill in the address '\(text)': it \(fault)")
    }

    @Test(
        arguments: [
            ("exec: [\"${payload.p}\"]", "4:13", "exec[0]: '${payload.p}'"),
            ("exec: [\"/bin/${payload.p}\", b]", "4:18", "exec[0]: '${payload.p}'"),
            (
                "exec: { command: [\"x${operations.y.value}\"] }", "4:25",
                "exec.command[0]: '${operations.y.value}'"
            ),
        ]
    )
    func theProgramIsNoSendersToChoose(lines: String, place: String, start: String) {
        let operations = "operations: { y: { http: \"http://y\" } }"
        let text = action(lines + "\nparameters: { p: { required: true } }") + operations
        #expect(
            faults(text) == [
                "test.yaml:\(place): actions.x.\(start): the program is never a payload's or a value's "
                    + "to choose; write its path, or ${env.NAME}"
            ]
        )
    }

    @Test(arguments: [("${payload.p}", "tool"), ("/bin:${operations.y.value}", "${env.TOOL}")])
    func whereProgramsAreLookedForIsNoSendersToChoose(path: String, program: String) {
        func exec(_ program: String) -> String {
            action(
                "exec: { environment: { PATH: \"\(path)\" }, command: [\"\(program)\"] }\n"
                    + "parameters: { p: { required: true } }"
            ) + "operations: { y: { http: \"http://h/\" } }"
        }
        let column = 35 + (path.hasPrefix("/bin:") ? 5 : 0)
        let reference = Template(path).references.first?.description ?? ""
        #expect(
            faults(exec(program)) == [
                "test.yaml:4:\(column): actions.x.exec.environment.PATH: \(reference): the program is "
                    + "never a payload's or a value's to choose; write the path of the program, or "
                    + "PATH without it"
            ]
        )
        #expect(faults(exec("/bin/tool")) == [])
        #expect(faults(exec("${env.HOME}/tool")) == [])
    }

    @Test func theProgramMayComeFromTheEnvironment() {
        #expect(faults(action("exec: { environment: { PATH: \"${env.P}\" }, command: [a] }")) == [])
        #expect(faults(action("exec: [\"${env.HOME}/x\", \"${payload}\"]")) == [])
    }
}
