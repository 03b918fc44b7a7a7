import Slipway
import SlipwayClient
import SlipwayHost
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Synchronization
import Testing

/// A Swift service that embeds the library.
struct LaunchHostTests {
    private struct Page: Decodable, Sendable {
        var url: String
        var count: Int?
    }

    private struct Opaque: Sendable {}

    /// Gives nothing, until the task that reads it is cancelled.
    private static let never = AsyncStream<Void>.makeStream()

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var options: HostOptions {
        HostOptions(socket: "\(folder.path)/socket", stateDirectory: "\(folder.path)/state")
    }

    /// A service whose pages are opened once `login` has ended.
    private func host(
        login: @escaping @Sendable () async throws -> Void,
        open: @escaping @Sendable (Page) -> Void
    ) throws -> LaunchHost {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        let step = plan.add("login") { try await login() }
        plan.action("open", requires: [step]) { (page: Page) in open(page) }
        return try LaunchHost(Graph(plan), options: options)
    }

    private func run(_ host: LaunchHost, _ body: (String) async throws -> Void) async throws {
        async let end: Void = host.run()
        do {
            try await eventually("it answers") {
                (try? await call(Method.GetStatus())) != nil
            }
            try await body(options.socket ?? "")
        } catch {
            host.stop()
            throw error
        }
        host.stop()
        try await end
    }

    private func call<Called: LaunchMethod>(_ method: Called) async throws -> Called.Reply {
        let path = options.socket ?? ""
        return try await blocking { try ControlClient(path: path).call(method) }
    }

    private func send(_ payload: JSONObject, wait: Method.Submit.Wait = .accepted) async throws
        -> SubmitReply
    {
        try await call(Method.Submit(kind: "open", payload: payload, wait: wait))
    }

    @Test func whatCameTooEarlyIsOpenedByTheNextLaunch() async throws {
        let first = try host {
            for await _ in Self.never.stream {}
            throw CancellationError()
        } open: { _ in
            Issue.record("it was opened too early")
        }
        try await run(first) { _ in
            let reply = try await send(["url": "/cart", "count": 2])
            #expect(reply.durability == .disk)
            #expect(reply.action.state == .waiting(missing: ["login"]))
        }
        let pages = Mutex<[String]>([])
        let second = try host {
        } open: { page in
            pages.withLock { $0.append("\(page.url) \(page.count ?? 0)") }
        }
        try await run(second) { _ in
            let reply = try await send(["url": "/hats"], wait: .done)
            #expect(reply.action.state == .done)
        }
        #expect(pages.withLock { $0 } == ["/cart 2", "/hats 0"])
    }

    @Test(
        arguments: [
            ([:], .invalidPayload(key: "url", reason: "is missing; expected a string")),
            (
                ["url": 7],
                .invalidPayload(key: "url", reason: "is an integer; expected a string")
            ),
            (
                ["url": "/cart", "cuont": 2],
                .invalidPayload(key: "cuont", reason: "is not a parameter; did you mean 'count'?")
            ),
            (
                ["url": "/cart", "colour": "red"],
                .invalidPayload(
                    key: "colour",
                    reason: "is not a parameter; accepted are url or count"
                )
            ),
        ] as [(JSONObject, LaunchRefusal)]
    )
    func whatIsWrongWithAPayloadIsNamedByItsKey(
        payload: JSONObject,
        refusal: LaunchRefusal
    ) async throws {
        let host = try host {
        } open: { _ in
        }
        try await run(host) { _ in
            await #expect(throws: ControlClientError.refused(refusal.varlinkError)) {
                try await send(payload)
            }
        }
    }

    @Test func aSenderThatWaitsAtAStopIsToldWhatIsStored() async throws {
        let isOpen = Mutex(false)
        let never = AsyncStream<Void>.makeStream()
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        plan.action("open", policy: ActionPolicy(effect: .once)) { (_: Page, _) in
            isOpen.withLock { $0 = true }
            for await _ in never.stream {}
            throw CancellationError()
        }
        let host = try LaunchHost(Graph(plan), options: options)
        async let end: Void = host.run()
        try await eventually("it answers") { (try? await call(Method.GetStatus())) != nil }
        async let reply = send(["url": "/cart"], wait: .done)
        try await eventually("it runs") { isOpen.withLock(\.self) }
        host.stop(reason: "asked to")
        try await end
        #expect(try await reply.action.state == .interrupted(reason: "asked to"))
    }

    @Test func aKindWhosePayloadCannotBeReadIsAFaultAtTheStart() throws {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        plan.action("open") { (_: Opaque) in }
        plan.action("close") { (_: Page) in }
        let graph = try Graph(plan)
        let error = #expect(throws: HostError.self) { try LaunchHost(graph, options: options) }
        #expect(
            error?.description
                == "cannot serve 'shop': the payloads of its launch actions 'open' cannot be read; "
                + "make their types Decodable, or Void for none"
        )
    }

    /// Otherwise the kind that is meant would be open to every user.
    @Test(arguments: [("opne", "did you mean 'open'?"), ("x", "declare it or remove it")])
    func rightsForAKindThatIsNotDeclaredAreAFaultAtTheStart(kind: String, advice: String) throws {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        plan.action("open") { (_: Page) in }
        let graph = try Graph(plan)
        var options = options
        options.allow = [kind: HostOptions.Principals(users: ["root"])]
        let error = #expect(throws: HostError.self) { try LaunchHost(graph, options: options) }
        #expect(
            error?.description
                == "'allow' says who may send '\(kind)', which is no kind of launch action; \(advice)"
        )
    }

    @Test func aSocketThatCannotBeBoundIsNamed() async throws {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        plan.add("login") {}
        let graph = try Graph(plan)
        let host = try LaunchHost(graph, options: HostOptions(socket: "/proc/no/such/socket"))
        let error = await #expect(throws: HostError.self) { try await host.run() }
        #expect(error?.description.contains("/proc/no") == true)
    }
}
