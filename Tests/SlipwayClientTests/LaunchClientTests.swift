import Foundation
import Slipway
import SlipwayClient
import SlipwayHost
import SlipwayReport
import SlipwayTestSupport
import Testing

/// A program that sends actions to a service, and asks how it is.
@Suite(.timeLimit(.minutes(2)))
struct LaunchClientTests {
    private struct Page: Decodable, Sendable {
        var url: String
    }

    private struct Text: Decodable, Sendable {
        var words: [String]
    }

    private struct Count: Codable, Sendable {
        var count: Int
        var longest = String?.none
        var share = 0.5
        var words: [String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(count, forKey: .count)
            try container.encode(longest, forKey: .longest)
            try container.encode(share, forKey: .share)
            try container.encode(words, forKey: .words)
        }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description = "no such page"
    }

    private let folder: TemporaryFolder
    private let client: LaunchClient

    init() throws {
        folder = try TemporaryFolder()
        client = LaunchClient(socket: "\(folder.path)/socket")
    }

    /// Runs a service while `body` runs; its `login` ends once `gate` is finished.
    private func run(
        gate: AsyncStream<Void>,
        _ body: (LaunchClient) async throws -> Void
    ) async throws {
        // The process of all tests may be older than the usual deadline.
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        let login = plan.add("login") { for await _ in gate {} }
        plan.action("open-url", requires: [login]) { (page: Page) in
            if page.url == "/nowhere" { throw Broken() }
        }
        plan.action("count") { (text: Text, context) in
            try context.answer(Count(count: text.words.count, words: text.words))
        }
        let host = try LaunchHost(
            Graph(plan),
            options: HostOptions(
                socket: "\(folder.path)/socket",
                stateDirectory: "\(folder.path)/state"
            )
        )
        async let end: Void = host.run()
        do {
            try await eventually("it answers") { (try? await client.report()) != nil }
            try await body(client)
        } catch {
            host.stop()
            throw error
        }
        host.stop()
        try await end
    }

    @Test func sendsWaitsAndAsks() async throws {
        let gate = AsyncStream<Void>.makeStream()
        try await run(gate: gate.stream) { shop in
            let sent = try await shop.send("open-url", ["url": "/cart"], key: "k")
            #expect(sent.isDurable && !sent.isDuplicate)
            #expect(sent.action.state == .waiting(missing: ["login"]))
            #expect(try await shop.send("open-url", ["url": "/cart"], key: "k").isDuplicate)
            #expect(try await shop.explain("open-url").steps.last?.name == "login")
            let early = try await shop.wait(for: sent.id, timeout: .milliseconds(20))
            #expect(early.hasTimedOut && !early.hasReached && !early.action.state.isEnded)
            gate.continuation.finish()
            let done = try await shop.wait(for: sent.id, timeout: .seconds(Int64.max))
            #expect(done.action.state == .done && done.hasReached)
            let failed = try await shop.send("open-url", ["url": "/nowhere"], until: .done)
            #expect(failed.action.state.word == "failed")
            try await eventually("it is ready") {
                try await shop.report().phase == .ready(degraded: false)
            }
            #expect(try await !shop.cancel(sent.id))
        }
    }

