import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// The store was damaged: what is missing, and where it lies, is told as long as it lies there.
@Suite(.timeLimit(.minutes(5)))
struct DamagedStoreTests {
    private let state: TemporaryFolder

    init() throws { state = try TemporaryFolder() }

    private func daemon(_ environment: [String: String] = [:]) async throws -> RunningDaemon {
        try await RunningDaemon(
            "name: damaged\noperations: { a: { sleep: 1ms } }\nactions: { note: { exec: [/bin/true] } }",
            arguments: ["--state-directory", state.path],
            environment: environment
        )
    }

    /// The names of the damaged files, without what lies beside them.
    private var asides: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: state.path)
                .filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") }
        }
    }

    @Test func itIsInStatusAndStatusLineUntilTheFileIsRemoved() async throws {
        let first = try await daemon()
        try await first.untilReady()
        #expect(await first.stop().status == 0)
        let file = state.url.appending(path: "slipway-actions.db")
        var bytes = try Data(contentsOf: file)
        bytes.replaceSubrange(0..<4096, with: Data(repeating: 0x55, count: 4096))
        try bytes.write(to: file)

        let notify = try NotifySocket()
        let daemon = try await daemon(["NOTIFY_SOCKET": notify.path])
        try await eventually("it is told") { try daemon.report().storage?.kind == .damaged }
        let path = "\(state.path)/\(try #require(try asides.first))"
        let words = try #require(try daemon.report().storage?.words)
        let start = "launch actions may be missing: \(path) has what could not be saved of a"
        #expect(words.hasPrefix(start), "\(words)")
        #expect(words.hasSuffix("; remove the file once it is of no use"), "\(words)")
        #expect(daemon.program.output.contains(words), "\(daemon.program.output)")
        try await eventually("the launch is degraded") {
            try daemon.report().phase == .ready(degraded: true)
        }
        try await eventually("the status line says so") {
            notify.messages().contains {
                $0.contains("Ready (degraded)") && $0.contains(path)
            }
        }
        let strict = try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["wait", "--strict", "--socket", daemon.socket]
        ).run()
        #expect(strict.status == 4)
        #expect(strict.output.contains(path), "\(strict.output)")
        // What is new is stored all the same.
        #expect(try daemon.client().call(Method.Submit(kind: "note")).durability == .disk)
        #expect(await daemon.stop().status == 0)

        let next = try await self.daemon()
        try await eventually("it is told again") { try next.report().storage?.words == words }
        unlink(path)
        try await eventually("it passes") {
            try next.report().storage == nil && next.report().phase == .ready(degraded: false)
        }
        #expect(await next.stop().status == 0)
    }
}
