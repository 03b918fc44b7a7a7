import ArgumentParser
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

struct UsageTests {
    @Test(
        arguments: [
            ["nonsense"],
            ["check"],
            ["graph"],
            ["init", ""],
            ["init", "a.yaml", "b.yaml"],
            ["init", "--from-unit", ""],
            ["manual-pages"],
            ["graph", "file", "--format", "pdf"],
            ["plot", "--from", ""],
            ["plot", "--from", "a.json", "--app", "shop"],
            ["plot", "--compare", "a.json"],
            ["plot", "--compare", "-", "-"],
            ["plot", "--compare", "--nonsense"],
            ["plot", "surplus"],
            ["plot", "--from", "a.json", "--launch", "-1"],
            ["plot", "--compare", "--launch", "-1"],
            ["plot", "--compare", "a.json", "b.json", "--from", "c.json"],
            ["plot", "--compare", "a.json", "b.json", "c.json"],
            ["plot", "--output", ""],
            ["trace", "--from", ""],
            ["blame", "--limit", "0"],
            ["simulate"],
            ["simulate", "file", "--duration", "user-data"],
            ["simulate", "file", "--default", "5"],
            ["simulate", "file", "--from", "a", "--from-history"],
            ["simulate", "file", "--width", "0"],
            ["what-if", "file", "--require", "fast"],
            ["advise", "--limit", "0"],
            ["compare", "a", "b", "c"],
            ["compare", "--unknown"],
            ["compare", "--from", "a"],
            ["blame", "--limit", "many"],
            ["wait", "--timeout", "5"],
            ["wait", "--timeout", "soon"],
            ["wait", "--for"],
            ["watch", "--until", "later"],
            ["export"],
            ["export", "--otlp", "--traces", "--metrics"],
            ["export", "--otlp", "--all", "--launch", "-1"],
            ["metrics", "--output", ""],
            ["logs", "--previous", "--follow"],
            ["logs", "--since", "yesterday"],
            ["list", "shop"],
            ["watch", "--until", "ready", "--follow"],
            ["watch", "--lines", "--json"],
            ["cancel"],
            ["cancel", "a", "--kind", "pay"],
            ["cancel", "a", "--state", "waiting"],
            ["cancel", "--kind", "pay", "--state", "done"],
            ["retry"],
            ["retry", "a", "--kind", "pay"],
            ["pause", "main", "surplus"],
            ["drain", "main"],
            ["drain", "--timeout", "soon"],
            ["send"],
            ["send", "open-url", "no-equals-sign"],
            ["send", "open-url", "=value"],
            ["send", "open-url", ":=1"],
            ["send", "open-url", "a=1", "a=2"],
            ["send", "open-url", "a:=nonsense"],
            ["send", "open-url", "--payload", "[1]"],
            ["send", "open-url", "--payload", "{"],
            ["send", "open-url", "--payload", "{}", "a=1"],
            ["send", "open-url", "-", "a=1"],
            ["send", "open-url", "--wait", "forever"],
            ["send", "open-url", "--key", String(repeating: "k", count: 257)],
            ["send", "open-url", "--key", "k", "--no-key"],
            ["cancel", "a", "--reason", String(repeating: "r", count: 1025)],
            ["call"],
            ["call", "GetStatus", "nonsense"],
            ["status", "--app", "../other"],
            ["status", "--app", ""],
            ["status", "--socket", ""],
            ["status", "--unknown"],
            ["status", "surplus"],
        ]
    )
    func whatMakesNoSenseExitsWith64AndSaysWhy(arguments: [String]) {
        let verdict = verdict(arguments)
        #expect(verdict.exitCode == 64)
        #expect(verdict.text?.isEmpty == false)
    }

    @Test(
        arguments: [
            (
                ["statsu"],
                "no subcommand is named 'statsu'; did you mean 'status'? 'slipway --help' "
            ),
            (
                ["help", "wiat"],
                "no subcommand is named 'wiat'; did you mean 'wait'? 'slipway --help' "
            ),
            (
                ["help", "slipway.yml"],
                "no subcommand is named 'slipway.yml'; did you mean 'slipway.yaml'? "
            ),
            (
                ["--app", "shop", "xyzzy", "--json"],
                "no subcommand is named 'xyzzy'; 'slipway --help' "
            ),
        ]
    )
    func aMisspelledSubcommandIsAnsweredWithTheNearest(
        arguments: [String],
        words: String
    ) throws {
        let ran = try CapturedOutput.run(arguments)
        #expect(ran.exitCode == 64)
        #expect(ran.output == "")
        #expect(ran.errors.contains(words), "\(ran.errors)")
    }

