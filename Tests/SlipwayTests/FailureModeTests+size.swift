import Testing

@testable import Slipway

/// Quadratic work: swift-corelibs-foundation#1899 (a queue that searches itself for each
/// operation), WinObjC#869 (a queue that examines all operations to find a ready one), and every
/// lock that wakes all its waiters.
///
/// The sizes are such that one step for each pair of operations would exceed a test's time limit.
extension FailureModeTests {
    private static let count = 200_000

    @Test(.heavy) func manyReadyOperationsAreStartedOneByOne() throws {
        try runToTheEnd { plan in
            for number in 0..<Self.count { plan.add("o\(number)") { _ in } }
        }
    }

    @Test(.heavy) func manyOperationsOnOneLockWaitWithoutBeingLookedAtAgain() throws {
        try runToTheEnd { plan in
            for number in 0..<Self.count { plan.add("o\(number)", locks: ["one"]) { _ in } }
        }
    }

    @Test(.heavy) func manyDependentsOfOneOperationAreReleasedTogether() throws {
        try runToTheEnd { plan in
            let first = plan.add("first") { _ in }
            for number in 0..<Self.count { plan.add("o\(number)", requires: [first]) { _ in } }
            plan.add("last", after: (0..<Self.count).map { Named("o\($0)") }) { _ in }
        }
    }

    @Test(.heavy) func manyWhoAreSkippedAreSkippedOnce() throws {
        var plan = Plan("skipped")
        var last = plan.add("o0", optional: true) { _ in }
        for number in 1..<Self.count {
            last = plan.add("o\(number)", requires: [last], optional: true) { _ in }
        }
        var machine = LaunchMachine(try Graph(plan))
        machine.now = .at(0)
        machine.start()
        let taken = machine.takeNext(.pool)
        let first = try #require(taken)
        machine.now = .at(1)
        _ = machine.ended(first, .failed("broken"))
        #expect(machine.phase == .ready(degraded: true))
        #expect(machine.records[outcome: Self.count - 1] == .skipped(root: "o0"))
    }

    /// Runs a plan as wide as it allows, and checks how often the machine was asked for work.
    private func runToTheEnd(_ declare: (inout Plan) -> Void) throws {
        var plan = Plan("many")
        declare(&plan)
        var machine = LaunchMachine(try Graph(plan), automaticWidth: 1024)
        machine.now = .at(0)
        machine.start()
        var running: [Int] = []
        var visits = 0
        repeat {
            machine.now = .at(1)
            while let node = machine.takeNext(.pool) {
                running.append(node)
                visits += 1
            }
            visits += 1
            machine.now = .at(2)
            for node in running { _ = machine.ended(node, .succeeded) }
            running = []
        } while machine.startable(.pool) > 0
        #expect(machine.phase == .ready(degraded: false))
        #expect(visits <= 3 * Self.count)
    }
}
