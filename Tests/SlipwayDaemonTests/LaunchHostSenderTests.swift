import Foundation
import Slipway
import SlipwayClient
import SlipwayHost
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The promises of a Swift service that embeds the library to senders, over its socket.
@Suite(.timeLimit(.minutes(5)))
struct LaunchHostSenderTests {
    private struct Page: Decodable, Sendable {
        var url: String
    }

    private struct PoorResult: Error {}

    private let folder: TemporaryFolder
    private let socket: String

    init() throws {
        folder = try TemporaryFolder()
        socket = "\(folder.path)/socket"
    }

    /// Runs a service whose pages are opened once `login` has ended, which it does by itself or
    /// never.
    private func run(
        limit: Int = 10,
        isOpen: Bool = false,
        _ body: () async throws -> Void
    ) async throws {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        let never = AsyncStream<Void>.makeStream()
        let login = plan.add("login") {
            guard !isOpen else { return }
            for await _ in never.stream {}
            throw CancellationError()
        }
        let policy = ActionPolicy(limit: limit)
        plan.action("open", requires: [login], policy: policy) { (_: Page, _) in }
        try await run(plan, body)
    }

    private func run(_ plan: Plan, _ body: () async throws -> Void) async throws {
        let host = try LaunchHost(
            Graph(plan),
            options: HostOptions(socket: socket, stateDirectory: "\(folder.path)/state")
        )
        async let end: Void = host.run()
        do {
            try await eventually("it answers") { (try? await call(Method.GetStatus())) != nil }
            try await body()
        } catch {
            host.stop()
            throw error
        }
        host.stop()
        try await end
    }

    private func call<Called: LaunchMethod>(_ method: Called) async throws -> Called.Reply {
        try await blocking { [socket] in try ControlClient(path: socket).call(method) }
    }

    private func send() async throws -> ActionStatus {
        let request = Method.Submit(kind: "open", payload: ["url": "/cart"])
        return try await call(request).action
    }

    @Test func aHandlerAnswersItsSender() async throws {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        let retry = Retry.exponential(attempts: 2, initial: .milliseconds(1))
        plan.action("export", policy: ActionPolicy(retry: retry)) { (page: Page, context) in
            switch page.url {
            case "/long":
                do { try context.answer(String(repeating: "a", count: 70_000)) } catch {
                    try context.answer("\(error)")
                }
            case "/late": if context.attempt == 1 { try context.answer("of the first attempt") }
            default: try context.answer(["file": page.url, "attempt": "\(context.attempt)"])
            }
            if page.url != "/long", context.attempt == 1 { throw PoorResult() }
        }
        plan.add("step") { context in
            #expect(throws: AnswerFault.noAction(operation: "step")) { try context.answer(1) }
        }
        try await run(plan) {
            let answers: [String: JSON?] = [
                "/cart": .object(["file": "/cart", "attempt": "2"]),
                "/long": .string(
                    "the answer has 70002 bytes as JSON, and at most 65536 are allowed: "
                        + "answer with the place where the rest is"
                ),
                "/late": nil,
            ]
            for (url, answer) in answers {
                let reply = try await call(
                    Method.Submit(kind: "export", payload: ["url": .string(url)], wait: .done)
                )
                #expect(reply.result.output == answer, "\(url)")
            }
        }
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func oneUserDoesNotFillTheLineForOthers() async throws {
        try await run(limit: 4) {
            #expect(chmod(socket, 0o666) == 0)
            for number in 1...4 {
                let words =
                    Privileges.asUser(4711) + [
                        Checkout.programs.appending(path: "slipway").path(), "send", "open",
                        "url=/cart", "--socket", socket,
                    ]
                let sent = try await Program(
                    executable: URL(filePath: words[0]),
                    arguments: Array(words.dropFirst())
                ).run()
                #expect(sent.status == (number == 4 ? 1 : 0), "\(sent.output)")
                #expect(
                    sent.output.contains("3 actions of your user wait already") == (number == 4),
                    "\(sent.output)"
                )
            }
            // The service's own user may have all of them.
            _ = try await send()
            let full = LaunchRefusal.queueFull(limit: 4, retryAfter: .seconds(1))
            await #expect(throws: ControlClientError.refused(full.varlinkError)) {
                try await send()
            }
        }
    }

    @Test func whatAStopLeftIsWaitedForByItsIdentityInTheNextLaunch() async throws {
        var id: String?
        try await run { id = try await send().id.description }
        let sent = try #require(id)
        try await run(isOpen: true) {
            let wait = Method.WaitAction(sent, .done, timeout: nil)
            let reply = try await call(wait)
            #expect(reply.action.id.description == sent)
            #expect(reply.action.state == .done)
            #expect(reply.durability == .disk)
        }
    }

    @Test func aWaitThatTimesOutIsNoFailure() async throws {
        try await run {
            let id = try await send().id.description
            let wait = Method.WaitAction(id, .done, timeout: .milliseconds(20))
            let reply = try await call(wait)
            #expect(reply.waitTimedOut)
            #expect(reply.action.state == .waiting(missing: ["login"]))
        }
    }

    @Test func theBeginningOfAnIdentityIsEnoughWhereNoOtherBeginsSo() async throws {
        try await run {
            let action = try await send()
            _ = try await send()
            let short = String(action.id.description.prefix(12))
            let found = try await call(Method.GetAction(short))
            #expect(found.action.id == action.id)
            let reply = try await call(Method.CancelAction(short))
            #expect(reply.changed)
            for beginning in [String(short.prefix(3)), short.dropLast() + "z"] {
                let refusal = LaunchRefusal.noSuchAction(beginning).varlinkError
                await #expect(throws: ControlClientError.refused(refusal)) {
                    try await call(Method.GetAction(beginning))
                }
            }
        }
    }
}
