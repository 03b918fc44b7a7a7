import ArgumentParser
import Foundation
import SlipwayConfiguration
import SlipwayInterface
import SlipwayOperations
import SlipwayTestSupport
import SlipwayUsage
import Testing

@testable import SlipwayCommand

/// The manual: pages for man(1), and for `slipway help`.
struct ManualPageTests {
    @Test func thereIsAPageForEachCommandTheDaemonTheFileAndTheInterface() throws {
        let commands = Root.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName }
        let expected =
            ["slipway(1)"] + commands.map { "slipway-\($0)(1)" }
            + ["org.slipway.Launch(7)", "slipway.yaml(5)", "slipwayd(8)"]
        #expect(try Manual.all().map(\.reference) == expected)
    }

    @Test func everyCommandHasAnExample() {
        let commands = Root.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName }
        #expect(Set(CommandExamples.all.keys) == Set(commands + [""]))
        for (command, examples) in CommandExamples.all {
            for example in examples {
                #expect(example.line.contains("slipway \(command)"), "\(example.line)")
            }
        }
    }

    @Test func anOptionIsInThePageOfItsCommand() throws {
        let page = try #require(try Manual.all().first { $0.name == "slipway-send" })
        let roff = page.roff(date: "2026-11-27")
        #expect(roff.hasPrefix(".TH \"SLIPWAY-SEND\" 1 \"2026-11-27\" \"Slipway "))
        #expect(
            roff.contains(
                ".TP\n\\fB\\-\\-wait\\fR \\fIwait\\fR\nWhat to wait for: accepted, running or done. Default: \\fBaccepted\\fR.\n"
            )
        )
        #expect(roff.contains(".SH \"EXIT STATUS\"\n"))
        #expect(roff.contains("slipway send open\\-url url=https://example.org/ \\-\\-wait done\n"))
    }

    @Test func theHelpOfTheDaemonAndItsPageHaveEveryOption() {
        let page = DaemonPage.page.text(width: 80, style: .plain)
        for option in DaemonUsage.options {
            for text in [page, DaemonUsage.text] {
                #expect(text.contains(option.names.joined(separator: ", ")), "\(option.names)")
            }
        }
        #expect(DaemonUsage.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func theHelpOfTheDaemonAndItsPageSayThatAnOperatorsRestartEndsItWith75() {
        let page = DaemonPage.page.text(width: 80, style: .plain)
        for text in [page, DaemonUsage.text] {
            let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(words.contains("75"))
            #expect(words.contains("an operator asked for a restart"))
            #expect(words.contains("exitStatus: own"))
        }
    }

    @Test(arguments: [("slipway.yaml", 5), ("slipwayd", 8), ("org.slipway.Launch", 7)])
    func helpShowsATopicWithoutMan(topic: String, section: Int) throws {
        for name in [topic, "\(topic)(\(section))"] {
            let ran = try CapturedOutput.run(["help", name])
            #expect(ran.exitCode == 0)
            #expect(ran.output.hasPrefix("NAME\n    \(topic) - "), "\(ran.output.prefix(80))")
        }
        #expect(try CapturedOutput.run(["help", "\(topic)(1)"]).exitCode == 64)
    }

    @Test func theFilesPageHasEachKeyAndTheInterfacesEachMethod() throws {
        let file = ConfigurationPage.page.text(width: 100, style: .plain)
        for mapping in MappingDescription.all {
            for key in mapping.keys { #expect(file.contains("    \(key.name): "), "\(key.name)") }
        }
        let interface = InterfacePage.page.text(width: 100, style: .plain)
        for method in Method.all { #expect(interface.contains("\n    \(method.row.name)\n")) }
        #expect(interface.contains("interface org.slipway.Launch"))
    }

    @Test func theExampleOfTheFilesPageIsRight() throws {
        _ = try ConfiguredGraph(
            parsing: ConfigurationFile(
                name: "shop.yaml",
                bytes: Array(ConfigurationPage.example.utf8)
            ),
            environment: [:],
            isEnvironmentKnown: false
        )
    }

    @Test func aTextIsReadIntoItsParts() {
        #expect(
            ManualText.blocks(
                "One *two* `three`\nfour [five](#six).\n\n    code\n\n    more\n\n## Title\n\n### Part"
            ) == [
                .paragraph([
                    .plain("One "), .emphasis("two"), .plain(" "), .code("three"), .plain(" four "),
                    .plain("five"), .plain("."),
                ]),
                .example(["code", "", "more"]), .title("TITLE"), .part("Part"),
            ]
        )
        #expect(
            ManualText.spans("systemd's 'slipway wait' isn't 'it's'.", .single) == [
                .plain("systemd's "), .code("slipway wait"), .plain(" isn't "), .code("it's"),
                .plain("."),
            ]
        )
    }

    @Test func whatRoffWouldReadAsACommandIsText() {
        let page = ManualPage(
            name: "a",
            section: 1,
            summary: "b",
            blocks: [.paragraph([.plain(".TH \\n 'x'")]), .example([".fi", "'br", "a-b"])]
        )
        let roff = page.roff(date: "")
        #expect(roff.contains("\n\\&.TH \\en \\(aqx\\(aq\n"))
        #expect(roff.contains("\n\\&.fi\n\\(aqbr\na\\-b\n"))
    }

    @Test func thePagesHaveTheDateThatABuildIsGiven() throws {
        #expect(try ManualPages.date(of: "1795737600") == "2026-11-27")
        #expect(throws: CommandFailure.self) { try ManualPages.date(of: "yesterday") }
    }

    /// The pages are made when they are asked for, of what the command has anyway: their text is not in it a
    /// second time.
    @Test func theManualCostsTheCommandLittle() throws {
        let folder = Checkout.file("Sources/SlipwayCommand/Manual")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        let size = try files.reduce(0) {
            try $0 + Data(contentsOf: folder.appending(path: $1)).count
        }
        let pages = try Manual.all().reduce(0) { $0 + $1.roff(date: "").utf8.count }
        #expect(size < 64 * 1024 && pages > 3 * size, "\(size) bytes of source, \(pages) of pages")
    }

    private static let mandoc = URL(filePath: "/usr/bin/mandoc")

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: mandoc.path()),
            "needs Debian's package mandoc"
        )
    )
    func mandocFindsNothingToSay() async throws {
        let folder = try TemporaryFolder()
        #expect(try CapturedOutput.run(["manual-pages", folder.path]).exitCode == 0)
        let paths = try Manual.all().map { "\(folder.path)/\($0.path)" }
        let linted = try await Program(
            executable: Self.mandoc,
            arguments: ["-T", "lint", "-W", "style"] + paths
        ).run()
        #expect(linted.status == 0 && linted.output == "", "\(linted.output)")
    }
}
