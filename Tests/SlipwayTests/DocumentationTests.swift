import Slipway
import SlipwayReport
import Testing

/// The documentation's Swift code, so that it compiles and runs; see `DocumentationFilesTests`.
@Suite(.timeLimit(.minutes(5)))
struct DocumentationTests {
    @Test func dependencies() async throws {
        var plan = Plan("test")
        let user = plan.add("user") { try await fetchUser() }
        let page = plan.add("page", reading: user) { user in render(user) }
        plan.add("show", on: .main, requires: [page]) { context in
            show(try context.output(of: page))
        }

        let cache = plan.add("cache", optional: true) { try await warmCache() }
        plan.add("serve", after: [cache]) { context in
            if case .failed(let failure) = try context.outcome(of: cache) { log(failure.message) }
        }

        let offers = plan.add("offers", optional: true) { try await fetchOffers() }
        plan.add("banner", reading: offers.ifPresent) { offers in show(offers ?? []) }

        plan.add("warm-cache", requires: [user], stage: .background) { try await warmCache() }
        try await Launch(Graph(plan)).run(until: .complete)
    }

    @Test func severalOperations() async throws {
        var plan = Plan("test")
        let migrate = plan.add("migrate") {}
        let seed = plan.add("seed") {}
        let serve = plan.add("serve") {}
        let front = plan.add("front") { Page() }
        let back = plan.add("back") { Page() }
        plan.sequence(migrate, seed, serve)
        let images = plan.all("images", of: [front, back])
        let results = plan.collect("results", of: [front, back])
        plan.completion("summary", of: [front, "seed"]) { ends, _ in
            for end in ends { log("\(end.name): \(end.outcome.word)") }
        }
        plan.add("count", reading: images, results) { images, results in
            #expect(images.count == 2 && results.count == 2)
        }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func faults() {
        var plan = Plan("storefront")
        plan.add("user", requires: ["session"]) {}
        plan.add("session", requires: ["usr"]) {}
        do {
            _ = try Graph(plan)
        } catch {
            print(error)
        }
        #expect(
            Graph.faults(of: plan) == [
                "'session' depends on 'usr', which no operation declares; did you mean 'user'?"
            ]
        )
    }

