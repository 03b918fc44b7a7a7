import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// Kernels, and filters of system calls, without what newer ones have.
@Suite(.timeLimit(.minutes(5)))
struct OlderKernelTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a command without system calls: they fail with this error.
    struct Lack: CustomTestStringConvertible, Sendable {
        let error: String
        let calls: String

        /// The command that runs another one so.
        ///
        /// It also passes a descriptor on that nobody asked for.
        var command: [String] {
            let script = Checkout.file("Tests/Injection/without").path()
            let words = ["/usr/bin/env", "python3", script, error, calls]
            return ["/bin/sh", "-c", "exec 7</dev/null; exec \"$@\"", "sh"] + words
        }

        var testDescription: String { "\(error) of \(calls)" }
    }

    /// The C library makes threads without clone3 after ENOSYS alone.
    private static let survived =
        ["ENOSYS", "EPERM"].flatMap { error in
            [
                "close_range", "pidfd_open", "pidfd_send_signal",
                "close_range,pidfd_open,pidfd_send_signal,pidfd_getfd",
                "openat2,faccessat2,epoll_pwait2,statx,renameat2,memfd_create,getrandom,rseq",
            ].map { Lack(error: error, calls: $0) }
        } + [
            Lack(error: "ENOSYS", calls: "clone3"),
            Lack(
                error: "ENOSYS",
                calls: "clone3,close_range,pidfd_open,pidfd_send_signal,pidfd_getfd,openat2,"
                    + "faccessat2,epoll_pwait2,rseq,statx"
            ),
        ]

    /// A step, a program that is started again, and a handler.
    private static let configuration = """
        name: old
        grace: 20s
        operations:
          step: { exec: { command: [/bin/cat], stdin: hello, output: text } }
          web:
            requires: [step]
            exec: { command: [/bin/sleep, '1000'], ready: started }
            ended: restart
            restart: { initial: 1ms }
        actions:
          act: { exec: [/bin/echo, acted] }
        """

    /// Goes once through the life of a daemon.
    private func expectAll(of daemon: RunningDaemon) async throws {
        try await daemon.untilReady()
        let first = try #require(try daemon.report().programs.first?.pid)
        // While it starts, it opens its libraries.
        try await eventually("it has its three descriptors") {
            try descriptors(of: first) == [0, 1, 2]
        }
        for reaper in try daemon.reapers { #expect(try !descriptors(of: reaper).contains(7)) }
        kill(first, SIGKILL)
        try await eventually("another one runs") {
            let program = try daemon.report().programs.first
            return program?.restarts == 1 && program?.pid.map { $0 != first } == true
        }
        _ = try daemon.client().call(Method.Submit(kind: "act"))
        try await daemon.untilItSays("act: acted")
        let second = try #require(try daemon.report().programs.first?.pid)
        let result = await daemon.stop()
        #expect(result.status == 0, "\(result.output)")
        #expect(!isRunning(second))
    }

    private func descriptors(of process: Int32) throws -> [Int] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
            .compactMap { Int($0) }.sorted()
    }

    @Test(arguments: survived)
    func whatIsMissingIsDoneInAnotherWay(lack: Lack) async throws {
        try await expectAll(of: RunningDaemon(Self.configuration, through: lack.command))
    }

    /// There is no list of the descriptors then, so that numbers are tried.
    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func withoutProcAChildGetsNoOtherDescriptors() async throws {
        let hidden = "mount -t tmpfs none /proc && exec \"$@\""
        let daemon = try await RunningDaemon(
            Self.configuration,
            through: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", hidden, "sh"]
                + Lack(error: "ENOSYS", calls: "close_range").command
        )
        try await daemon.untilReady()
        let program = try #require(try daemon.report().programs.first?.pid)
        #expect(try descriptors(of: program) == [0, 1, 2])
        _ = await daemon.stop()
        #expect(!isRunning(program))
    }

    /// Linux before 5.2 ignores the flag.
    @Test func withoutDescriptorsOfProcessesTheirEndsAreKnownAllTheSame() async throws {
        let source = try folder.write(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <sched.h>
            int clone(int (*body)(void *), void *stack, int flags, void *argument, ...) {
                int (*next)(int (*)(void *), void *, int, void *, ...) = dlsym(RTLD_NEXT, "clone");
                return next(body, stack, flags & ~CLONE_PIDFD, argument);
            }
            """,
            to: "clone.c"
        )
        let library = "\(folder.path)/clone.so"
        let compiler = Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: ["clang", "-shared", "-fPIC", "-o", library, source]
        )
        try #require(try await compiler.run().status == 0)
        let lack = Lack(error: "ENOSYS", calls: "close_range,clone3,pidfd_open,pidfd_send_signal")
        let daemon = try await RunningDaemon(
            Self.configuration,
            through: lack.command + ["env", "LD_PRELOAD=\(library)"]
        )
        try await daemon.untilReady()
        let held = try FileManager.default
            .contentsOfDirectory(atPath: "/proc/\(daemon.identifier)/fd")
            .compactMap {
                try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/\(daemon.identifier)/fd/\($0)"
                )
            }
        #expect(!held.contains { $0.contains("pidfd") })
        try await expectAll(of: daemon)
    }

    @Test func aFilterThatForbidsThreadsIsNamed() async throws {
        let daemon = try RunningDaemon(
            starting: Self.configuration,
            through: Lack(error: "EPERM", calls: "clone3").command
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "cannot start the thread of tasks: Operation not permitted (EPERM); the C library makes threads "
                    + "with clone3(2), which a filter of system calls (seccomp) has to allow or to answer with "
                    + "ENOSYS"
            ),
            "\(result.output)"
        )
    }

    private static let forking = """
        name: old
        operations:
          web:
            exec:
              command: [/bin/sh, -c, 'setsid sleep 1000 & echo $! >pids; systemd-notify MAINPID=$! READY=1; $STAY']
              directory: FOLDER
              ready: notify
        """

    private func forking(_ lack: Lack, stay: String = ":") async throws -> RunningDaemon {
        let daemon = try await RunningDaemon(
            Self.forking.replacing("FOLDER", with: folder.path),
            environment: ["STAY": stay],
            through: lack.command
        )
        try await daemon.untilReady()
        return daemon
    }

    @Test(arguments: ["ENOSYS", "EPERM"])
    func aProcessThatAProgramNamesIsSignalledByItsNumber(error: String) async throws {
        let daemon = try await forking(Lack(error: error, calls: "pidfd_send_signal"))
        let named = try #require(await processes(in: folder).first)
        try await eventually("it is followed") { try daemon.report().programs.first?.pid == named }
        let result = await daemon.stop()
        #expect(result.status == 0, "\(result.output)")
        #expect(!isRunning(named))
    }

    @Test(arguments: ["ENOSYS", "EPERM"])
    func aProcessThatAProgramNamesIsNotFollowedWithAWord(error: String) async throws {
        let daemon = try await forking(Lack(error: error, calls: "pidfd_open"), stay: "sleep 1000")
        let named = try #require(await processes(in: folder).first)
        try await daemon.untilItSays("MAINPID=\(named) is not followed: it cannot be watched: ")
        let words = "that takes pidfd_open(2), which Linux has from 5.3 on"
        #expect(daemon.program.output.contains(words))
        #expect(await daemon.stop().status == 0)
        #expect(!isRunning(named))
    }
}
