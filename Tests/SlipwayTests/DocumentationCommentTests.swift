import Glibc
import Slipway
import SlipwayReport
import Testing

/// The Swift code of the documentation comments, so that it compiles; see `DocumentationFilesTests`.
struct DocumentationCommentTests {
    @Test func thePlansOfTheCommentsHaveNoFaults() throws {
        for declare in [
            Self.values, Self.mapping, Self.conditions, Self.fallbacks, Self.groups, Self.waiting,
            Self.charging,
            Self.chargingWithoutLocks,
        ] {
            var plan = Plan("comments")
            declare(&plan)
            _ = try Graph(plan)
        }
    }

    private static func values(_ plan: inout Plan) {
        let sdk = plan.add("sdk-init") {}
        let toggles = plan.add(
            "feature-toggles",
            requires: [sdk],
            timeout: .seconds(2),
            retry: .exponential(attempts: 4),
            budget: .seconds(6),
            fallback: .value(Toggles.defaults)
        ) { try await fetchToggles() }
        let user = plan.add("user") { try await fetchUser() }
        let cart = plan.add("cart", reading: user) { user in try await fetchCart(of: user) }
        let offers = plan.add("offers") { 1 }
        plan.add("page", reading: user, toggles, cart, offers) { user, toggles, cart, offers, _ in
            try await render(user, toggles, cart, offers)
        }
    }

    private static func mapping(_ plan: inout Plan) {
        plan.queues["downloads"] = 4
        let urls = plan.add("index") { try await fetchIndex() }
        let images = plan.map("images", over: urls, on: "downloads") { url in
            try await fetchImage(url)
        }
        plan.add("gallery", reading: images, on: .main) { images in show(images) }
    }

    private static func conditions(_ plan: inout Plan) {
        let toggles = plan.add("toggles") { Toggles.defaults }
        let isBeta = Condition.value(of: toggles, "flag 'beta'") { $0.beta }
        plan.add("beta-banner", requires: [toggles], when: isBeta) { showBanner() }
        plan.add("banner", requires: [toggles], when: .not(isBeta)) { showOld() }
    }

    private static func fallbacks(_ plan: inout Plan) {
        plan.add("toggles", fallback: .value(Toggles.defaults, if: { !($0 is Unauthorized) })) {
            try await fetchToggles()
        }
        let cached = Fallback<Toggles>.from { error, _ in
            error is Unauthorized ? nil : FallbackValue(try cachedToggles(), source: "cache")
        }
        plan.add("cached", fallback: cached) { try await fetchToggles() }
    }

    private static func groups(_ plan: inout Plan) {
        let sdk = plan.add("sdk-init") {}
        let session = plan.group("login", requires: [sdk], timeout: .seconds(10)) { plan in
            let token = plan.add("authenticate") { try await authenticate() }
            let user = plan.add("fetch", reading: token) { token in try await fetch(token) }
            return plan.add("save", reading: user) { user in try await save(user) }
        }
        plan.add("home", reading: session, on: .main) { session in show(session) }
        let experiment = plan.add("experiment", optional: true) { 1 }
        plan.add("banner", reading: experiment.ifPresent) { experiment in show(experiment) }
    }

    private static func waiting(_ plan: inout Plan) {
        plan.add("cache") { context in
            while !cache.isWarm { try await context.sleep(for: .milliseconds(200)) }
        }
        let migrate = plan.add("first") {}, seed = plan.add("second") {}
        let serve = plan.add("third") {}
        plan.sequence(migrate, seed, serve)
        let policy = ActionPolicy(expires: .seconds(30), effect: .once)
        plan.action("pay", policy: policy) { (order: Order) in
            try await pay(order)
        }
        let renew = plan.action("renew") { (_: Token) in }
        plan.add("page", retry: .constant(attempts: 2, pause: .zero) { $0 is Refused }) { context in
            let refused = Refused(token: Token())
            let renewal = try context.launch.submit(renew, refused.token)
            guard await context.launch.outcome(of: renewal) == .done else { throw refused }
        }
    }

    private static func charging(_ plan: inout Plan) {
        plan.action(
            "charge",
            policy: ActionPolicy(width: 8, locks: ["ledger"]),
            keys: PayloadKeys(order: { $0.account }, unique: { $0.invoice })
        ) { (charge: Charge) in
            try await pay(charge)
        }
    }

    private static func chargingWithoutLocks(_ plan: inout Plan) {
        plan.action(
            "charge",
            policy: ActionPolicy(width: 8),
            keys: PayloadKeys(order: { $0.account }, unique: { $0.invoice })
        ) { (charge: Charge) in
            try await pay(charge)
        }
    }

    /// Runs as a program of its own would.
    private func storefront() throws {
        var plan = Plan("storefront")
        let sdk = plan.add("sdk-init", on: .main) { try await Analytics.start() }
        let user = plan.add("user-data", timeout: .seconds(5)) { try await fetchUser() }
        plan.action("open-url", reading: user, on: .main, requires: [sdk]) { (url: String, user) in
            try open(url, for: user)
        }
        try Launch(Graph(plan)).runOnMainThread()
    }

    private func running(_ launch: Launch) throws {
        do {
            try launch.runOnMainThread()
        } catch {
            if error.errors.contains(where: { $0 is Unauthorized }) { exit(77) }
            throw error
        }
    }

    private func reading(_ launch: Launch, _ graph: Graph, _ user: Handle<User>) async throws {
        if case .failed(let failure)? = launch.report["login"]?.outcome {
            if failure.error is Unauthorized { askForPassword() }
        }
        try launch.add { plan in
            plan.add("warm-cache", requires: [user]) { await cache.warm() }
        }
        let profile = try launch.add { plan in
            let token = plan.add("login") { try await authenticate() }
            return plan.add("fetch", reading: token) { token in try await fetch(token) }
        }
        show(try await launch.value(of: profile))
        var fold = ReportFold()
        for await event in launch.events() {
            for change in fold.apply(event) { show(change) }
        }
        let report = graph.simulate(durations: ["user-data": .milliseconds(300)])
        print(report.timeText())
        print(graph.simulate(durations: ["user-data": .milliseconds(150)]).timeText())
    }
}

// What the comments call.

private struct User: Sendable {}
private struct Token: Sendable {}
private struct Order: Sendable {}
private struct Unauthorized: Error {}
private struct Refused: Error { let token: Token }
private struct Toggles: Sendable {
    let beta = false
    static let defaults = Toggles()
}
private struct Cache: Sendable {
    let isWarm = true
    func warm() async {}
}
private enum Analytics { static func start() async throws {} }

private let cache = Cache()

private func fetchIndex() async throws -> [String] { ["left", "right"] }
private func fetchImage(_ url: String) async throws -> Token { Token() }
private func fetchUser() async throws -> User { User() }
private func fetchToggles() async throws -> Toggles { Toggles() }
private func fetchCart(of user: User) async throws -> [Int] { [] }
private func cachedToggles() throws -> Toggles { Toggles() }
private func authenticate() async throws -> Token { Token() }
private func fetch(_ token: Token) async throws -> User { User() }
private func save(_ user: User) async throws -> User { user }
private func render(_ user: User, _ toggles: Toggles, _ cart: [Int], _ offers: Int) async throws {}
private func pay(_ order: Order) async throws {}

private struct Charge: Sendable {
    let account: String
    let invoice: String
}

private func pay(_ charge: Charge) async throws {}
private func open(_ url: String, for user: User) throws {}
private func askForPassword() {}
private func showBanner() {}
private func showOld() {}
private func show(_ anything: some Sendable) {}
