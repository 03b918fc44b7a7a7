import Foundation
import Glibc
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// A daemon that starts with too few resources serves with what it has, or says what is missing.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ShortageAtStartTests {
    /// Bodies with increasing needs: a timer, a child with its pipes, an HTTP client (without a
    /// server), a name lookup.
    static let bodies = [
        "sleep: 1ms",
        "exec: { command: [/bin/cat], stdin: x, output: text }",
        "http: \"https://localhost:1/\"",
        "wait: { tcp: \"localhost:1\", every: 10ms }",
    ]

    private func configuration(_ body: String) -> String {
        // The wait's target does not exist.
        "name: tested\ngrace: 1s\noperations: { a: { timeout: 1s, \(body) } }"
    }

    /// It is ready and serves until it is stopped, or it ended with status 1 and a reason.
    private func servesOrSaysWhy(_ daemon: RunningDaemon) async throws {
        guard try await daemon.untilReadyOrEnded() else {
            let result = await daemon.program.result()
            #expect(result.status == 1, "\(result.output)")
            #expect(result.output.hasErrorInWords, "\(result.output)")
            return
        }
        do throws(ControlClientError) {
            _ = try daemon.client().answer(to: Method.GetStatus(), timeout: .seconds(10))
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            #expect(ConnectionRefusal(refusal) != nil, "\(refusal)")
        }
        let result = await daemon.stop()
        #expect(result.status == 0, "\(result.output)")
    }

    @Test(arguments: bodies, Array(8...40) + [64])
    func fewDescriptors(body: String, limit: Int) async throws {
        let daemon = try RunningDaemon(
            starting: configuration(body),
            through: ["/bin/sh", "-c", "ulimit -n \(limit); exec \"$0\" \"$@\""]
        )
        try await servesOrSaysWhy(daemon)
    }

    @Test func aFewDescriptorsAreEnoughForAFewSteps() async throws {
        let daemon = try await RunningDaemon(
            configuration(Self.bodies[1]),
            through: ["/bin/sh", "-c", "ulimit -n 64; exec \"$0\" \"$@\""]
        )
        try await daemon.untilReady()
        #expect(await daemon.stop().status == 0)
    }

    /// Threads count as processes of a user: so each case runs as a different user.
    @Test(
        .enabled(if: Privileges.areThere, Privileges.comment),
        arguments: bodies,
        Array(1...8) + [16]
    )
    func fewProcesses(body: String, limit: Int) async throws {
        let folder = try TemporaryFolder()
        let uid = 61_000 + (Self.bodies.firstIndex(of: body) ?? 0) * 16 + limit
        try FileManager.default.setAttributes([.ownerAccountID: uid], ofItemAtPath: folder.path)
        let daemon = try RunningDaemon(
            starting: configuration(body),
            // In this order: another user's prlimit may not be able to enter every folder.
            through: ["/usr/bin/prlimit", "--nproc=\(limit)"] + Privileges.asUser(uid),
            in: folder
        )
        try await servesOrSaysWhy(daemon)
    }
}