    @Test func queues() async throws {
        var plan = Plan("test")
        plan.queues[.userInitiated] = .fixed(16)
        plan.queues[.downloads] = .fixed(4)
        plan.add("logo", on: .downloads) { try await download("logo") }
        plan.add("legacy-sdk", blocking: true) { legacyInit() }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func mainActor() async throws {
        var plan = Plan("test")
        plan.add("legacy-sdk", on: .main) { @MainActor in LegacySDK.start() }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func pausing() async throws {
        var plan = Plan("test")
        plan.queues[.authentication] = .fixed(1)
        let server = Server()
        let renew = plan.action("renew-token", on: .authentication) { (refused: Token, context) in
            context.launch.pause(.userInitiated)
            defer { context.launch.resume(.userInitiated) }
            try await server.renew(refused)
        }
        plan.add("page") { context in
            let action = try context.launch.submit(renew, Token())
            while context.launch.action(action.id)?.state.isEnded != true { await Task.yield() }
        }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func failures() async throws {
        var plan = Plan("test")
        let toggles = plan.add(
            "feature-toggles",
            timeout: .seconds(2),
            retry: .exponential(attempts: 4) { $0 is NetworkError },
            budget: .seconds(6),
            fallback: .from { _ in
                FallbackValue(try cachedToggles(), source: "cache", age: .seconds(90))
            }
        ) { try await fetchToggles() }
        plan.add("database", teardown: { connection in try await connection.close() }) {
            try await connect()
        }
        plan.add("look", requires: [toggles]) {}
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(
            launch.report.operations[0].fallback == FallbackUse(source: "cache", age: .seconds(90))
        )
    }

    @Test func errors() async throws {
        var plan = Plan("test")
        let login = plan.add("login") { throw Unauthorized() }
        let guest = Fallback.value(User.guest, if: { !($0 is Unauthorized) })
        plan.add("user", requires: [login], fallback: guest) { try await fetchUser() }
        let launch = Launch(try Graph(plan))
        do {
            try await launch.run()
        } catch {
            if error.errors.contains(where: { $0 is Unauthorized }) { log("sign in first") }
        }
    }

    @Test func faultsAndFailuresInOneFunction() async throws {
        func start(_ plan: Plan) async throws -> Int32 {
            do {
                try await Launch(Graph(plan)).run()
                return 0
            } catch let faults as GraphFaults {
                log("the plan has to be corrected:\n\(faults)")
                return 78
            } catch let error as LaunchError {
                for cause in error.rootCauses { log(cause.failure.message) }
                return 1
            }
        }
        #expect(try await start(Plan(["page": ["user"]])) == 78)
        var failing = Plan("test")
        failing.add("login") { throw Unauthorized() }
        #expect(try await start(failing) == 1)
    }

    @Test func groups() async throws {
        var plan = Plan("test")
        let sdk = plan.add("sdk-init") {}
        let session = plan.group("login", requires: [sdk], timeout: .seconds(10)) { plan in
            let token = plan.add("authenticate") { try await authenticate() }
            let user = plan.add("fetch", reading: token) { token in try await fetchUser(token) }
            return plan.add("save", reading: user) { user in
                try await save(user)
                return user
            }
        }
        plan.add("home", reading: session, on: .main) { user in show(user) }
        plan.group("checks", failsFast: false) { plan in
            for name in ["disk", "network", "clock"] {
                plan.add("check-\(name)") { try await check(name) }
            }
        }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func groupsAsAWhole() async throws {
        var plan = Plan("test")
        let sdk = plan.add("sdk-init") {}
        let session = plan.group(
            "login",
            requires: [sdk],
            timeout: .seconds(10),
            retry: .exponential(attempts: 3, if: { !($0 is Unauthorized) }),
            fallback: .value(User.guest)
        ) { plan in
            let token = plan.add("authenticate", teardown: revoke) { try await authenticate() }
            return plan.add("fetch", reading: token) { token in try await fetchUser(token) }
        }
        plan.add("home", reading: session, on: .main) { user in show(user) }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func conditionsAndLocks() async throws {
        var plan = Plan("test")
        let user = plan.add("user") { try await fetchUser() }
        let isMetered = Condition("is metered") { _ in false }
        let hasAccount = Condition.value(of: user, "has an account") { $0.isSignedIn }
        let isOnline = Condition("is online") { _ in try await probe() }
        plan.add("sync", requires: [user], when: .all([hasAccount, .not(isMetered), isOnline])) {
            try await sync()
        }
        plan.add("upload", when: isOnline.holds(within: .seconds(20), every: .seconds(1))) {
            try await upload()
        }
        plan.add("migrate", locks: ["database"]) { try await migrate() }
        plan.add("compact", locks: ["database", "disk"]) { try await compact() }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(launch.report.operations.allSatisfy { $0.outcome == .succeeded })
    }

    @Test func adding() async throws {
        var plan = Plan("test")
        let names = plan.add("index") { try await fetchIndex() }
        let images = plan.map("images", over: names, timeout: .seconds(5)) { name in
            try await fetchImage(name)
        }
        plan.add("show", reading: images, on: .main) { images in show(images) }
        let launch = Launch(try Graph(plan))
        let run = Task { try await launch.run() }
        await launch.waitUntilReady()
        #expect(try launch.output(of: images).count == 2)
        let profile = try launch.add { plan in
            let token = plan.add("login", locks: ["session"]) { try await authenticate() }
            return plan.add("fetch", reading: token) { token in try await fetchUser(token) }
        }
        show(try await launch.value(of: profile))
        launch.stop(reason: "done")
        try await run.value
    }

    @Test func actions() async throws {
        var plan = Plan("test")
        let user = plan.add("user") { try await fetchUser() }
        let toggles = plan.add("toggles") {}
        let open = plan.action(
            "open-url",
            on: .main,
            requires: [user, toggles],
            policy: ActionPolicy(expires: .seconds(300))
        ) {
            (url: String, context) in
            present(url, for: try context.output(of: user))
        }
        plan.action("upload", policy: ActionPolicy(retry: .exponential(attempts: 4))) {
            (path: String) in
            try upload(path)
        }
        let launch = Launch(try Graph(plan))
        let action = try launch.submit(open, "https://shop.example.org/shoes")
        let running = Task { try await launch.run() }
        while launch.action(action.id)?.state.isEnded == false { await Task.yield() }
        #expect(launch.action(action.id)?.state == .done)
        launch.stop()
        try await running.value
    }

    @Test func observing() async throws {
        struct Progress: LaunchReporter {
            func report(_ event: Event) {
                switch event.kind {
                case .operationEnded(let operation):
                    log("\(operation.name): \(operation.outcome?.word ?? "")")
                case .launchReady(let degraded): log(degraded ? "ready, degraded" : "ready")
                default: return
                }
            }
        }
        let launch = Launch(try Graph(Plan(["page": []])))
        let watching = Task {
            for await event in launch.events() {
                if case .launchStopping(let reason, _) = event.kind { log(reason) }
            }
        }
        func show(_ now: OperationStatus, insteadOf before: OperationStatus?) {
            log("\(now.name) \(before?.state as Any) \(now.state)")
        }
        let following = Task {
            var fold = ReportFold()
            for await event in launch.events() {
                for change in fold.apply(event) {
                    guard case .operation(let now?, let before) = change else { continue }
                    show(now, insteadOf: before)
                }
            }
        }
        if let explanation = launch.explanation(of: "page") { print(explanation.text) }
        try await launch.run(reportingTo: [Progress()], until: .ready)
        watching.cancel()
        following.cancel()
        let slowest = launch.report.blame().first
        let total = launch.report.timeSummary().total
        #expect(slowest?.operation.name == "page" && total != nil)
    }

    @Test func oneOperation() async throws {
        var plan = Plan("test")
        let user = plan.add("user") { try await fetchUser() }
        let launch = Launch(try Graph(plan))
        let running = Task { try await launch.run() }
        await launch.waitUntilEnded(user)
        let status = launch.report[user]  // or launch.report["user"]
        if status?.outcome == .succeeded { show(try launch.output(of: user)) }
        #expect(status == launch.report["user"] && status?.outcome == .succeeded)
        launch.stop()
        try await running.value
    }

    @Test func theProgramsOwnWord() async throws {
        let launch = Launch(try Graph(Plan(["page": []])))
        let running = Task { try await launch.run() }
        await launch.waitUntilReady()
        launch.degrade(reason: "the cache is away")
        launch.fail(Failure("the database is gone"))
        await #expect(throws: LaunchError.self) { try await running.value }
    }

    @Test func partsThatStay() async throws {
        var plan = Plan("test")
        let toggles = plan.add("toggles") { Page() }
        let web = plan.service("web", reading: toggles, ended: .restart) { ready, toggles in
            let server = try await Server.bind(toggles)
            ready()
            await ready.waitUntilStopping()
            await server.finish()
        }
        plan.add("announce", requires: [web]) { try await announce() }
        try await Launch(Graph(plan)).run(until: .ready)
    }
}

extension Queue {
    static let downloads = Queue.named("downloads")
}

extension Queue {
    fileprivate static let authentication = Queue.named("authentication")
}

// Functions that the documentation's programs call.

private struct User: Sendable {
    let isSignedIn = true
    static let guest = User()
}
private struct Unauthorized: Error {}
private struct Page: Sendable {}
private struct Token: Sendable {}
private struct NetworkError: Error {}
private struct Connection: Sendable { func close() async throws {} }
private struct Server: Sendable {
    static func bind(_ toggles: Page) async throws -> Server { Server() }
    func renew(_ refused: Token) async throws {}
    func finish() async {}
}

@MainActor private enum LegacySDK { static func start() {} }
private func authenticate() async throws -> Token { Token() }
@Sendable private func revoke(_ token: Token) async throws {}
private func fetchUser(_ token: Token = Token()) async throws -> User { User() }
private func fetchToggles() async throws -> Page { throw NetworkError() }
private func cachedToggles() throws -> Page { Page() }
private func fetchIndex() async throws -> [String] { ["left", "right"] }
private func fetchImage(_ name: String) async throws -> Page { Page() }
private func fetchOffers() async throws -> [Page] { [Page()] }
private func announce() async throws {}
private func upload() async throws {}
private func download(_ name: String) async throws {}
private func connect() async throws -> Connection { Connection() }
private func save(_ user: User) async throws {}
private func check(_ name: String) async throws {}
private func probe() async throws -> Bool { true }
private func sync() async throws {}
private func migrate() async throws {}
private func compact() async throws {}
private func warmCache() async throws {}
private func legacyInit() {}
private func upload(_ path: String) throws {}
private func render(_ user: User) -> Page { Page() }
private func present(_ url: String, for user: User) {}
private func show(_ anything: some Sendable) {}
private func log(_ line: String) {}
