import Foundation
import Glibc
import Slipway
import SlipwayTestSupport
import Testing

/// The limits, variables, signals and descriptors of children.
@Suite(.timeLimit(.minutes(5)))
struct ChildSurroundingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The text that a child's script writes to the file `seen`, when a daemon started in this way
    /// runs it.
    private func seen(
        by script: String,
        environment: [String: String] = [:],
        through command: [String] = []
    ) async throws -> (text: String, daemon: RunningDaemon) {
        let daemon = try await RunningDaemon(
            """
            name: tested
            operations:
              look: { exec: { command: [/bin/sh, -c, 'eval "$LOOK"'], directory: "\(folder.path)" } }
            """,
            environment: environment.merging(["LOOK": "(\(script)) > seen"]) { $1 },
            through: command
        )
        try await daemon.untilReady()
        return (try folder.read("seen"), daemon)
    }

    @Test func theSoftDescriptorLimitIsRaisedAndChildrenGetTheOldOneBack() async throws {
        let (text, daemon) = try await seen(
            by: "ulimit -Sn; ulimit -Hn",
            through: ["/bin/sh", "-c", "ulimit -Sn 256; exec \"$0\" \"$@\""]
        )
        let own = try ObservedProcess.limit("Max open files", of: daemon.identifier)
        #expect(own.hard != "256")
        #expect(own.soft == own.hard)
        #expect(text == "256\n\(own.hard)\n")
        #expect(await daemon.stop().status == 0)
    }

    @Test func childrenGetTheUnitsEnvironmentLessWhatIsTheDaemonsOwn() async throws {
        let ofTheDaemon = [
            "NOTIFY_SOCKET": "\(folder.path)/notify", "WATCHDOG_USEC": "600000000",
            "WATCHDOG_PID": "1", "LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "varlink",
            "LISTEN_PIDFDID": "1", "SLIPWAY_BOOT_ID": "1",
        ]
        let ofTheUnit = ["TESTED": "kept", "LANG": "C.UTF-8", "NOTIFY": "x", "WATCHDOGS": "two"]
        let (text, daemon) = try await seen(
            by: "env",
            environment: ofTheDaemon.merging(ofTheUnit) { $1 }
        )
        let names = Set(text.split(separator: "\n").compactMap { $0.split(separator: "=").first })
        for name in ofTheDaemon.keys { #expect(!names.contains(Substring(name))) }
        for (name, value) in ofTheUnit { #expect(text.contains("\(name)=\(value)\n")) }
        #expect(names.contains("PATH"))
        #expect(await daemon.stop().status == 0)
    }

    @Test func childrenGetNoSignalBlockedOrIgnored() async throws {
        let (text, daemon) = try await seen(
            by: "grep -E '^Sig(Blk|Ign)' /proc/self/status",
            // A careless parent may start it like this.
            through: ["/bin/sh", "-c", "trap '' HUP INT PIPE; exec \"$0\" \"$@\""]
        )
        #expect(text == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
        #expect(await daemon.stop().status == 0)
    }

    @Test func childrenGetThreeDescriptors() async throws {
        // The last one is the folder that ls reads.
        let (text, daemon) = try await seen(
            by: "ls /proc/self/fd",
            through: ["/bin/sh", "-c", "exec 7</dev/null; exec \"$0\" \"$@\""]
        )
        #expect(text == "0\n1\n2\n3\n")
        #expect(await daemon.stop().status == 0)
    }

    @Test func theDescriptorsOfManyChildrenAreGivenBack() async throws {
        let daemon = try await RunningDaemon(
            "name: tested\noperations:\n" + YAML.operations(200, "a", "{ exec: [/bin/true] }")
                + "\n" + YAML.operations(200, "b", "{ after: [gate], exec: [/bin/true] }")
                + "\n  gate: { wait: { file: \"${env.GATE}\", every: 10ms } }",
            environment: ["GATE": "\(folder.path)/gate"]
        )
        let open = "/proc/\(try daemon.identifier)/fd"
        func counted() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: open).count
        }
        try await eventually("half of them have run") {
            try daemon.report().operations.filter { $0.outcome == .succeeded }.count == 200
        }
        var before = 0
        try await eventually("all that is open is the daemon's") {
            defer { before = (try? counted()) ?? 0 }
            return try before == counted()
        }
        try folder.write("", to: "gate")
        try await daemon.untilReady()
        try await eventually("no more is open than before") { try counted() <= before }
        #expect(await daemon.stop().status == 0)
    }
}