    @Test(arguments: [["--help"], ["status", "--help"], ["help", "wait"]])
    func theHelpHasEveryExitCode(arguments: [String]) throws {
        let ran = try CapturedOutput.run(arguments)
        #expect(ran.exitCode == 0)
        let words = ran.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(CommandFailure.exitCodes), "\(ran.output)")
        let codes = [
            CommandFailure.success, CommandFailure.negative, CommandFailure.unable,
            CommandFailure.late, CommandFailure.lacking, CommandFailure.usage,
            CommandFailure.configuration,
        ]
        for code in codes { #expect(words.contains(" \(code) "), "\(code)") }
    }

    @Test(
        arguments: [
            ["--help"], ["help"], ["send", "--help"], ["--version"], ["status", "--version"],
            ["compare", "--version"], ["compare", "--generate-completion-script", "bash"],
        ]
    )
    func helpIsASuccess(arguments: [String]) {
        #expect(verdict(arguments).exitCode == 0)
        #expect(verdict(arguments).text?.isEmpty == false)
    }

    @Test func errorsSayWhatWouldBeAccepted() {
        let text = verdict(["send", "open-url", "url"]).text
        #expect(
            text?.hasPrefix(
                "'url' is no KEY=VALUE; write 'KEY=VALUE' or 'KEY:=JSON'.\nUsage: slipway send"
            ) == true
        )
    }

    @Test func everyCommandIsThere() {
        let names = Root.configuration.subcommands.map { $0._commandName }
        #expect(
            names == [
                "init", "check", "graph", "status", "explain", "wait", "watch", "send", "actions",
                "cancel",
                "retry", "backup", "values", "reload", "pause", "resume", "drain", "list",
                "programs",
                "start", "stop", "restart", "logs",
                "time",
                "blame",
                "critical-chain", "plot", "trace", "history", "compare", "advise", "simulate",
                "what-if",
                "metrics", "export",
                "call", "introspect", "manual-pages",
            ]
        )
        #expect(Root.configuration.commandName == "slipway")
    }

    @Test(
        arguments: [
            (CommandFailure.no("it failed"), 1, "it failed"),
            (CommandFailure.no(), 1, nil),
            (CommandFailure.cannot("no daemon\u{1B}[2J"), 2, "no daemon\\u{1B}[2J"),
            (OutputClosed(), 0, nil),
            (
                ControlClientError.timedOut(method: "GetStatus", limit: .seconds(1)), 3,
                "cannot call GetStatus: no reply within 1000ms"
            ),
            (
                ControlClientError.refused(
                    LaunchRefusal.noSuchOperation("x", nearest: "y").varlinkError
                ), 1,
                "cannot find 'x': nothing has that name; did you mean 'y'?"
            ),
            (
                ControlClientError.refused(VarlinkError("org.new.Error", ["a": 1])), 1,
                "the daemon refuses: org.new.Error {\"a\":1}"
            ),
            (
                JSONFieldError(path: "launch", reason: .missing(expected: "an object")), 2,
                "cannot understand the daemon: cannot read 'launch': it is missing; "
                    + "expected an object; is it of another version?"
            ),
        ] as [(any Error, Int32, String?)]
    )
    func everyEndHasItsExitCode(error: any Error, exitCode: Int32, text: String?) {
        let verdict = Diagnostics.verdict(error)
        #expect(verdict.exitCode == exitCode)
        #expect(verdict.text == text)
    }

    private func verdict(_ arguments: [String]) -> Diagnostics.Verdict {
        do {
            var command = try Root.command(of: ArgumentOrder.subcommandFirst(arguments))
            // Only the parser's own commands may run here: help and the version.
            guard type(of: command)._commandName == "help" else {
                return Diagnostics.Verdict(exitCode: -1)
            }
            try command.run()
            return Diagnostics.Verdict(exitCode: 0, text: "help")
        } catch {
            return Diagnostics.verdict(error)
        }
    }
}
