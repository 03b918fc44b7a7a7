import Foundation
import Glibc
import SlipwayTestSupport
import Testing

/// Signal settings that the process had before it became the daemon.
@Suite(.timeLimit(.minutes(5)))
struct InheritedSignalTests {
    /// The kernel would reap the children, and their exit statuses would be lost.
    @Test func childrenAreHeardOfWhoeverIgnoredThemBefore() async throws {
        let daemon = try await RunningDaemon(
            "name: tested\noperations: { a: { exec: [/bin/sh, -c, 'exit 0'] } }",
            through: ["/bin/bash", "-c", "trap '' CHLD; exec \"$0\" \"$@\""]
        )
        try await daemon.untilReady()
        #expect(await daemon.stop().status == 0)
    }

    @Test func aLogThatMayNotGrowEndsNothing() async throws {
        let folder = try TemporaryFolder()
        let script = "head -c 100000 /dev/zero | tr '\\0' x >&2; echo >&2; echo end >&2"
        let daemon = try await RunningDaemon(
            "name: tested\noperations: { a: { exec: [/bin/sh, -c, \"${env.SCRIPT}\"] } }",
            environment: ["SCRIPT": script],
            through: [
                "/bin/sh", "-c", "exec prlimit --fsize=8192 \"$0\" \"$@\" 2> \(folder.path)/log",
            ]
        )
        try await daemon.untilReady()
        #expect(await daemon.stop().status == 0)
        #expect(try folder.read("log").utf8.count == 8192)
    }

    /// From the first moment at which something of ours runs: that in which another constructor asks for the time.
    @Test func aReloadThatIsAskedForBeforeAnythingRunsEndsNothing() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <signal.h>
            #include <string.h>
            #include <time.h>
            static int asked;
            int clock_gettime(clockid_t clock, struct timespec *time) {
                int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
                if (!asked && !strcmp(program_invocation_short_name, "slipwayd")) {
                    asked = 1;
                    raise(SIGHUP);
                }
                return next(clock, time);
            }
            """,
            to: "early.c"
        )
        let library = "\(folder.path)/early.so"
        let compiler = Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: ["clang", "-shared", "-fPIC", "-o", library, source]
        )
        try #require(try await compiler.run().status == 0)
        let daemon = try await RunningDaemon(
            "name: tested\noperations: { a: { exec: [/bin/sh, -c, 'exit 0'] } }",
            // The thread that starts it may have all signals blocked, which a child inherits.
            through: ["/usr/bin/env", "--default-signal=HUP", "LD_PRELOAD=\(library)"]
        )
        try await daemon.untilItSays("SIGHUP asks for a reload")
        try await daemon.untilReady()
        #expect(await daemon.stop().status == 0)
    }
}
