import Slipway

/// Does one thing with a number of operations, in each way that there is: `growth WAY COUNT`.
///
/// `Growth/run` counts the instructions of it for a count, and for twice as many.
@main
struct Growth {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let way = Way(rawValue: arguments[1]),
            let count = Int(arguments[2])
        else {
            // The list, for the script.
            for way in Way.allCases { print(way.rawValue) }
            return
        }
        try await way.run(count)
    }
}

/// The ways to declare, check, run, stop and tear down.
enum Way: String, CaseIterable {
    case declare, check
    case independent, chain, main, oneForAll = "one-for-all", groups, nested
    case lock, fallbacks, conditions, retries
    case all, collect, completion, map
    case onDemand = "on-demand", addedTogether = "added-together"
    case awaitedTogether = "awaited-together", valuesLetGo = "values-let-go"
    case parts, actions
    case tearDownChain = "tear-down-chain", tearDownUnderOneLock = "tear-down-under-one-lock"
    case tearDownInGroups = "tear-down-in-groups"

    func run(_ count: Int) async throws {
        switch self {
        case .declare: _ = plan(count)
        case .check: _ = try Graph(plan(count))
        case .onDemand: try await addOnDemand(count)
        case .awaitedTogether: try await awaitTogether(count)
        case .actions: try await act(count)
        case .parts, .tearDownChain, .tearDownUnderOneLock, .tearDownInGroups:
            let launch = try Launch(Graph(plan(count)))
            try await launch.run(until: .ready)
        case .independent, .chain, .main, .oneForAll, .groups, .nested, .lock, .fallbacks,
            .conditions,
            .retries, .all, .collect, .completion, .map, .addedTogether,
            .valuesLetGo:
            try await Launch(Graph(plan(count))).run(until: .ready)
        }
    }

    private func plan(_ count: Int) -> Plan {
        var plan = Plan("growth")
        switch self {
        case .declare, .check, .chain:
            var last: [any Dependency] = []
            for number in 0..<count { last = [plan.add("o\(number)", requires: last) {}] }
        case .main:
            // No thread hands anything to another, so that each run takes as many instructions.
            var last: [any Dependency] = []
            for number in 0..<count {
                last = [plan.add("o\(number)", on: .main, requires: last) {}]
            }
        case .independent: for number in 0..<count { plan.add("o\(number)") {} }
        case .oneForAll:
            let first = plan.add("first") { 1 }
            for number in 0..<count { plan.add("o\(number)", reading: first) { _ in } }
        case .groups:
            for number in 0..<count {
                plan.group("g\(number)") { plan in plan.add("o\(number)") {} }
            }
        case .nested:
            plan.group("all") { plan in for number in 0..<count { plan.add("o\(number)") {} } }
        case .lock: for number in 0..<count { plan.add("o\(number)", locks: ["one"]) {} }
        case .fallbacks:
            for number in 0..<count {
                plan.add("o\(number)", fallback: .value(1)) { () async throws -> Int in
                    throw Failed()
                }
            }
        case .conditions:
            for number in 0..<count {
                plan.add("o\(number)", when: Condition("c") { _ in true }) {}
            }
        case .retries:
            for number in 0..<count {
                plan.add("o\(number)", retry: .exponential(attempts: 2, initial: .zero)) {
                    context in
                    if context.attempt == 1 { throw Failed() }
                }
            }
        case .all:
            let handles = (0..<count).map { number in plan.add("o\(number)") { number } }
            plan.all("all", of: handles)
        case .collect:
            let handles = (0..<count).map { number in plan.add("o\(number)") { number } }
            plan.collect("all", of: handles)
        case .completion:
            let handles = (0..<count).map { number in plan.add("o\(number)") { number } }
            plan.completion("all", of: handles) { _, _ in }
        case .map:
            let items = plan.add("items") { Array(0..<count) }
            plan.map("item", over: items) { $0 }
        case .addedTogether:
            plan.add("adder") { context in
                try context.add { plan in
                    let first = plan.add("first") { 1 }
                    for number in 0..<count { plan.add("o\(number)", reading: first) { _ in } }
                }
            }
        case .valuesLetGo:
            for number in 0..<count {
                let value = plan.add("o\(number)", keepsValue: false) { number }
                plan.add("r\(number)", reading: value) { _ in }
            }
        case .parts:
            for number in 0..<count {
                plan.service("s\(number)") { ready in
                    ready()
                    await ready.waitUntilStopping()
                }
            }
        case .tearDownChain:
            var last: [any Dependency] = []
            for number in 0..<count {
                last = [plan.add("o\(number)", requires: last, teardown: { (_: Int) in }) { 1 }]
            }
        case .tearDownUnderOneLock:
            for number in 0..<count {
                plan.add("o\(number)", locks: ["one"], teardown: { (_: Int) in }) { 1 }
            }
        case .tearDownInGroups:
            for number in 0..<count {
                plan.group("g\(number)", locks: ["one"]) { plan in
                    plan.add("o\(number)", teardown: { (_: Int) in }) { 1 }
                }
            }
        case .onDemand, .awaitedTogether, .actions: break
        }
        return plan
    }

    /// So many tasks at a time wait each for an operation of its own.
    private func awaitTogether(_ count: Int) async throws {
        try await run(Plan("growth")) { launch in
            let first = try launch.add { plan in
                plan.add("first") { context in try await context.sleep(for: .milliseconds(20)) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    let page = try launch.add { $0.add("page", requires: [first]) { number } }
                    group.addTask { _ = try await launch.value(of: page) }
                }
                try await group.waitForAll()
            }
        }
    }

    private func addOnDemand(_ count: Int) async throws {
        try await run(Plan("growth")) { launch in
            for number in 0..<count {
                let page = try launch.add { plan in
                    let token = plan.add("login") { number }
                    return plan.add("page", reading: token) { $0 }
                }
                _ = try await launch.value(of: page)
            }
        }
    }

    private func act(_ count: Int) async throws {
        var plan = Plan("growth")
        let open = plan.action("open", policy: ActionPolicy(limit: count + 1)) { (_: Int) in }
        try await run(plan) { launch in
            var last: ActionID?
            for number in 0..<count { last = try launch.submit(open, number).id }
            if let last { await launch.outcome(of: last) }
        }
    }

    private func run(_ plan: Plan, _ work: (Launch) async throws -> Void) async throws {
        let launch = try Launch(Graph(plan))
        async let end: Void = launch.run()
        await launch.waitUntilReady()
        try await work(launch)
        launch.stop(reason: "done")
        try await end
    }
}

struct Failed: Error {}
