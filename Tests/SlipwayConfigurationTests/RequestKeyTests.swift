import SlipwayConfiguration
import Testing

/// The keys of HTTP requests: of `http`, and of the probes of `wait` and `health`.
struct RequestKeyTests {
    private static let probe = ProbeSpecification(
        url: Template("https://h/"),
        headers: ["A": Template("b")],
        expect: [204],
        tls: TLSSpecification(ca: Template("/ca.pem"))
    )
    private static let probeLines =
        "{ url: \"https://h/\", headers: { A: b }, expect: 204, tls: { ca: /ca.pem } }"

    @Test(
        arguments: [
            ("{ ca: /ca.pem }", .init(ca: Template("/ca.pem"))),
            ("{ certificate: /a.pem }", .init(certificate: Template("/a.pem"))),
            (
                "{ certificate: /a.pem, key: \"${env.CREDENTIALS_DIRECTORY}/a.key\", ca: /ca.pem }",
                .init(
                    ca: Template("/ca.pem"),
                    certificate: Template("/a.pem"),
                    key: Template(segments: [
                        .reference(.environment("CREDENTIALS_DIRECTORY")), .literal("/a.key"),
                    ])
                )
            ),
        ] as [(String, TLSSpecification)]
    )
    func readsTheFilesOfTLS(text: String, tls: TLSSpecification) throws {
        for url in ["https://h/", "${env.URL}/", "http${env.S}://h/"] {
            let lines = "http: { url: \"\(url)\", tls: \(text) }"
            let body = try read(operation(lines)).operations.first?.body
            guard case .http(let http) = body else {
                Issue.record("\(lines)")
                continue
            }
            #expect(http.tls == tls)
            #expect(http.redirects == 10)
        }
    }

    @Test func readsHowManyRedirectsAreFollowed() throws {
        let configuration = try read(operation("http: { url: \"http://h/\", redirects: 0 }"))
        let http = HTTPSpecification(url: Template("http://h/"), redirects: 0)
        #expect(configuration.operations.first?.body == .http(http))
    }

    @Test func readsAProbeOfWait() throws {
        let configuration = try read(operation("wait: { http: \(Self.probeLines) }"))
        let wait = WaitSpecification(target: .http(Self.probe))
        #expect(configuration.operations.first?.body == .wait(wait))
    }

    @Test func readsAProbeOfHealth() throws {
        let lines =
            "exec: { command: [a], ready: started }\nhealth: { http: \(Self.probeLines) }"
        let health = try read(operation(lines)).operations.first?.program?.health
        #expect(health == HealthSpecification(check: .http(Self.probe)))
    }

    /// A credential in a header of a probe is looked for as any other.
    @Test func aProbeMayHaveASecret() throws {
        let probe = "{ url: \"http://h/\", headers: { A: \"${credential.s}\" } }"
        for lines in [
            "wait: { http: \(probe) }",
            "exec: { command: [a], ready: started }\nhealth: { http: \(probe) }",
        ] {
            #expect(try read(operation(lines)).credentials.map(\.name) == ["s"])
        }
    }

    @Test(
        arguments: [
            ("tls: {}", "36: operations.x.http.tls: names no file; add ca, or certificate and key"),
            (
                "tls: { key: /a }",
                "36: operations.x.http.tls: has a key without its certificate; add certificate: PATH"
            ),
            (
                "tls: { ca: a.pem }",
                "47: operations.x.http.tls.ca: found 'a.pem'; expected an absolute path"
            ),
            (
                "tls: { ca: /a/ }",
                "47: operations.x.http.tls.ca: found '/a/'; expected the path of a file, without '/' at "
                    + "its end"
            ),
            ("tls: yes", "41: operations.x.http.tls: found 'yes'; expected a mapping"),
            (
                "tls: { certificate: /a, key: \"${credential.k}\" }",
                "66: operations.x.http.tls.key: '${credential.k}': is the text of the credential; the "
                    + "path of its file is ${env.CREDENTIALS_DIRECTORY}/NAME"
            ),
            (
                "tls: { verify: false }",
                "43: operations.x.http.tls.verify: unknown key; here that is nothing: name the authority "
                    + "of the server's certificate, tls: { ca: PATH }"
            ),
            (
                "cacert: /a",
                "36: operations.x.http.cacert: unknown key; here that is tls: { ca: PATH }"
            ),
            (
                "followRedirects: true",
                "36: operations.x.http.followRedirects: unknown key; here that is redirects"
            ),
            (
                "redirects: 51",
                "47: operations.x.http.redirects: found '51'; expected a whole number from 0 to 50"
            ),
        ]
    )
    func saysWhatIsWrongWithARequest(key: String, fault: String) {
        let found = faults(operation("http: { url: \"https://h.org/\", \(key) }"))
        #expect(found.contains("test.yaml:4:\(fault)"), "\(found)")
    }

    @Test(arguments: ["http://h/", "HTTP://h/", "http+unix://%2Frun%2Fx/"])
    func onlyASecureRequestHasFiles(url: String) {
        #expect(
            faults(operation("http: { tls: { ca: /a }, url: \"\(url)\" }")) == [
                "test.yaml:4:13: operations.x.http.tls: is for https:// URLs alone; begin url with "
                    + "https://, or remove it"
            ]
        )
    }

    @Test(
        arguments: [
            ("{ expect: 200 }", "has no url; add url: \"https://example.org/\""),
            (
                "h",
                "is not complete; write http://HOST/PATH, https://HOST/PATH or "
                    + "http+unix://SOCKET/PATH"
            ),
            (
                "{ url: \"http://h/\", method: POST }",
                "unknown key; accepted are url, headers, expect or tls"
            ),
            (
                "{ url: \"http://h/\", timeout: 1s }",
                "unknown key; here that is tryTimeout of wait, timeout of health, beside http"
            ),
        ]
    )
    func saysWhatIsWrongWithAProbe(probe: String, reason: String) {
        for lines in [
            "wait: { http: \(probe) }",
            "exec: { command: [a], ready: started }\nhealth: { http: \(probe) }",
        ] {
            let found = faults(operation(lines))
            #expect(found.count == 1 && found[0].hasSuffix(": \(reason)"), "\(found)")
        }
    }

    /// A sender, or the output of a program, chooses no key.
    @Test func thePathsComeFromTheFileAlone() {
        let parameters = "parameters: { p: { required: true } }"
        let tls = "tls: { ca: \"/a/${payload.p}\" }"
        #expect(
            faults(action("http: { url: \"https://h/\", \(tls) }\n\(parameters)")) == [
                "test.yaml:4:47: actions.x.http.tls.ca: '${payload.p}': the file is never a payload's or "
                    + "a value's to choose; write its path, or ${env.NAME}"
            ]
        )
    }
}
