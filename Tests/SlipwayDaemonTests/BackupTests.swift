import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// `slipway backup`: what it copies is what a service can begin with.
@Suite(.timeLimit(.minutes(5)))
struct BackupTests {
    private static let configuration = """
        name: kept
        operations: { gate: { stage: background, wait: { file: /nowhere/at/all }, timeout: 1h } }
        actions:
          note: { requires: [gate], parameters: { text: { type: string } }, exec: [/bin/true] }
        """

    private let state: TemporaryFolder
    private let target: TemporaryFolder

    init() throws {
        state = try TemporaryFolder()
        target = try TemporaryFolder()
    }

    private func daemon(in state: TemporaryFolder) async throws -> RunningDaemon {
        try await RunningDaemon(
            Self.configuration,
            arguments: ["--state-directory", state.path]
        )
    }

    private func backUp(
        _ daemon: RunningDaemon,
        to file: String,
        _ options: [String] = []
    ) async throws -> Program.Result {
        try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["backup", file, "--socket", daemon.socket] + options
        ).run()
    }

    private func waiting(_ daemon: RunningDaemon) throws -> [String] {
        let listing = Method.ListActions(state: .waiting)
        return try daemon.client().call(listing).actions
            .map(\.id.description)
    }

    @Test func aCopyHasWhatWasAcceptedAndIsPrivate() async throws {
        let first = try await daemon(in: state)
        let text = JSON.string(String(repeating: "x", count: 50_000))
        // More than one part.
        for _ in 0..<20 {
            let request = Method.Submit(kind: "note", payload: ["text": text])
            _ = try first.client().call(request)
        }
        let accepted = try waiting(first)
        let file = "\(target.path)/slipway-actions.db"
        try target.write("an older copy", to: "slipway-actions.db")
        let kept = try await backUp(first, to: file)
        #expect(kept.status == 1)
        #expect(
            kept.output
                == "slipway: cannot write \(file): there is a file of that name; '--force' replaces it\n"
        )
        #expect(try target.read("slipway-actions.db") == "an older copy")
        let result = try await backUp(first, to: file, ["--force"])
        #expect(result.status == 0, "\(result.output)")
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(result.output == "\(status.st_size) bytes in \(file)\n")
        #expect(status.st_size > 20 * 50_000)
        #expect(await first.stop().status == 0)

        let second = try await daemon(in: target)
        #expect(try waiting(second) == accepted)
        #expect(await second.stop().status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: state.path).sorted()
        #expect(
            names == [
                "slipway-actions.db", "slipway-actions.lock", "slipway-actions.reserve",
                "slipway-starts",
            ]
        )
    }

    /// A copy in place of a log is taken for what was stored, and one in place of a lock lets a second daemon in.
    @Test func noFileOfTheStateFolderIsTaken() async throws {
        let daemon = try await daemon(in: state)
        let link = "\(target.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: state.path)
        #expect(mkdir("\(state.path)/below", 0o700) == 0)
        // SQLite's own beside the file come and go, and the marks of starts are replaced whole.
        func files() throws -> [String: UInt] {
            let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
            // Those of the database's log and rollback, and new files that have no name yet, come and go.
            let kept = names.filter {
                !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") && !$0.hasSuffix("-journal")
                    && !$0.hasPrefix(".")
            }
            return Dictionary(
                uniqueKeysWithValues: kept.map { name in
                    var status = stat()
                    stat("\(state.path)/\(name)", &status)
                    return (name, name == "slipway-starts" ? 0 : status.st_ino)
                }
            )
        }
        let before = try files()
        let names = [
            "slipway-actions.db", "slipway-actions.db-wal", "slipway-actions.lock",
            "slipway-starts",
            "new", "below/new",
        ]
        for path in names.map({ "\(state.path)/\($0)" }) + ["\(link)/new"] {
            let result = try await backUp(daemon, to: path, ["--force"])
            #expect(result.status == 2)
            #expect(
                result.output
                    == "slipway: cannot write \(path): it is in the state directory of the service; name "
                    + "another place\n"
            )
        }
        // The store may have made some of its own files only now.
        let after = try files()
        #expect(after.merging(before) { $1 } == after, "\(before) became \(after)")
        #expect(after["new"] == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(state.path)/below") == [])
        #expect(await daemon.stop().status == 0)
    }

    @Test func standardOutputAndAPipeGetTheCopyItself() async throws {
        let daemon = try await daemon(in: state)
        let pipe = "\(target.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for (file, redirection) in [
            ("-", ">copy"), ("/dev/stdout", ">copy"), ("/dev/fd/5", "5>copy >said"),
            (pipe, ">said & cat \(pipe) >copy; wait $!"),
        ] {
            let result = try await Program(
                executable: URL(filePath: "/bin/sh"),
                arguments: [
                    "-c",
                    "cd \(target.path); rm -f copy; slipway backup \(file) \(redirection); head -c 15 copy",
                ],
                environment: [
                    "SLIPWAY_SOCKET": daemon.socket,
                    "PATH": "\(Checkout.programs.path):/usr/bin:/bin",
                ]
            ).run()
            #expect(result.output == "SQLite format 3", "\(file)")
        }
        var status = stat()
        #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        #expect(await daemon.stop().status == 0)
    }

    @Test func withoutAPlaceThereIsNothingToCopy() async throws {
        let daemon = try await RunningDaemon(Self.configuration)
        let result = try await backUp(daemon, to: "\(target.path)/copy")
        #expect(result.status == 1)
        #expect(result.output.contains("nothing is stored: the service has no state directory"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == [])
        #expect(await daemon.stop().status == 0)
    }

    @Test func aCopyThatWasReadIsGone() async throws {
        let daemon = try await daemon(in: state)
        let client = try daemon.client()
        let part = try client.call(Method.Backup(nil, offset: 0))
        #expect(part.end == part.size)
        let gone = LaunchRefusal.cannotCopy(
            "there is no copy '\(part.backup)' any more; begin anew"
        )
        #expect(throws: ControlClientError.refused(gone.varlinkError)) {
            try client.call(Method.Backup(part.backup, offset: 0))
        }
        #expect(await daemon.stop().status == 0)
    }
}
