import Foundation
import Slipway
import SlipwayTestSupport
import Testing

/// A group of a running daemon that is tried again as a whole.
@Suite(.timeLimit(.minutes(5)))
struct RepeatedGroupTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func itsProgramsEndAndAreStartedAnew() async throws {
        let daemon = try await RunningDaemon(
            """
            name: repeated
            operations:
              serving:
                retry: { attempts: 3, initial: 10ms }
                group:
                  operations:
                    web:
                      exec:
                        command: [/bin/sh, -c, "echo $$$$ >>pids; systemd-notify --ready; exec sleep 1000"]
                        directory: \(folder.path)
                        ready: notify
                      stop: { command: [/bin/sh, -c, "echo stop >>stops"], directory: \(folder.path) }
                    check:
                      requires: [web]
                      exec:
                        command: [/bin/sh, -c, "test $(wc -l <pids) = 2"]
                        directory: \(folder.path)
            """,
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        try await daemon.untilReady()
        let pids = try folder.read("pids").split(separator: "\n").compactMap { pid_t($0) }
        #expect(pids.count == 2)
        let report = try daemon.report()
        #expect(report.phase == .ready(degraded: false))
        #expect(report["serving"]?.attempts.count == 2)
        #expect(report.programs.first?.pid == pids.last)
        #expect(pids.first.map { kill($0, 0) } == -1)
        #expect(try folder.read("stops") == "stop\n")
        #expect(await daemon.stop().status == 0)
        #expect(try folder.read("stops") == "stop\nstop\n")
    }
}
