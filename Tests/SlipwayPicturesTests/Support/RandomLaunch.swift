import Slipway
import SlipwayTestSupport

/// A random plan with as many operations as asked for, and a launch of it in virtual time: queues, locks,
/// groups, retries, fallbacks, timeouts, background work and failures.
struct RandomLaunch {
    private(set) var plan: Plan
    private var durations: [String: Duration] = [:]
    private var outcomes: [String: SimulatedOutcome] = [:]
    private var numbers: SeededGenerator

    /// Makes a plan; the same seed makes the same one.
    ///
    /// - Parameters:
    ///   - count: The number of operations and groups outside of groups.
    ///   - seed: The seed.
    ///   - fails: A required operation fails, and then the launch does.
    init(operations count: Int, seed: UInt64, fails: Bool = false) {
        plan = Plan("random-\(count)")
        plan.queues[.named("downloads")] = .fixed(3)
        numbers = SeededGenerator(seed: seed)
        let background = count / 15
        var (plan, handles) = (plan, Handles())
        for number in 0..<(count - background) {
            guard count > 20, numbers.below(14) == 0 else {
                add(to: &plan, number, &handles)
                continue
            }
            let requires = some(of: handles.required, most: 2)
            var (copy, inner) = (self, Handles())
            let group = plan.group("group-\(number)", requires: requires) { plan in
                for part in 0..<4 { copy.add(to: &plan, number * 1000 + part, &inner) }
            }
            (durations, outcomes, numbers) = (copy.durations, copy.outcomes, copy.numbers)
            handles.required.append(group)
            handles.all.append(group)
        }
        for number in (count - background)..<count { add(to: &plan, number, &handles, .background) }
        self.plan = plan
        if fails,
            let last = plan.operations.last(where: {
                !$0.isOptional && $0.stage == .launch && !$0.hasFallback
            })
        {
            outcomes[last.name] = .fails("no space left on device")
        }
    }

    private struct Handles {
        var required: [Handle<Void>] = []
        var all: [Handle<Void>] = []
    }

    /// The launch as it ends.
    var report: Report {
        get throws {
            var report = try Graph(plan).simulate(
                durations: durations,
                outcomes: outcomes,
                width: 6,
                seed: 1
            )
            report.processStart = Instant(nanoseconds: -23_000_000)
            report.launchID = "4f1c8a2e90b7"
            return report
        }
    }

    private static let words = [
        "fetch", "warm", "open", "migrate", "load", "connect", "index", "verify", "sync", "prepare",
    ]
    private static let things = [
        "cache", "database", "catalogue", "prices", "sessions", "images", "user-data", "toggles",
        "search-index",
        "currency-rates-of-all-countries",
    ]

    private mutating func add(
        to plan: inout Plan,
        _ number: Int,
        _ handles: inout Handles,
        _ stage: Stage = .launch
    ) {
        let name = "\(pick(Self.words))-\(pick(Self.things))-\(number)"
        let kind = stage == .launch ? numbers.below(14) : 13
        // A required one may not require an optional one.
        let isOptional = kind < 3
        let recent = Array((isOptional ? handles.all : handles.required).suffix(14))
        let requires = some(of: recent, most: 2)
        let after = numbers.below(6) == 0 ? some(of: recent, most: 1) : []
        durations[name] = .microseconds(
            Int64(numbers.below(400_000) / (1 + numbers.below(8)) + 300)
        )
        switch kind {
        case 0: outcomes[name] = .fails("HTTP 503 from https://api.example.org/v1/\(name)")
        case 1: outcomes[name] = .hangs
        case 4, 5: outcomes[name] = .fails("connection refused", attempts: 1 + numbers.below(2))
        case 6: outcomes[name] = .fails("no answer")
        default: break
        }
        let queues: [Queue] = [
            .main, .named("downloads"), .userInitiated, .userInitiated, .userInitiated,
        ]
        let handle = plan.add(
            name,
            on: queues[numbers.below(queues.count)],
            requires: requires,
            after: after,
            optional: isOptional,
            stage: stage,
            locks: numbers.below(9) == 0 ? ["disk"] : [],
            timeout: kind == 1 ? .milliseconds(180) : nil,
            retry: (4...6).contains(kind)
                ? .exponential(attempts: 3, initial: .milliseconds(40)) : nil,
            fallback: kind == 6 ? .value((), source: "cache") : nil
        ) { _ in }
        guard stage == .launch else { return }
        handles.all.append(handle)
        if !isOptional { handles.required.append(handle) }
    }

    private mutating func some(of handles: [Handle<Void>], most: Int) -> [Handle<Void>] {
        guard !handles.isEmpty else { return [] }
        return (0..<numbers.below(most + 1)).map { _ in handles[numbers.below(handles.count)] }
    }

    private mutating func pick(_ words: [String]) -> String { words[numbers.below(words.count)] }
}
