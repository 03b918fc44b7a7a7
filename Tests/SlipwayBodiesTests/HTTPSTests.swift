import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Synchronization
import Testing

/// Servers with certificates: each is accepted or refused as it should be, with a reason that says
/// which.
@Suite(.timeLimit(.minutes(10)))
struct HTTPSTests {
    private let files: TestCertificates
    private let runner = BodyRunner.quiet()

    init() async throws { files = try await TestCertificates() }

    /// A `tls` with files of the folder.
    private func tls(
        ca: String? = "ca.pem",
        _ certificate: String? = nil,
        key: String? = nil
    ) -> TLSSpecification {
        func path(_ name: String?) -> Template? { name.map { Template(literal: files[$0]) } }
        return TLSSpecification(ca: path(ca), certificate: path(certificate), key: path(key))
    }

    /// The value of a request, or its failure with `PORT` and `FOLDER` in place of its own.
    private func outcome(
        _ server: TLSTestServer,
        _ tls: TLSSpecification?,
        path: String = "/",
        host: String = "127.0.0.1"
    ) async -> String {
        let url = Template(literal: "https://\(host):\(server.port)\(path)")
        do {
            let specification = HTTPSpecification(
                url: url,
                headers: ["Authorization": "secret"],
                tls: tls
            )
            return try await runner.run(.http(specification)).compact
        } catch {
            return shown("\(error)", server)
        }
    }

    private func shown(_ text: String, _ servers: TLSTestServer...) -> String {
        servers.reduce(text.replacing(files.folder.path, with: "FOLDER")) {
            $0.replacing(":\($1.port)", with: ":PORT")
        }
    }

    private static func value(client: String? = nil) -> String {
        let name = client.map { "\"\($0)\"" } ?? "null"
        return "{\"path\":\"/\",\"client\":\(name),\"connection\":1,"
            + "\"authorization\":\"Authorization: secret\"}"
    }

    @Test func whoseAuthorityIsNamedIsAccepted() async throws {
        let server = try await TLSTestServer(files["server.pem"])
        #expect(await outcome(server, tls()) == Self.value())
        let local = await outcome(server, tls(), host: "localhost")
        #expect(local.contains("\"connection\":2"), "\(local)")
        await runner.shutdown()
    }

    @Test(
        arguments: [
            (
                "server.pem", nil,
                "the server's certificate ('/CN=server') is issued by '/CN=Test authority', which is not "
                    + "among the authorities of this machine (/etc/ssl/certs/ca-certificates.crt); if "
                    + "you trust it, name a file with it: tls: { ca: PATH }"
            ),
            (
                "server.pem", "other.pem",
                "the server's certificate ('/CN=server') is issued by '/CN=Test authority', which is not "
                    + "among the authorities in 'FOLDER/other.pem'; add it there if you trust it"
            ),
            (
                "named.pem", "ca.pem",
                "the server's certificate is for 'shop.test, 10.0.0.1', not for '127.0.0.1'; request a "
                    + "name that it has"
            ),
            (
                "expired.pem", "ca.pem",
                "the server's certificate ('/CN=expired') expired on 2020-02-01 12:30 UTC; have it "
                    + "renewed, or check the clock of this machine"
            ),
            (
                "early.pem", "ca.pem",
                "the server's certificate ('/CN=early') is not valid before 2048-03-01 00:00 UTC; check "
                    + "the clock of this machine"
            ),
            (
                "alone.pem", "ca.pem",
                "the server's certificate ('/CN=alone') is signed by itself, and is not among the "
                    + "authorities in 'FOLDER/ca.pem'; add it there if you trust it"
            ),
        ] as [(String, String?, String)]
    )
    func aRefusalSaysWhich(certificate: String, ca: String?, reason: String) async throws {
        let server = try await TLSTestServer(files[certificate])
        let expected = "GET https://127.0.0.1:PORT/: \(reason)"
        #expect(await outcome(server, ca.map { tls(ca: $0) }) == expected)
        // The machine's authorities do not vouch for it either.
        let own = await outcome(server, nil)
        #expect(own.contains(" is "), "\(own)")
        await runner.shutdown()
    }

    /// A connection that one authority vouched for is not taken for a request that trusts another.
    @Test func whatOneRequestTrustsIsNotTrustedByTheNext() async throws {
        let server = try await TLSTestServer(files["server.pem"])
        for _ in 0..<2 {
            #expect(await outcome(server, tls()) == Self.value())
            for ca in [nil, "other.pem"] {
                let refused = await outcome(server, ca.map { tls(ca: $0) })
                #expect(refused.contains("is issued by '/CN=Test authority'"), "\(refused)")
            }
        }
        await runner.shutdown()
    }

