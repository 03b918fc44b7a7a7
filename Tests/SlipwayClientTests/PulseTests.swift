import Glibc
import SlipwayClient
import SlipwayTestSupport
import Testing

/// What a client does while it waits.
struct PulseTests {
    @Test func itBeatsWhileACallWaitsAndTheCallStillEndsInTime() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/silent"
        // It takes connections, and never answers.
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
        }
        try #require(bound == 0 && listen(listener, 1) == 0)
        let client = try ControlClient(path: path)
        var beats = 0
        client.pulse = Pulse(every: .milliseconds(1)) { beats += 1 }
        #expect(
            throws: ControlClientError.timedOut(method: "a.B", limit: .milliseconds(50))
        ) {
            try client.call("a.B", timeout: .milliseconds(50))
        }
        #expect(beats > 1)
    }
}
