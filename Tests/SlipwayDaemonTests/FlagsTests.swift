import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// `flags` of a daemon, with the server of the example.
@Suite(.timeLimit(.minutes(5)))
struct FlagsTests {
    private let folder: TemporaryFolder
    private let state: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        state = try TemporaryFolder()
    }

    /// What the server says from now on.
    private func say(_ content: String) throws {
        // The server may read it at any moment.
        let file = try folder.write(content, to: "new.json")
        try #require(rename(file, "\(folder.path)/flags.json") == 0)
    }

    private func server(at port: Int = 0) async throws -> (program: RunningProgram, port: Int) {
        let program = try Program(
            executable: Checkout.file("config/examples/flags/server.py"),
            arguments: ["--port", "\(port)", "\(folder.path)/flags.json"]
        ).start()
        try await eventually("the server listens") {
            try #require(program.isRunning, "\(program.output)")
            return program.output.hasPrefix("listening on ") && program.output.hasSuffix("\n")
        }
        let line = program.output.dropLast()
        return (program, try #require(line.split(separator: ":").last.flatMap { Int($0) }))
    }

    /// The tests' own process may have other signals blocked, which a child inherits.
    private func end(_ program: RunningProgram) async throws {
        try #require(kill(program.identifier, SIGKILL) == 0)
        _ = await program.result()
    }

    private func daemon(at port: Int, _ keys: String = "") async throws -> RunningDaemon {
        try await RunningDaemon(
            """
            name: flagged
            operations:
              toggles:
                flags:
                  url: "http://127.0.0.1:\(port)"
                  context: { targetingKey: u-7 }
                  poll: 100ms
                  changed: toggled
                  \(keys)
                fallback: { cached: 30d }
              show: { exec: [/bin/echo, "starts with ${operations.toggles.value}"] }
              dark: { when: { flag: dark }, exec: [/bin/echo, it is dark] }
            actions:
              toggled:
                requires: [toggles]
                parameters: { flag: { type: string, required: true } }
                exec: [/bin/echo, "${payload.flag} changed, now ${operations.toggles.value}"]
            """,
            arguments: ["--state-directory", state.path]
        )
    }

    @Test func aServiceFollowsItsFlagsAndStartsWithoutTheirServer() async throws {
        try say(#"{"flags":{"dark":{"value":false,"for":{"u-7":true}},"hue":{"value":"red"}}}"#)
        var (backend, port) = try await server()
        let first = try await daemon(at: port)
        try await first.untilReady()
        #expect(try first.report().operations("toggles").map(\.outcome) == [.succeeded])
        try await first.untilItSays(#"starts with {"dark":true,"hue":"red"}"#)
        try await first.untilItSays("it is dark")

        try say(#"{"flags":{"dark":{"value":false},"hue":{"value":"red"}}}"#)
        try await first.untilItSays("Operation 'toggles': flag 'dark' is false, and was true")
        try await first.untilItSays(#"dark changed, now {"dark":false,"hue":"red"}"#)

        // Slow, lying, refusing for a while, gone, and back.
        try say(#"{"text":"<html>"}"#)
        try await first.untilItSays(
            "the flags stay as they are: POST http://127.0.0.1:\(port)/ofrep/v1/evaluate/flags: the "
                + "answer is not OFREP"
        )
        try say(#"{"flags":{"dark":{"value":false},"hue":{"value":"red"}}}"#)
        try await first.untilItSays("the flags are those of the server again")
        try await end(backend)
        try await eventually("the outage is said") {
            first.program.output.components(separatedBy: "the flags stay as they are").count == 3
        }
        try say(#"{"flags":{"dark":{"value":true},"hue":{"value":"blue"}}}"#)
        (backend, _) = try await server(at: port)
        try await first.untilItSays("flag 'dark' is true, and was false")
        #expect(await first.stop().status == 0)
        try await end(backend)

        // What polling brought last is kept.
        let second = try await daemon(at: port)
        try await second.untilReady()
        let toggles = try #require(try second.report().operations("toggles").first)
        #expect(toggles.outcome?.word == "degraded")
        #expect(toggles.fallback?.source == "cache")
        try await second.untilItSays(#"starts with {"dark":true,"hue":"blue"}"#)
        #expect(await second.stop().status == 0)

        // At once, and no reason to be degraded.
        let third = try await daemon(at: port, "cache: local-cache-first")
        try await third.untilReady()
        let kept = try #require(try third.report().operations("toggles").first)
        #expect(kept.outcome == .succeeded)
        let words = try #require(kept.fallback?.words)
        try await third.untilItSays(": \(words)")
        #expect(await third.stop().status == 0)
    }

    @Test func flagsThatAReloadAdoptsAreFollowedOnce() async throws {
        try say(#"{"flags":{"dark":{"value":true}}}"#)
        let (backend, port) = try await server()
        let daemon = try await daemon(at: port)
        try await daemon.untilReady()
        for generation in 2...3 {
            let file = "tested.yaml"
            let more = "\n  extra\(generation): { sleep: 1ms }\nactions:"
            let text = try daemon.folder.read(file)
            try daemon.folder.write(text.replacing("\nactions:", with: more), to: file)
            _ = try daemon.client().call(Method.Reload())
            let value = generation == 3
            try say(#"{"flags":{"dark":{"value":\#(value)}}}"#)
            let words = "flag 'dark' is \(value), and was \(!value)"
            try await daemon.untilItSays(words)
            try await daemon.untilItSays(#"dark changed, now {"dark":\#(value)}"#)
            #expect(daemon.program.output.components(separatedBy: words).count == 2)
        }
        #expect(await daemon.stop().status == 0)
        try await end(backend)
    }

    @Test(arguments: [401, 403, 400, 404])
    func aServerThatRefusesIsNotOverruledByWhatItSaidOnce(status: Int) async throws {
        try say(#"{"flags":{"dark":{"value":true}}}"#)
        let (backend, port) = try await server()
        let first = try await daemon(at: port)
        try await first.untilReady()
        #expect(await first.stop().status == 0)
        try say(#"{"status":\#(status)}"#)
        let second = try await daemon(at: port)
        let result = await second.program.result()
        #expect(result.status == 1)
        #expect(result.output.contains("flags: \(status) "))
        #expect(
            result.output.contains(
                "; its fallback declined: a kept value does not stand in where the server refused "
                    + "the request"
            )
        )
        try await end(backend)
    }
}
