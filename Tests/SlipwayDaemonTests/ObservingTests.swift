import Foundation
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The observing socket of a daemon in its own process.
@Suite(.timeLimit(.minutes(5)))
struct ObservingTests {
    private static let configuration = """
        name: tested
        operations: { gate: { wait: { file: "${env.GATE}" } } }
        actions: { note: { exec: [/bin/echo, noted] } }
        """

    private let folder: TemporaryFolder
    /// The folder that systemd would have created for it.
    private let runtime: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        runtime = try TemporaryFolder()
    }

    private var observing: String { runtime.path + "/org.slipway.Launch" }

    private func daemon() async throws -> RunningDaemon {
        let daemon = try await RunningDaemon(
            Self.configuration,
            environment: ["GATE": "\(folder.path)/gate", "RUNTIME_DIRECTORY": runtime.path],
            in: folder
        )
        // It is bound after the control socket, for which the daemon's start waits.
        let observing = observing
        try await eventually("it may be asked") {
            FileManager.default.fileExists(atPath: observing)
        }
        return daemon
    }

    @Test func takesWhatAsksAndRefusesWhatChangesAnything() async throws {
        let daemon = try await daemon()
        let client = try ControlClient(path: observing)
        let status = try client.call(Method.GetStatus()).status
        #expect(status.name == "tested")
        _ = try client.call(Method.GetReport())
        _ = try client.call(Method.ListActions())
        _ = try client.call("io.systemd.service.Ping")
        _ = try client.call("org.varlink.service.GetInfo")
        let refusal = ControlClientError.refused(LaunchRefusal.observesOnly.varlinkError)
        let calls: [any LaunchMethod] = [
            Method.Submit(kind: "note"), Method.PauseQueue(), Method.ResumeQueue(),
            Method.Drain(),
            Method.CancelOperation("gate"), Method.CancelAction("a"),
        ]
        for call in calls {
            #expect(throws: refusal) { try client.call(call) }
        }
        #expect(throws: refusal) { try client.call("io.systemd.service.SetLogLevel", ["level": 7]) }
        #expect(await daemon.stop().status == 0)
        #expect(!FileManager.default.fileExists(atPath: observing))
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func letsInOnlyWhoMayConnectToTheControlSocket() async throws {
        let daemon = try await daemon()
        let attributes = try FileManager.default.attributesOfItem(atPath: observing)
        #expect(attributes[.posixPermissions] as? Int == 0o666)
        for path in [folder.path, runtime.path] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let words = Privileges.asUser(61_234)
        let ran = try await Program(
            executable: URL(filePath: words[0]),
            arguments: words.dropFirst() + [
                "/usr/bin/python3", "-c",
                """
                import socket, sys
                peer = socket.socket(socket.AF_UNIX)
                peer.connect(sys.argv[1])
                sys.stdout.write(peer.recv(1000).decode())
                """, observing,
            ]
        ).run()
        #expect(ran.output.contains("org.varlink.service.PermissionDenied"), "\(ran.output)")
        #expect(await daemon.stop().output.contains("user 61234"))
    }

    @Test func waitingBeginsBeforeThereIsADaemon() async throws {
        async let waiting = Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["wait", "--for", "gate", "--timeout", "60s", "--socket", observing]
        ).run()
        let daemon = try await daemon()
        try folder.write("", to: "gate")
        let ran = try await waiting
        #expect(ran.status == 0, "\(ran.output)")
        #expect(ran.output.hasPrefix("gate: succeeded"), "\(ran.output)")
        #expect(await daemon.stop().status == 0)
    }
}
