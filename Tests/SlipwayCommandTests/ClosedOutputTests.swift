import Foundation
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// A standard output that whoever started the command has closed: the number is then free for the next socket or file.
struct ClosedOutputTests {
    /// Runs a line of a shell, in which `$slipway` is the command.
    private func run(_ line: String, socket: String = "") async throws -> Program.Result {
        try await Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-c", line],
            environment: [
                "slipway": Checkout.programs.appending(path: "slipway").path(),
                "file": Checkout.file("config/storefront.yaml").path(), "SLIPWAY_SOCKET": socket,
            ]
        ).run()
    }

    private let words = "slipway: cannot write: standard output is closed\n"

    @Test(
        arguments: [
            "--help", "--version", "help status", "help slipwayd", "check \"$file\"",
            "graph \"$file\"", "simulate \"$file\"", "init", "list",
            "--generate-completion-script bash",
        ]
    )
    func whoCannotBeToldByACommandIsAFailure(arguments: String) async throws {
        let result = try await run("exec \"$slipway\" \(arguments) >&-")
        #expect(result.status == 2, "\(result.output)")
        #expect(result.output.hasSuffix(words), "\(result.output)")
    }

    @Test(
        arguments: [
            "status", "status --json", "call GetReport", "introspect", "explain", "actions", "time",
            "wait", "plot --output -", "metrics", "export --otlp", "logs",
        ]
    )
    func whatAServiceAnsweredAndCannotBePrintedIsAFailure(arguments: String) async throws {
        let explanation = try #require(Reports.ready.explanation(at: Reports.at(1214)))
        let daemon = try StubDaemon([
            "GetReport": .replies([Method.GetReport.Reply(Reports.ready).object()]),
            "GetStatus": .replies([Reports.status(Reports.ready)]),
            "GetInfo": .replies([["version": "1", "interfaces": ["a.b"]]]),
            "GetInterfaceDescription": .replies([["description": "interface a.b"]]),
            "Explain": .replies([Method.Explain.Reply(explanation).object()]),
            "ListActions": .replies([Reports.page(Reports.ready)]),
        ])
        let result = try await run("exec \"$slipway\" \(arguments) >&-", socket: daemon.path)
        #expect(result.status == 2, "\(result.output)")
        #expect(result.output.contains("standard output is closed"), "\(result.output)")
        // With all three closed the exit status tells.
        let all = try await run("exec \"$slipway\" \(arguments) <&- >&- 2>&-", socket: daemon.path)
        #expect(all.status == 2)
    }

    @Test func aPipeThatItsReaderClosedIsNone() async throws {
        let result = try await run(
            "{ \"$slipway\" help slipwayd; echo \"ended with $?\" >&2; } | true"
        )
        #expect(result.output == "ended with 0\n")
    }
}
