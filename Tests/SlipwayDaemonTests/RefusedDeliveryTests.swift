import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// The kernel does not take the line of a delivery, though the program is there to read it.
@Suite(.timeLimit(.minutes(5)))
struct RefusedDeliveryTests {
    /// The first calls of `send` with the line of an action fail; in bytes, how much of the first one is written before.
    private static let refusing = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <string.h>
        #include <sys/socket.h>
        static int left = TIMES, begun = 0;
        ssize_t send(int socket, const void *bytes, size_t count, int flags) {
            ssize_t (*next)(int, const void *, size_t, int) = dlsym(RTLD_NEXT, "send");
            int is_daemon = !strcmp(program_invocation_short_name, "slipwayd");
            int begins = is_daemon && count > 5 && !memcmp(bytes, "{\\"id\\"", 5);
            if (left > 0 && begins && !begun && FIRST) { begun = 1; return next(socket, bytes, FIRST, flags); }
            if (left > 0 && (begins || begun)) { left -= 1; begun = 0; errno = ERROR; return -1; }
            return next(socket, bytes, count, flags);
        }
        """

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon(_ error: String, times: Int, after first: Int) async throws -> RunningDaemon
    {
        let source = Self.refusing.replacing("TIMES", with: "\(times)")
            .replacing("ERROR", with: error).replacing("FIRST", with: "\(first)")
        let library = "\(folder.path)/send.so"
        let compiler = Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: [
                "clang", "-shared", "-fPIC", "-o", library,
                try folder.write(source, to: "send.c"),
            ]
        )
        let compiled = try await compiler.run()
        try #require(compiled.status == 0, "\(compiled.output)")
        let example = Checkout.file("config/examples/deliver").path()
        let daemon = try await RunningDaemon(
            """
            name: test
            operations:
              player:
                exec:
                  command: [/usr/bin/python3, -B, -u, "\(example)/player.py", "\(folder.path)/p"]
                  ready: notify
            actions:
              play:
                requires: [player]
                timeout: 1h
                deliver: { to: player, socket: "\(folder.path)/p" }
                parameters: { song: {} }
            """,
            through: ["/usr/bin/env", "LD_PRELOAD=\(library)"]
        )
        try await daemon.untilReady()
        return daemon
    }

    private func send(to daemon: RunningDaemon) throws -> ActionStatus.State {
        let request = Method.Submit(kind: "play", payload: ["song": "waltz"], wait: .done)
        return try daemon.client().call(request).action.state
    }

    @Test(
        arguments: [("ENOBUFS", 0), ("ENOBUFS", 7), ("ENOMEM", 0)]
    )
    func isTriedAgainWhereRoomMayCome(error: String, after first: Int) async throws {
        let daemon = try await daemon(error, times: 3, after: first)
        #expect(try send(to: daemon) == .done)
        _ = await daemon.stop()
    }

    @Test(arguments: [0, 7])
    func failsWhereItIsForbidden(after first: Int) async throws {
        let daemon = try await daemon("EPERM", times: 1, after: first)
        let state = try send(to: daemon)
        let words =
            "cannot deliver to 'player': cannot write to \(folder.path)/p: Operation not permitted (EPERM)"
        guard case .failed(let failure, _) = state else {
            Issue.record("\(state)")
            return
        }
        #expect(failure.message == words)
        #expect(try send(to: daemon) == .done)
        _ = await daemon.stop()
    }
}
