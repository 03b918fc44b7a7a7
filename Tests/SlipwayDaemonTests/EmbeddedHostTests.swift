import Slipway
import SlipwayClient
import SlipwayHost
import SlipwayInterface
import SlipwayJSON
import SlipwaySystem
import SlipwayTestSupport
import SlipwayVarlink
import Synchronization
import Testing

/// What a Swift service does with its host, in its own process.
struct EmbeddedHostTests {
    private struct Page: Codable, Sendable {
        var url: String
        var count: Int?
    }

    private final class Recorder: LaunchReporter {
        private let readiness = Mutex(0)
        var ready: Int { readiness.withLock(\.self) }

        func report(_ event: Event) {
            if case .launchReady = event.kind { readiness.withLock { $0 += 1 } }
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func options(_ version: String? = nil) -> HostOptions {
        HostOptions(
            socket: "\(folder.path)/socket",
            stateDirectory: "\(folder.path)/state",
            version: version
        )
    }

    private func run(
        _ host: LaunchHost,
        reportingTo reporters: [any LaunchReporter] = [],
        _ body: () async throws -> Void
    ) async throws {
        async let end: Void = host.run(reportingTo: reporters)
        do { try await body() } catch {
            host.stop()
            throw error
        }
        host.stop()
        try await end
    }

    @Test func itsReportersEventsAndReportAreThereBesideTheHostsOwn() async throws {
        // The process of all tests may be older than the usual deadline.
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        plan.add("login") {}
        let host = try LaunchHost(Graph(plan), options: options())
        let recorder = Recorder()
        let watching = Task { [events = host.events()] in
            for await event in events { if case .launchReady = event.kind { return true } }
            return false
        }
        try await run(host, reportingTo: [recorder]) {
            #expect(await host.launch.waitUntilReady() == .ready(degraded: false))
            #expect(host.report["login"]?.outcome == .succeeded)
        }
        #expect(await watching.value)
        #expect(recorder.ready == 1)
    }

    @Test func itIsProbedLikeAServiceOfTheDaemon() async throws {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        plan.add("login") {}
        var options = options()
        options.probes = "\(folder.path)/probes"
        let place = ListenAddress.unix("\(folder.path)/probes")
        let host = try LaunchHost(Graph(plan), options: options)
        try await run(host) {
            #expect(await host.launch.waitUntilReady() == .ready(degraded: false))
            for path in ["/startup", "/ready", "/live"] {
                let answer = try await blocking { try ProbePeer.ask(place, path) }
                #expect(answer?.status == 200)
            }
            try await eventually("it tells the line of its status") {
                try await blocking { try ProbePeer.ask(place, "/ready") }?.body
                    .hasPrefix("Ready: 1/1 operations in ") == true
            }
        }
        #expect(try ProbePeer.ask(place, "/ready") == nil)
    }

    @Test func aPlaceOfProbesThatIsNoneIsAFaultOfTheProgram() throws {
        let error = #expect(throws: HostError.self) {
            try LaunchHost(Graph(Plan("shop")), options: HostOptions(probes: "localhost:80"))
        }
        #expect(
            error?.description
                == "HostOptions.probes: 'localhost:80' has a host that is not an address; write 127.0.0.1:8081, "
                + "\"[::1]:8081\", \":8081\" for every address of this machine, or the absolute path of a socket"
        )
        #expect(error?.isFaultOfProgram == true)
    }

    @Test func theLastValueOfAnOperationStandsInInItsNextRun() async throws {
        struct Unreachable: Error {}
        for isReachable in [true, false] {
            // It counts from the start of the process, in which other tests ran.
            var plan = Plan("shop", deadline: .seconds(3600))
            let week = Duration.seconds(7 * 86_400)
            let page = plan.add("page", fallback: .cached(maximumAge: week)) {
                guard isReachable else { throw Unreachable() }
                return Page(url: "/cart", count: 2)
            }
            let host = try LaunchHost(Graph(plan), options: options())
            try await run(host) {
                #expect(await host.launch.waitUntilReady() == .ready(degraded: !isReachable))
                #expect(host.report["page"]?.fallback?.source == (isReachable ? nil : "cache"))
                let value = try host.launch.output(of: page)
                #expect(value.count == 2)
            }
        }
    }

