import ArgumentParser
import Foundation
import SlipwayTestSupport
import Testing

@testable import SlipwayCommand

/// The examples of the manual do what they say, with a daemon that serves the example of slipway.yaml(5).
@Suite(.timeLimit(.minutes(5)))
struct ManualExampleTests {
    @Test func everyExampleOfTheManualWorks() async throws {
        let folder = try TemporaryFolder()
        try folder.write(ConfigurationPage.example, to: "shop.yaml")
        try folder.write("[Service]\nExecStart=/bin/sleep infinity\n", to: "web.service")
        let ran = try await Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-c", script(in: folder)],
            environment: [
                "PATH": "\(Checkout.programs.path()):/usr/bin:/bin", "XDG_RUNTIME_DIR": folder.path,
                "SLIPWAY_SOCKET": "",
            ]
        ).run()
        #expect(ran.status == 0 && ran.output.hasSuffix("all done\n"), "\(ran.output)")
    }

    private func script(in folder: TemporaryFolder) -> String {
        let commands = Root.configuration.subcommands.compactMap { $0.configuration.commandName }
        // That of 'logs' needs a journal, and that of 'advise' a launch that nothing else on the machine slowed.
        let examples = ([""] + commands.filter { !["logs", "advise"].contains($0) }).flatMap {
            command in
            (CommandExamples.all[command] ?? []).map(\.line)
        }
        let lines = (examples + InterfacePage.examples.map(\.line)).map { line in
            """
            ( \(prepared(line)) ) >output 2>&1 || { echo "status $?:"; cat - output <<'LINE'; exit 1; }
            \(line)
            LINE
            """
        }
        let start = """
            env RUNTIME_DIRECTORY=$PWD/slipway-run/shop STATE_DIRECTORY=$PWD/state \
            slipwayd --config shop.yaml --socket $PWD/slipway/shop/org.slipway.Launch >log 2>&1 &
            daemon=$!
            slipway --app shop wait --timeout 20s >output 2>&1 || { cat output log; exit 1; }
            """
        let stop = "kill $daemon; wait $daemon"
        let demo = """
            slipway init demo.yaml 2>output || exit 1
            \(DaemonPage.example) >log 2>&1 &
            daemon=$!
            for i in $(seq 200); do
                SLIPWAY_SOCKET=demo/org.slipway.Launch slipway wait --timeout 20s >output 2>&1 && break
                sleep 0.1
            done
            """
        return
            (["cd '\(folder.path)' && mkdir -p slipway/shop slipway-run/shop", start, stop, start]
            + lines + [stop, demo, stop, "echo all done"]).joined(separator: "\n")
    }

    /// What has to be so before a line makes sense.
    ///
    /// The daemon has no unit, and has to serve the lines that follow.
    private func prepared(_ line: String) -> String {
        let line = line.replacing("systemctl stop slipway@shop", with: "slipway resume")
        guard line.contains("\"$id\"") else { return line }
        return """
            slipway pause
            id=$(slipway send open-url url=https://example.org/ --json | sed -n 's/.*"id": *"\\([^"]*\\)".*/\\1/p')
            \(line) && slipway resume
            """
    }
}
