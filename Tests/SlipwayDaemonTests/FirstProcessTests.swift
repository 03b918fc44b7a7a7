import Foundation
import Glibc
import SlipwayTestSupport
import Testing

/// A daemon without a parent process, as in a container.
@Suite(.enabled(if: Privileges.areThere, Privileges.comment), .timeLimit(.minutes(5)))
struct FirstProcessTests {
    private static let asFirst = [
        "/usr/bin/unshare", "--pid", "--fork", "--mount-proc", "--kill-child",
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon(_ configuration: String) async throws -> RunningDaemon {
        try await RunningDaemon(
            configuration,
            environment: ["FOLDER": folder.path, "GATE": "\(folder.path)/gate"],
            through: Self.asFirst
        )
    }

    /// The daemon's number outside of its namespace.
    private func first(of daemon: RunningDaemon) throws -> Int32 {
        let unshare = try ObservedProcess.children(of: daemon.program.identifier)
        let first = try #require(unshare.first?.pid)
        let numbers = try String(contentsOfFile: "/proc/\(first)/status", encoding: .utf8)
        let inside = numbers.split(separator: "\n").first { $0.hasPrefix("NSpid:") }
        #expect(inside?.hasSuffix("\t1") == true)
        return first
    }

    @Test func itReapsOrphansAndStops() async throws {
        let daemon = try await daemon(Orphanage.configuration)
        let first = try first(of: daemon)
        try await Orphanage.isEmptied(of: first, gate: folder)
        kill(first, SIGTERM)
        #expect(await daemon.program.result().status == 0)
    }

    /// The kernel keeps a signal from the first process of a namespace that does not handle it.
    @Test(arguments: [SIGTERM, SIGINT, SIGQUIT])
    func aSignalStopsIt(signal: Int32) async throws {
        let daemon = try await daemon(
            """
            name: first
            operations:
              web: { exec: { command: [/bin/sleep, '1000'], ready: started } }
            """
        )
        try await daemon.untilReady()
        kill(try first(of: daemon), signal)
        let result = await daemon.program.result()
        #expect(result.status == 0)
        #expect(result.output.contains("Stopped 'first'"), "\(result.output)")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalDuringTheStartStopsIt(signal: Int32) async throws {
        let daemon = try await daemon(
            """
            name: first
            operations:
              step: { exec: [/bin/sh, -c, 'echo >"$FOLDER/begun"; exec sleep 1000'] }
              web: { requires: [step], exec: { command: [/bin/sleep, '1000'], ready: started } }
            """
        )
        try await eventually("the step runs") {
            FileManager.default.fileExists(atPath: "\(folder.path)/begun")
        }
        kill(try first(of: daemon), signal)
        let result = await daemon.program.result()
        #expect(result.status == 0)
        #expect(!result.output.contains("Startup finished"), "\(result.output)")
    }

    /// The end of the namespace would kill it at once.
    @Test func theStopAsksAnOrphanToEnd() async throws {
        let orphan = """
            trap 'echo asked >"$FOLDER/asked"; exit' TERM; echo >"$FOLDER/there"
            while :; do sleep 0.01; done
            """
        try folder.write(orphan, to: "orphan")
        let daemon = try await daemon(
            """
            name: first
            operations:
              step: { exec: [/bin/sh, -c, '(setsid sh "$FOLDER/orphan" >/dev/null 2>&1 &)'] }
            """
        )
        try await daemon.untilReady()
        try await eventually("the orphan runs") {
            FileManager.default.fileExists(atPath: "\(folder.path)/there")
        }
        kill(try first(of: daemon), SIGTERM)
        #expect(await daemon.program.result().status == 0)
        #expect(try folder.read("asked") == "asked\n")
    }

    /// Of a program's exit, and of one that a signal ends.
    @Test(arguments: [("exit 7", 7 as Int32), ("kill -KILL $$$$", 137), ("exit 0", 0)])
    func itsStatusIsTheProgramsWhereThatIsAskedFor(script: String, status: Int32) async throws {
        let daemon = try await daemon(
            """
            name: first
            operations:
              web:
                exec:
                  command: [/bin/sh, -c, 'while [ ! -e "$GATE" ]; do sleep 0.01; done; \(script)']
                  ready: started
                ended: stop
                exitStatus: own
            """
        )
        try await daemon.untilReady()
        try folder.write("", to: "gate")
        let result = await daemon.program.result()
        #expect(result.status == status, "\(result.output)")
    }

    /// A wrong configuration, and a launch that fails.
    @Test(
        arguments: [
            ("name: first\noperations: { step: { exec: 7 } }", 78 as Int32),
            ("name: first\noperations: { step: { exec: [/bin/false] } }", 1),
        ]
    )
    func itsStatusSaysWhyItDidNotStart(configuration: String, status: Int32) async throws {
        let daemon = try RunningDaemon(starting: configuration, through: Self.asFirst)
        #expect(await daemon.program.result().status == status)
    }
}