    /// A file that was renewed counts at the next request.
    @Test func theFilesAreReadForEachRequest() async throws {
        let server = try await TLSTestServer(files["server.pem"])
        try files.folder.write(try files.folder.read("other.pem"), to: "mine.pem")
        let refused = await outcome(server, tls(ca: "mine.pem"))
        #expect(refused.hasSuffix("'FOLDER/mine.pem'; add it there if you trust it"), "\(refused)")
        try files.folder.write(try files.folder.read("ca.pem"), to: "mine.pem")
        let accepted = await outcome(server, tls(ca: "mine.pem"))
        #expect(accepted.hasPrefix("{"), "\(accepted)")
        await runner.shutdown()
    }

    @Test(arguments: ["TLSv1_2", "TLSv1_3"])
    func aServerThatAsksForACertificateGetsIt(version: String) async throws {
        let server = try await TLSTestServer(
            files["server.pem"],
            clientsOf: files["ca.pem"],
            version: version
        )
        let expected = [
            (tls("device-only.pem", key: "device.key"), Self.value(client: "device")),
            (
                tls(),
                "GET https://127.0.0.1:PORT/: the server asked for a client certificate, and ended the "
                    + "connection without one; name its files: tls: { certificate: PATH, key: PATH }"
            ),
            (
                tls("stranger.pem"),
                "GET https://127.0.0.1:PORT/: the server refuses the client certificate in "
                    + "'FOLDER/stranger.pem' (unknown ca); name one that it accepts"
            ),
        ]
        for (tls, outcome) in expected { #expect(await self.outcome(server, tls) == outcome) }
        // Certificate and key may be in one file.
        let both = await outcome(server, tls("device.pem"))
        #expect(both.contains("\"client\":\"device\""), "\(both)")
        await runner.shutdown()
    }

    @Test(
        arguments: [
            (
                "absent.pem", nil, nil,
                "cannot read 'FOLDER/absent.pem': No such file or directory (ENOENT)"
            ),
            (".", nil, nil, "cannot read 'FOLDER/.': Is a directory (EISDIR)"),
            (
                "ca.key", nil, nil,
                "'FOLDER/ca.key' has no certificate in PEM form, which is text with '-----BEGIN …-----'"
            ),
            (
                "broken.pem", nil, nil,
                "the certificates in 'FOLDER/broken.pem' cannot be read; see "
                    + "'openssl x509'"
            ),
            (
                "ca.pem", "device-only.pem", nil,
                "'FOLDER/device-only.pem' has no private key in PEM form, which is text with "
                    + "'-----BEGIN …-----'"
            ),
            (
                "ca.pem", "device.pem", "absent.key",
                "cannot read 'FOLDER/absent.key': No such file or directory (ENOENT)"
            ),
            (
                "ca.pem", "device.pem", "server.key",
                "the key in 'FOLDER/server.key' is damaged, or not that of the certificate in "
                    + "'FOLDER/device.pem'"
            ),
            (
                "ca.pem", "device.pem", "locked.key",
                "the key in 'FOLDER/locked.key' has a passphrase, which nobody is there to enter; have "
                    + "a credential (LoadCredentialEncrypted=) keep one without"
            ),
        ] as [(String, String?, String?, String)]
    )
    func aFileThatCannotBeUsedIsNamed(
        ca: String,
        certificate: String?,
        key: String?,
        reason: String
    ) async throws {
        try files.folder.write("-----BEGIN CERTIFICATE-----\nnone", to: "broken.pem")
        let server = try await TLSTestServer(files["server.pem"])
        let outcome = await outcome(server, tls(ca: ca, certificate, key: key))
        #expect(outcome == "GET https://127.0.0.1:PORT/: \(reason)")
        await runner.shutdown()
    }

    @Test func aPathThatAValueMadeRelativeIsNamed() async throws {
        let server = try await TLSTestServer(files["server.pem"])
        #expect(
            await outcome(server, TLSSpecification(ca: "ca.pem"))
                == "GET https://127.0.0.1:PORT/: the path 'ca.pem' is relative; give an absolute one"
        )
        await runner.shutdown()
    }

    @Test func aServerWithOldTLSIsToldFromOthers() async throws {
        let server = try await TLSTestServer(files["server.pem"], version: "TLSv1_1")
        let outcome = await outcome(server, tls())
        #expect(outcome.hasPrefix("GET https://127.0.0.1:PORT/: the TLS handshake failed ("))
        #expect(outcome.hasSuffix("); see that the server has TLS 1.2 or later"))
        #expect(!outcome.contains("error:"), "\(outcome)")
        await runner.shutdown()
    }

    /// Neither the headers nor the certificate leave the server that they were given for.
    @Test func aRedirectTakesNoCertificateAlong() async throws {
        let asking = try await TLSTestServer(files["server.pem"], clientsOf: files["ca.pem"])
        let other = try await TLSTestServer(files["server.pem"])
        let device = tls("device.pem")
        let stays = await outcome(asking, device, path: "/to?/next")
        #expect(stays.contains("\"path\":\"/next\",\"client\":\"device\""), "\(stays)")
        let leaves = await outcome(asking, device, path: "/to?\(other.url)/next")
        #expect(leaves.contains("\"path\":\"/next\",\"client\":null"), "\(leaves)")
        #expect(leaves.contains("\"authorization\":\"\""), "\(leaves)")
        let asked = try await TLSTestServer(files["server.pem"], clientsOf: files["ca.pem"])
        let refused = await outcome(other, device, path: "/to?\(asked.url)/next")
        #expect(refused.contains("/next: the server asked for a client certificate"), "\(refused)")
        await runner.shutdown()
    }