    @Test func aSenderReadsTheAnswerOfTheHandler() async throws {
        let gate = AsyncStream<Void>.makeStream()
        gate.continuation.finish()
        try await run(gate: gate.stream) { shop in
            let sent = try await shop.send("count", ["words": ["a", "b"]], until: .done)
            #expect(
                sent.output == ["count": 2, "longest": nil, "share": 0.5, "words": ["a", "b"]]
            )
            #expect(try sent.output(as: Count.self)?.count == 2)
            #expect(try await shop.wait(for: sent.id).output == sent.output)
            #expect(sent.exit == nil && sent.lines.isEmpty)
            let error = #expect(throws: ClientError.self) { try sent.output(as: Page.self) }
            #expect(error?.kind == .other)
            #expect(
                error?.description
                    == "the answer of 'count': key 'url' is missing; expected a string"
            )
            let silent = try await shop.send("open-url", ["url": "/cart"], until: .done)
            #expect(silent.output == nil)
            #expect(try silent.output(as: Count.self) == nil)
            let early = try await shop.send("count", ["words": []])
            #expect(early.output == nil || early.action.state.isEnded)
        }
    }

    @Test func theBlockingCallsDoTheSame() async throws {
        let gate = AsyncStream<Void>.makeStream()
        gate.continuation.finish()
        try await run(gate: gate.stream) { shop in
            try await blocking {
                let sent = try shop.send("open-url", ["url": "/cart"], until: .done)
                #expect(sent.action.state == .done)
                #expect(try shop.wait(for: sent.id).action.state == .done)
                #expect(try shop.report().name == "shop")
            }
        }
    }

    @Test func theExampleSaysWhatBecameOfItsPage() async throws {
        let gate = AsyncStream<Void>.makeStream()
        gate.continuation.finish()
        let sender = Program(
            executable: Checkout.programs.appending(path: "sender"),
            arguments: ["/cart"],
            environment: ["SLIPWAY_SOCKET": "\(folder.path)/socket"]
        )
        let alone = try await sender.run()
        #expect(alone.output.contains("cannot open /cart: cannot connect to"))
        #expect(alone.status == 1)
        try await run(gate: gate.stream) { _ in
            let result = try await sender.run()
            #expect(result.output == "/cart: done; ready\n")
            #expect(result.status == 0)
        }
    }

    @Test func anErrorSaysWhatAProgramMayDo() async throws {
        let gate = AsyncStream<Void>.makeStream()
        try await run(gate: gate.stream) { shop in
            let refused:
                [(kind: String, payload: [String: PayloadValue], ClientError.Kind, String)] = [
                    (
                        "opn", [:], .notFound,
                        "no kind of launch action is named 'opn'; known are 'count', 'open-url'"
                    ),
                    (
                        "open-url", [:], .invalid,
                        "cannot send action: payload key 'url': is missing; expected a string"
                    ),
                ]
            for (kind, payload, expected, words) in refused {
                let error = await #expect(throws: ClientError.self) {
                    try await shop.send(kind, payload)
                }
                #expect(error?.kind == expected)
                #expect(error?.description == words)
            }
            let unknown = await #expect(throws: ClientError.self) {
                try await shop.wait(for: ActionID("0123456789abcdef0123456789abcdef"))
            }
            #expect(unknown?.kind == .notFound)
            gate.continuation.finish()
        }
    }

    @Test func withoutAServiceNothingIsReached() async throws {
        let absent = await #expect(throws: ClientError.self) { try await client.send("open-url") }
        #expect(absent?.kind == .unreachable)
        let file = try folder.write("", to: "file")
        let noSocket = await #expect(throws: ClientError.self) {
            try await LaunchClient(socket: file).report()
        }
        #expect(noSocket?.kind == .notFound)
        let odd = await #expect(throws: ClientError.self) {
            try await LaunchClient(app: "a/b").report()
        }
        #expect(odd?.kind == .notFound)
        #expect(odd?.description.hasPrefix("'a/b' cannot be the name of a service") == true)
    }

    @Test func aPayloadKeepsItsTypes() throws {
        let payload: PayloadValue = [
            "text": "a", "whole": 1, "part": 0.5, "yes": true, "none": nil, "list": [1, "b"],
            "deep": ["c": "\(2)"],
        ]
        #expect(
            payload
                == .object([
                    "text": .string("a"), "whole": .integer(1), "part": .number(0.5),
                    "yes": .bool(true), "none": .null, "list": .array([.integer(1), .string("b")]),
                    "deep": .object(["c": .string("2")]),
                ])
        )
    }
}
