import Foundation
import Slipway
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// HTTPS of a daemon: whom the machine trusts, an authority and a certificate of its own.
@Suite(.timeLimit(.minutes(5)))
struct SecureRequestTests {
    /// Only for the daemon, the authority of the tests is all that the machine trusts.
    private func trusting(_ authority: String) -> [String] {
        let own = """
            mount --make-rprivate / && mount --bind \(authority) /etc/ssl/certs/ca-certificates.crt \
            && exec "$0" "$@"
            """
        return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", own]
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func theMachineAFileAndACredentialVouch() async throws {
        let files = try await TestCertificates()
        let credentials = try TemporaryFolder()
        try credentials.write(try files.folder.read("device.key"), to: "device.key", mode: 0o400)
        let plain = try await TLSTestServer(files["server.pem"])
        let asking = try await TLSTestServer(files["server.pem"], clientsOf: files["ca.pem"])
        let expired = try await TLSTestServer(files["expired.pem"])
        let tls = """
            tls: { ca: "\(files["ca.pem"])", certificate: "\(files["device-only.pem"])", \
            key: "${env.CREDENTIALS_DIRECTORY}/device.key" }
            """
        let daemon = try await RunningDaemon(
            """
            name: secure
            operations:
              machine: { http: "\(plain.url)/" }
              device: { http: { url: "\(asking.url)/", \(tls) } }
              there: { wait: { http: { url: "\(asking.url)/", \(tls) } } }
              late: { optional: true, http: "\(expired.url)/" }
              stranger: { optional: true, http: { url: "\(plain.url)/", tls: { ca: "\(files["other.pem"])" } } }
              write: { write: { path: "\(credentials.path)/name", content: "${operations.device.value.client}" } }
            """,
            environment: ["CREDENTIALS_DIRECTORY": credentials.path],
            through: trusting(files["ca.pem"])
        )
        try await daemon.untilReady()
        #expect(try credentials.read("name") == "device")
        for (name, reason) in [
            ("late", "expired on 2020-02-01 12:30 UTC; have it renewed, or check the clock"),
            ("stranger", "is not among the authorities in '\(files["other.pem"])'; add it there"),
        ] {
            let outcomes = try daemon.report().operations(name).map { "\($0.outcome, default: "")" }
            #expect(outcomes.count == 1 && outcomes[0].contains(reason), "\(outcomes)")
        }
        #expect(await daemon.stop().status == 0)
    }
}
