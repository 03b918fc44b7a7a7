import Foundation
import Testing

@testable import SlipwayBodies

/// Processes that have ended and whose parent takes its time: here the test itself is the parent.
@Suite(.timeLimit(.minutes(10)))
struct ZombieTests {
    /// Starts a program in a process group; `0` makes a new one.
    private func start(_ command: [String], in group: pid_t = 0) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, group)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid = pid_t()
        let code = posix_spawnp(&pid, command[0], nil, &attributes, &arguments, environ)
        try #require(code == 0)
        return pid
    }

    /// Waits for the end of a child and leaves it a zombie.
    private func awaitEnd(of pid: pid_t) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    private func reap(_ pid: pid_t) {
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    }

    @Test func aSessionOfWhichOnlyZombiesAreLeftIsGone() async throws {
        let leader = try start(["true"])
        defer { reap(leader) }
        awaitEnd(of: leader)
        #expect(kill(-leader, 0) == 0)
        // Far longer than the test may take.
        await endSession(of: leader, grace: .seconds(100_000))
        #expect(isOnlyZombies(leader))
    }

    @Test func aProcessThatLivesBesideAZombieIsEnded() async throws {
        let leader = try start(["true"])
        awaitEnd(of: leader)
        let other = try start(["sleep", "1000"], in: leader)
        defer { for pid in [leader, other] { reap(pid) } }
        #expect(!isOnlyZombies(leader))
        await endSession(of: leader, grace: .zero)
        awaitEnd(of: other)
        #expect(isOnlyZombies(leader))
    }
}
