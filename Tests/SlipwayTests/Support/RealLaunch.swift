import Slipway
import Synchronization
import Testing

/// A random graph on real threads, whose bodies check the rules from inside.
enum RealLaunch {
    /// The record of what the bodies have seen of each other.
    private final class Witness: Sendable {
        struct State {
            var ended: Set<String> = []
            var succeeded: Set<String> = []
            var running: [Queue: Int] = [:]
            var starts: [String: Int] = [:]
            /// Operations that must not start any more, because an operation behind them has.
            var barred: Set<String> = []
        }

        let state = Mutex(State())
        let label: String

        init(_ label: String) {
            self.label = label
        }

        func begin(_ name: String, _ queue: Queue, width: Int, requires: [String], after: [String])
        {
            let complaint = state.withLock { state -> String? in
                state.starts[name, default: 0] += 1
                state.running[queue, default: 0] += 1
                if state.starts[name] != 1 { return "'\(name)' started twice" }
                if state.running[queue, default: 0] > width { return "\(queue) is too full" }
                if !state.succeeded.isSuperset(of: requires) {
                    return
                        "'\(name)' was too early: requires \(requires) not in \(state.succeeded.sorted())"
                }
                // A skipped operation never begins, and so never ends here.
                let begun = after.filter { state.starts[$0] != nil }
                if !state.ended.isSuperset(of: begun) {
                    return "'\(name)' was too early: after \(begun) not in \(state.ended.sorted())"
                }
                if state.barred.contains(name) { return "'\(name)' was too late" }
                state.barred.formUnion(requires + after)
                return nil
            }
            #expect(complaint == nil, "\(label)")
        }

        func end(_ name: String, _ queue: Queue, succeeds: Bool) {
            state.withLock { state in
                state.running[queue, default: 0] -= 1
                state.ended.insert(name)
                if succeeds { state.succeeded.insert(name) }
            }
        }
    }

    private struct Broken: Error {}

    static func explore(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let width = random.number(1...8)
        let plan = plan(&random, width, Witness("seed \(seed)"))
        let launch = Launch(try Graph(plan))
        let stops = random.chance(20)
        let cancels = random.chance(20) ? "o\(random.number(0...29))" : nil
        let running = Task { try await launch.run(until: .ready) }
        if stops { launch.stop(reason: "test") }
        if let cancels { launch.cancel(cancels) }
        do {
            try await running.value
        } catch LaunchError.failed {
            // Some launches fail.
        }
        let report = launch.report
        #expect(report.phase == .stopped || report.phase == .failed, "seed \(seed)")
        #expect(report.operations.allSatisfy { $0.outcome != nil }, "seed \(seed)")
    }

    private static func plan(
        _ random: inout SeededGenerator,
        _ width: Int,
        _ witness: Witness
    ) -> Plan {
        var plan = Plan("random")
        // Other tests may keep the shared threads busy: no body may count as stuck.
        plan.grace = .seconds(100)
        plan.queues[.userInitiated] = .fixed(width)
        var optional: Set<Int> = []
        for number in 0..<30 {
            let isOptional = random.chance(30)
            let candidates = (0..<number).filter { isOptional || !optional.contains($0) }
            let requires = pick(candidates, &random), after = pick(Array(0..<number), &random)
            if isOptional { optional.insert(number) }
            let queue: Queue = random.chance(30) ? .main : .userInitiated
            let fails = random.chance(isOptional ? 30 : 2), suspends = random.chance(50)
            let limit = queue == .main ? 1 : width
            let name = "o\(number)"
            let begin = { @Sendable in
                witness.begin(name, queue, width: limit, requires: requires, after: after)
            }
            let end = { @Sendable () throws in
                witness.end(name, queue, succeeds: !fails)
                if fails { throw Broken() }
            }
            let edges = (requires.map { Named($0) }, after.map { Named($0) })
            if suspends {
                plan.add(name, on: queue, requires: edges.0, after: edges.1, optional: isOptional) {
                    _ async throws in
                    begin()
                    await Task.yield()
                    try end()
                }
            } else {
                plan.add(name, on: queue, requires: edges.0, after: edges.1, optional: isOptional) {
                    _ throws in
                    begin()
                    try end()
                }
            }
        }
        return plan
    }

    private static func pick(_ numbers: [Int], _ random: inout SeededGenerator) -> [String] {
        guard !numbers.isEmpty else { return [] }
        return (0..<random.number(0...3)).map { _ in
            "o\(numbers[random.number(0...(numbers.count - 1))])"
        }
    }
}