    /// What vouches for the first server has to vouch for all.
    @Test func aRedirectTakesTheAuthorityAlong() async throws {
        let first = try await TLSTestServer(files["server.pem"])
        let second = try await TLSTestServer(files["alone.pem"])
        let refused = await outcome(first, tls(), path: "/to?\(second.url)/")
        #expect(
            shown(refused, second)
                == "GET https://127.0.0.1:PORT/: the server's certificate ('/CN=alone') is signed by "
                + "itself, and is not among the authorities in 'FOLDER/ca.pem'; add it there if you "
                + "trust it"
        )
        await runner.shutdown()
    }

    /// The proxy learns the server's name, and nothing that is meant for the server.
    @Test func aProxyIsToldNothing() async throws {
        let server = try await TLSTestServer(files["named.pem"], clientsOf: files["ca.pem"])
        let proxy = try await TunnelProxy(to: server.port)
        let environment = ["https_proxy": "http://u:p@127.0.0.1:\(proxy.port)"]
        func outcome(_ tls: TLSSpecification, _ environment: [String: String]) async -> String {
            let runner = BodyRunner.quiet(environment)
            let request = HTTPSpecification(
                url: "https://shop.test/",
                headers: ["Authorization": "secret"],
                tryTimeout: .seconds(5),
                tls: tls
            )
            let outcome: String
            do {
                outcome = try await runner.run(.http(request)).compact
            } catch {
                outcome = "\(error)"
            }
            await runner.shutdown()
            return outcome
        }
        let device = tls("device.pem")
        #expect(await outcome(device, environment) == Self.value(client: "device"))
        #expect(
            await outcome(tls(ca: "other.pem", "device.pem"), environment)
                .hasPrefix("GET https://shop.test/: a certificate ('/CN=Test authority') ")
        )
        #expect(
            Set(proxy.requests) == [
                "CONNECT shop.test:443 HTTP/1.1|Host: shop.test:443|Proxy-Authorization: Basic dTpw|"
                    + "Proxy-Connection: Keep-Alive||"
            ]
        )
        let seen = proxy.requests.count
        let excepted = environment.merging(["no_proxy": "shop.test"]) { $1 }
        let direct = await outcome(device, excepted)
        #expect(direct.hasPrefix("GET https://shop.test/: "), "\(direct)")
        #expect(proxy.requests.count == seen)
    }

    @Test(arguments: ["http://127.0.0.1:1/", "file:///etc/passwd", "http+unix://%2Frun%2Fx/"])
    func noRedirectLeavesTLS(location: String) async throws {
        let server = try await TLSTestServer(files["server.pem"])
        let reasons = [
            "http://127.0.0.1:1/":
                "it redirects from https to http://127.0.0.1:1/, where anyone could read along",
            "file:///etc/passwd": "it redirects to a URL that has an unsupported scheme",
            "http+unix://%2Frun%2Fx/":
                "it redirects to a Unix socket (http+unix://%2Frun%2Fx/), which only a configuration names",
        ]
        let outcome = await outcome(server, tls(), path: "/to?\(location)")
        #expect(outcome == "GET https://127.0.0.1:PORT/to?…: \(reasons[location] ?? "")")
        await runner.shutdown()
    }

    @Test func waitsAndChecksUseTheSameFiles() async throws {
        let server = try await TLSTestServer(files["server.pem"], clientsOf: files["ca.pem"])
        func wait(_ tls: TLSSpecification, expect: [Int]? = nil) -> BodySpecification {
            let url = Template(literal: "\(server.url)/")
            let probe = ProbeSpecification(url: url, expect: expect, tls: tls)
            return .wait(WaitSpecification(target: .http(probe), every: .milliseconds(1)))
        }
        #expect(await runner.failure(wait(tls("device.pem"))) == nil)
        for (body, reason) in [
            (wait(tls(ca: "other.pem")), "is not among the authorities in "),
            (wait(tls("device.pem"), expect: [204, 301]), "200 OK; expected 204, 301"),
        ] {
            let failure = try await lastFailure(of: body)
            #expect(failure.hasPrefix("still waiting for GET \(server.url)/: "), "\(failure)")
            #expect(failure.contains(reason), "\(failure)")
        }
        await runner.shutdown()
    }

    /// The words of a wait that has no end, once it had time for a try.
    private func lastFailure(of body: BodySpecification) async throws -> String {
        let words = Mutex("")
        try await eventually("a try has an answer") { [runner] in
            let task = Task { await runner.failure(body) ?? "" }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            let failure = await task.value
            words.withLock { $0 = failure }
            return !failure.contains("no answer")
        }
        return words.withLock(\.self)
    }
}
