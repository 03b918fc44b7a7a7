import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// Each example runs in a terminal as it is, by the commands at its top, in folders of the user's.
@Suite(.timeLimit(.minutes(10)))
struct ForegroundExampleTests {
    private static let installed = "/usr/share/slipway"

    @Test(arguments: [
        "storefront", "examples/deliver", "examples/kiosk", "examples/login",
        "examples/orders", "examples/probes", "examples/web",
    ])
    func runsByTheCommandsAtItsTop(example: String) async throws {
        let folder = try TemporaryFolder()
        try install(in: folder)
        let text = try folder.read("share/\(example).yaml")
        let commands = Self.commands(in: text)
        #expect(commands.last?.hasPrefix("script -qec 'slipwayd ") == true, "\(commands)")
        // Processes that the commands start beside the daemon end with this shell's session.
        let program = try Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-c", commands.joined(separator: "\n")],
            environment: [
                "PATH": "\(Checkout.programs.path()):/usr/bin:/bin", "HOME": "\(folder.path)/home",
                "XDG_RUNTIME_DIR": "\(folder.path)/home",
            ]
        ).start()
        defer { for process in companions(of: folder) { kill(process, SIGKILL) } }
        let name = example.split(separator: "/").last.map(String.init) ?? example
        let socket = "\(folder.path)/home/slipway/\(name)/org.slipway.Launch"
        var daemon: pid_t?
        try await eventually("\(example) is ready") {
            try #require(program.isRunning, "\(program.output)")
            guard let client = try? ControlClient(path: socket) else { return false }
            daemon = client.peer
            let status = try client.call(Method.GetStatus()).status
            return status.phase == .ready(degraded: false)
        }
        // It is not the terminal that ends.
        kill(try #require(daemon), SIGTERM)
        try await eventually("it has ended") { !isRunning(program.identifier) }
        // A process beside it goes on, and holds the output that the result waits for.
        for process in companions(of: folder) { kill(process, SIGKILL) }
        #expect(await program.result().status == 0)
    }

    /// The files where `make install` puts them, but for the folder.
    private func install(in folder: TemporaryFolder) throws {
        let share = "\(folder.path)/share"
        let files = FileManager.default
        try files.createDirectory(atPath: share, withIntermediateDirectories: true)
        try files.createDirectory(
            atPath: "\(folder.path)/home",
            withIntermediateDirectories: true
        )
        for name in ["examples", "storefront", "storefront.yaml", "storefront.env"] {
            try files.copyItem(
                atPath: Checkout.file("config/\(name)").path(),
                toPath: "\(share)/\(name)"
            )
        }
        try files.copyItem(
            atPath: Checkout.programs.appending(path: "storefront-backend").path(),
            toPath: "\(share)/storefront/storefront-backend"
        )
        let texts = try files.subpathsOfDirectory(atPath: share)
            .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".env") }
        for path in texts {
            let text = try folder.read("share/\(path)")
            try folder.write(text.replacing(Self.installed, with: share), to: "share/\(path)")
        }
    }

    /// The indented lines under `# In a terminal`; the last one gets a terminal.
    private static func commands(in text: String) -> [String] {
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("# In a terminal") }
        let block = lines.drop { !$0.hasPrefix("#   ") }.prefix { $0.hasPrefix("#   ") }
        return block.map { line in
            let command = String(line.dropFirst(4))
            return command.hasPrefix("slipwayd")
                ? "script -qec '\(command)' /dev/null" : command
        }
    }

    /// The processes whose command line has the folder in it.
    private func companions(of folder: TemporaryFolder) -> [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { process in
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).contains(folder.path)
        }
    }
}
