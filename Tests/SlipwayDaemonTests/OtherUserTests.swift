import Foundation
import Slipway
import SlipwayTestSupport
import Testing

/// Processes of other users, by a daemon that is not root and has only the rights that the check asks for.
@Suite(
    .enabled(if: Privileges.areThere, Privileges.comment),
    .timeLimit(.minutes(5))
)
struct OtherUserTests {
    private let folder: TemporaryFolder
    private static let daemon = 61_235

    init() throws {
        folder = try TemporaryFolder()
        try #require(chmod(folder.path, 0o755) == 0)
        let id = uid_t(Self.daemon)
        try #require(chown(folder.path, id, id) == 0)
    }

    /// The command that runs another one with these rights, where /proc hides the processes of others.
    private var command: [String] {
        let rights = "+setuid,+setgid,+kill,+chown"
        let hidden = "mount -t proc -o hidepid=2 none /proc && exec \"$@\""
        return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", hidden, "sh"]
            + Privileges.asUser(Self.daemon)
            + ["--inh-caps=\(rights)", "--ambient-caps=\(rights)"]
    }

    private func started(_ operations: String) async throws -> RunningDaemon {
        let configuration = "name: others\ngrace: 10s\noperations:\n\(operations)"
        return try await RunningDaemon(configuration, through: command, in: folder)
    }

    @Test func aProgramThatProcHidesIsAskedToEnd() async throws {
        let asked = "\(folder.path)/asked"
        let script = "trap 'echo asked; exit' TERM; echo runs; while :; do sleep 0.05; done"
        let daemon = try await started(
            """
              web:
                exec: { command: [/bin/sh, -c, "\(script)"], user: daemon, ready: { line: runs } }
              kept: { exec: { command: [/usr/bin/touch, \(asked)] } }
            """
        )
        try await daemon.untilReady()
        let program = try #require(try daemon.report().programs.first?.pid)
        let result = await daemon.stop()
        #expect(result.status == 0)
        #expect(result.output.contains("web: asked"), "\(result.output)")
        #expect(!isRunning(program))
    }

    /// systemd-notify has ended by the time its message is read, and then nothing tells of whom it was.
    @Test func theWordOfAProcessOfItsUserCountsThoughThatHasEnded() async throws {
        let daemon = try await started(
            """
              web:
                timeout: 60s
                exec:
                  command: [/bin/sh, -c, 'systemd-notify --ready; exec sleep 1000']
                  user: daemon
                  ready: notify
            """
        )
        try await daemon.untilReady()
        _ = await daemon.stop()
    }

    @Test(arguments: [0o700, 0o770])
    func whatIsMadeForAnotherUserCanBeAskedForAgain(mode: Int) async throws {
        let made = "\(folder.path)/made"
        let octal = "'0\(String(mode, radix: 8))'"
        let step =
            "command: [/bin/true], user: daemon, directories: [{ path: \(made), mode: \(octal) }]"
        let write = "path: \(folder.path)/text, content: text, mode: \(octal), owner: daemon"
        let daemon = try await started(
            """
              first: { exec: { \(step) } }
              again: { requires: [first], exec: { \(step) } }
              text: { write: { \(write) } }
              text-again: { requires: [text], write: { \(write) } }
            """
        )
        try await daemon.untilReady()
        for path in [made, "\(folder.path)/text"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
            #expect(attributes[.ownerAccountName] as? String == "daemon")
        }
        _ = await daemon.stop()
    }

    /// The folder of the notify sockets must be one that the program's user can reach.
    @Test func aClosedRuntimeDirectoryKeepsNoProgramFromBeingReady() async throws {
        let closed = "\(folder.path)/closed"
        try FileManager.default.createDirectory(
            atPath: closed,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        let daemon = try await RunningDaemon(
            """
            name: others
            operations:
              web:
                timeout: 60s
                exec:
                  command: [/bin/sh, -c, 'systemd-notify --ready; exec sleep 1000']
                  user: daemon
                  ready: notify
            """,
            environment: ["RUNTIME_DIRECTORY": closed]
        )
        try await daemon.untilReady()
        #expect(!FileManager.default.fileExists(atPath: "\(closed)/programs"))
        _ = await daemon.stop()
    }

    /// As a server of users may be silent for ever.
    @Test func aStopCommandIsBoundedFromTheLookUpOfItsUserOn() async throws {
        let source = try folder.write(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <pwd.h>
            #include <string.h>
            #include <unistd.h>
            int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size,
                           struct passwd **result) {
                int (*next)(const char *, struct passwd *, char *, size_t, struct passwd **) =
                    dlsym(RTLD_NEXT, "getpwnam_r");
                while (strcmp(name, "games") == 0) pause();
                return next(name, entry, buffer, size, result);
            }
            """,
            to: "silent.c"
        )
        let library = "\(folder.path)/silent.so"
        let compiler = Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: ["clang", "-shared", "-fPIC", "-o", library, source]
        )
        try #require(try await compiler.run().status == 0)
        let daemon = try await RunningDaemon(
            """
            name: others
            grace: 1s
            operations:
              web:
                exec: { command: [/bin/sleep, '1000'], ready: started }
                stop: { command: [/bin/true], user: games }
            """,
            through: ["/usr/bin/env", "LD_PRELOAD=\(library)"]
        )
        try await daemon.untilReady()
        let program = try #require(try daemon.report().programs.first?.pid)
        let result = await daemon.stop()
        #expect(result.output.contains("its user and its directories were not there within 900ms"))
        #expect(!isRunning(program))
    }
}
