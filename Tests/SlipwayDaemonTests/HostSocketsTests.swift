import SlipwayControlServer
import Testing

@testable import SlipwayHost

struct HostSocketsTests {
    @Test(
        arguments: [
            (
                nil, nil, "/run/slipway/a/org.slipway.Launch",
                "/run/slipway-run/a/org.slipway.Launch"
            ),
            (
                nil, "/run/x:/run/y", "/run/slipway/a/org.slipway.Launch",
                "/run/x/org.slipway.Launch"
            ),
            ("/tmp/s", nil, "/tmp/s", nil),
            ("/tmp/s", "/run/x", "/tmp/s", "/run/x/org.slipway.Launch"),
            // The same path: there can be only one socket.
            ("/run/x/org.slipway.Launch", "/run/x", "/run/x/org.slipway.Launch", nil),
            (nil, "/run/slipway/a", "/run/slipway/a/org.slipway.Launch", nil),
        ] as [(String?, String?, String, String?)]
    )
    func theObservingSocketIsBesideTheControlSocketOrNotThere(
        socket: String?,
        runtime: String?,
        control: String,
        observing: String?
    ) throws {
        var environment: [String: String] = [:]
        environment["RUNTIME_DIRECTORY"] = runtime
        let sockets = try HostSockets.choose(socket, "a", environment, Activation())
        #expect(sockets.control == .path(control))
        #expect(sockets.observing == observing.map { .path($0, mode: 0o666) })
    }
}
