import ArgumentParser
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

/// What shells complete from the running service.
struct CompletionTests {
    @Test(arguments: [
        (["slipway", "send", "open-url", "ur"], "ur", ""),
        (["slipway", "send", "open-url", "tab", ":=", "1"], "tab:=1", "tab:="),
        (["slipway", "send", "open-url", "size", "="], "size=", "size="),
        (
            ["slipway", "send", "open-url", "url", "=", "https", ":", "//"], "url=https://",
            "url=https:"
        ),
        (["slipway", "send", "--app", "=", "shop", "o"], "o", ""),
    ])
    func aLineOfBashIsPutTogether(words: [String], current: String, given: String) throws {
        let line = CompletionLine(
            words,
            at: words.count - 1,
            prefix: try #require(words.last),
            partsAtSigns: true
        )
        #expect(line.current == current)
        #expect(line.given == given)
    }

    @Test func optionsAreFoundWhereverTheyStand() {
        let line = CompletionLine(
            ["slipway", "send", "--app", "shop", "open-url", "--socket=/run/s", "a=1", ""],
            at: 7,
            prefix: ""
        )
        #expect(line.value(of: "--app") == "shop")
        #expect(line.value(of: "--socket") == "/run/s")
        #expect(line.value(of: "--key") == nil)
        #expect(line.positional(optionsWithValues: ["--app", "--socket"]) == ["open-url", "a=1"])
    }

    /// Bash expands what it is given.
    @Test(arguments: ["$(reboot)", "a b", "`id`", "x'y", "a\"b", "a\\b", "a;b", "a\nb", "a*"])
    func noShellGetsAWordThatItWouldRunOrPart(word: String) {
        for shell in CompletionShell.allCases {
            #expect(Candidate(word).text(for: shell, without: "") == nil)
        }
    }

    @Test func aWordHasItsMeaningWhereAShellShowsIt() {
        let candidate = Candidate("tab:=", "which tab")
        #expect(candidate.text(for: .bash, without: "") == "tab:=")
        #expect(candidate.text(for: .bash, without: "tab:") == "=")
        #expect(candidate.text(for: .zsh, without: "") == "tab\\:=:which tab")
        #expect(candidate.text(for: .fish, without: "") == "tab:=\twhich tab")
    }

    private static let kinds = Method.ListKinds.Reply([
        DeclaredKind(
            name: "open-url",
            parameters: [
                .init(name: "url", type: "string", isRequired: true, words: "The page"),
                .init(name: "tab", type: "integer", isRequired: false, values: ["1", "2"]),
                .init(
                    name: "where",
                    type: "string",
                    isRequired: false,
                    values: ["\"here\"", "\"there\""]
                ),
                .init(name: "raise", type: "boolean", isRequired: false),
            ]
        ),
        DeclaredKind(name: "quit"),
    ])

    @Test(arguments: [
        (["send", ""], "positional@0", ["open-url", "quit"]),
        (["send", "open-url", ""], "positional@1", ["url=", "tab:=", "where=", "raise:="]),
        (["send", "open-url", "url=x", ""], "positional@1", ["tab:=", "where=", "raise:="]),
        (
            ["send", "open-url", "tab:="], "positional@1",
            ["url=", "tab:=1", "tab:=2", "where=", "raise:="]
        ),
        (
            ["send", "open-url", "where=h"], "positional@1",
            ["url=", "tab:=", "where=here", "where=there", "raise:="]
        ),
        (
            ["send", "open-url", "raise:="], "positional@1",
            ["url=", "tab:=", "where=", "raise:=true", "raise:=false"]
        ),
        (["send", "quit", ""], "positional@1", []),
        (["actions", "--kind", ""], "--kind", ["open-url", "quit"]),
    ])
    func kindsKeysAndValuesComeFromTheService(
        words: [String],
        argument: String,
        candidates: [String]
    ) throws {
        let stub = try StubDaemon(["ListKinds": .replies([Self.kinds.object()])])
        let line = ["slipway", "--socket", stub.path] + words
        let current = try #require(words.last)
        let request = [argument, "\(line.count - 1)", "\(current.count)"]
        let ran = try ServiceCompletion.$patience.withValue(.seconds(30)) {
            try CapturedOutput.run(["---completion", words[0], "--"] + request + line)
        }
        #expect(ran.exitCode == 0)
        #expect(ran.errors == "")
        #expect(ran.output.split(separator: "\n").map(String.init) == candidates)
    }

    @Test func withoutAServiceThereIsNothingAndNoWord() throws {
        let clock = ContinuousClock()
        let begin = clock.now
        let ran = try CapturedOutput.run([
            "---completion", "send", "--", "positional@0", "4", "0", "slipway", "--socket",
            "/nowhere/socket", "send", "",
        ])
        #expect(ran.exitCode == 0)
        #expect(ran.errors == "")
        #expect(ran.output.filter { !$0.isNewline } == "")
        #expect(clock.now - begin < .seconds(5))
    }

    /// `slipway --app shop status`: what chooses the service may stand first.
    @Test func theServiceIsCompletedBeforeTheSubcommandToo() throws {
        for shell in CompletionShell.allCases {
            let script = CompletionRoot.completionScript(for: shell)
            #expect(script.contains("---completion -- --app"), "\(shell)")
        }
        let ran = try CapturedOutput.run([
            "---completion", "--", "--app", "2", "0", "slipway", "--app", "",
        ])
        #expect(ran.exitCode == 0)
        #expect(ran.errors == "")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func thereIsAScriptForEachShell(shell: String) throws {
        for arguments in [
            ["--generate-completion-script", shell], ["--generate-completion-script=\(shell)"],
        ] {
            let ran = try CapturedOutput.run(arguments)
            #expect(ran.exitCode == 0)
            #expect(ran.output.contains("---completion"))
        }
    }
}