    @Test func whatItSubmitsItselfIsStoredAndOutlivesIt() async throws {
        func plan(_ opened: @escaping @Sendable (Page) -> Void, waits: Bool) -> (
            Plan, ActionKind<Page>
        ) {
            var plan = Plan("shop", deadline: .seconds(24 * 3600))
            let user = plan.add("user", stage: .background) { context in
                if waits { try await context.sleep(for: .seconds(3600)) }
            }
            let kind = plan.action("open", requires: [user], handler: opened)
            return (plan, kind)
        }
        let (first, kind) = plan({ _ in Issue.record("it was opened too early") }, waits: true)
        let host = try LaunchHost(Graph(first), options: options())
        try await run(host) {
            let page = Page(url: "/cart", count: 2)
            let action = try await host.submit(kind, page, key: "k")
            #expect(action.state == .waiting(missing: ["user"]))
            #expect(try await host.submit(kind, page, key: "k").id == action.id)
            let error = await #expect(throws: StoringRefusal.self) {
                try await host.submit(kind, Page(url: "/hats"), key: "k")
            }
            #expect(error?.kind == .invalid)
        }
        let pages = Mutex<[String]>([])
        let (second, again) = plan(
            { page in pages.withLock { $0.append("\(page.url) \(page.count ?? 0)") } },
            waits: false
        )
        let next = try LaunchHost(Graph(second), options: options())
        try await run(next) {
            let action = try await next.submit(again, Page(url: "/hats"))
            #expect(await next.launch.outcome(of: action) == .done)
        }
        #expect(pages.withLock { $0 } == ["/cart 2", "/hats 0"])
    }

    @Test func anActionWithoutAPayloadIsSubmittedToo() async throws {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        let kind = plan.action("refresh") { (_: Void) in }
        let host = try LaunchHost(Graph(plan), options: options())
        try await run(host) {
            let action = try await host.submit(kind)
            #expect(await host.launch.outcome(of: action) == .done)
        }
    }

    @Test func aPayloadThatIsNoObjectOrAKindOfAnotherPlanIsRefused() async throws {
        var plan = Plan("shop", deadline: .seconds(24 * 3600))
        let number = plan.action("number") { (_: Int) in }
        var other = Plan("other", deadline: .seconds(24 * 3600))
        let foreign = other.action("number") { (_: Page) in }
        let host = try LaunchHost(Graph(plan), options: options())
        let first = await #expect(throws: StoringRefusal.self) { try await host.submit(number, 7) }
        #expect(first?.description == "the payload is an integer; expected an object")
        let second = await #expect(throws: StoringRefusal.self) {
            try await host.submit(foreign, Page(url: "/"))
        }
        #expect(second?.kind == .invalid)
        #expect(second?.description.contains("'number'") == true)
    }

    @Test(arguments: [nil, "2.1.0"])
    func itsVersionStandsBesideThatOfSlipway(version: String?) async throws {
        let host = try LaunchHost(Graph(Plan("shop")), options: options(version))
        try await run(host) {
            let path = options().socket ?? ""
            try await eventually("it answers") {
                (try? await info(path)) != nil
            }
            let answer = try await info(path)
            #expect(answer["product"] == "shop")
            let library = "Slipway \(Version.current)"
            let expected = version.map { "\($0) (\(library))" } ?? library
            #expect(answer["version"]?.stringValue == expected)
        }
    }

    private func info(_ path: String) async throws -> JSON {
        try await blocking { try ControlClient(path: path).call("org.varlink.service.GetInfo") }
    }

    @Test(
        arguments: [
            ("", "a name has at least one letter"), ("..", "a name is no path"),
            ("../shop", "a name is no path"), ("a/b", "a name is no path"),
            ("a\0b", "a name has no NUL character"), ("*", "a name is no pattern"),
        ]
    )
    func aNameThatIsNoFolderIsAFaultOfTheProgram(name: String, reason: String) throws {
        let error = #expect(throws: HostError.self) {
            try LaunchHost(Graph(Plan(name)), options: options())
        }
        #expect(error?.isFaultOfProgram == true)
        #expect(error?.description.hasSuffix("\(reason); name the plan otherwise") == true)
    }
}
