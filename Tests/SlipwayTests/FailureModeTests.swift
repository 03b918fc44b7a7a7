import Slipway
import Synchronization
import Testing

/// Failures of other frameworks that do not happen here; each test names the source.
@Suite(.timeLimit(.minutes(5)))
struct FailureModeTests {
    struct Broken: Error, CustomStringConvertible { let description = "broken" }

    /// Foundation's OperationQueue: operations that wait for each other never start, without an
    /// error.
    @Test func aCycleIsRefusedBeforeAnythingRuns() {
        let plan = Plan(["a": ["c"], "b": ["a"], "c": ["b"], "d": ["c"]])
        #expect(
            Graph.faults(of: plan) == [
                "dependency cycle 'a' -> 'c' -> 'b' -> 'a'; remove one of these dependencies"
            ]
        )
    }

    /// swift-corelibs-foundation#1538: the dependent of a cancelled operation runs as if that had
    /// succeeded, or never ends.
    @Test func whatRequiresACancelledOperationIsSkippedAndWhatRunsAfterItRuns() async throws {
        var plan = Plan("cancelled")
        let ran = Lines()
        let a = plan.add("a", optional: true) { _ in ran.add("a") }
        plan.add("requires", requires: [a], optional: true) { _ in ran.add("requires") }
        plan.add("after", after: [a]) { _ in ran.add("after") }
        let launch = Launch(try Graph(plan))
        launch.cancel("a", reason: "not today")
        try await launch.run(until: .ready)
        #expect(ran.all == ["after"])
        #expect(launch.report.operations[0].outcome == .cancelled(reason: "not today"))
        #expect(launch.report.operations[1].outcome == .skipped(root: "a"))
    }

    /// ProcedureKit#47, #267 and #486: a group holds the lock that its child waits for.
    @Test func aLockOfAGroupIsNoObstacleToItsChildren() async throws {
        var plan = Plan("lock")
        let ran = Lines()
        plan.group("migrate", locks: ["db"]) { plan in
            plan.add("child", locks: ["db"]) { _ in ran.add("child") }
        }
        plan.add("other", locks: ["db"]) { _ in ran.add("other") }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(ran.all.sorted() == ["child", "other"])
    }

    /// ProcedureKit#47: a child waits for an outside operation that needs the group's lock.
    @Test func aLockThatAGroupCouldWaitForInVainIsRefused() {
        var plan = Plan("lock")
        let other = plan.add("other", locks: ["db"]) { _ in }
        plan.group("migrate", locks: ["db"]) { plan in
            plan.add("child", requires: [other]) { _ in }
        }
        #expect(Graph.faults(of: plan).count == 1)
    }

    /// ProcedureKit#474: an operation is finished by its body, by its timeout and by a
    /// cancellation, all at once.
    @Test func anOperationEndsOnceHoweverManyEndIt() async throws {
        for _ in 0..<50 {
            var plan = Plan("once")
            plan.grace = .seconds(100)
            plan.add("a", optional: true, timeout: .microseconds(200)) { _ async throws in
                try await Task.sleep(for: .microseconds(200))
            }
            plan.add("b", optional: true) { context async throws in
                try await Task.sleep(for: .microseconds(200))
                context.launch.stop()
            }
            let recorder = Recorder()
            let launch = Launch(try Graph(plan))
            await withTaskGroup { group in
                group.addTask { try? await launch.run(reportingTo: [recorder], until: .ready) }
                for _ in 0..<4 { group.addTask { launch.cancel("a") } }
            }
            let kinds = recorder.events.map(\.kind)
            #expect(kinds.count { if case .operationEnded = $0 { true } else { false } } == 2)
            #expect(kinds.count { if case .launchEnded = $0 { true } else { false } } == 1)
        }
    }

    /// ProcedureKit#755 and PSOperations#32: an operation whose dependency ends at the wrong moment
    /// is never checked again.
    @Test func nothingIsForgottenThatBecomesReadyWhileOthersEnd() async throws {
        var plan = Plan("diamonds")
        plan.queues[.userInitiated] = .fixed(4)
        let added = Lines()
        for number in 0..<500 {
            let left = plan.add("left\(number)") { _ async in await Task.yield() }
            let right = plan.add("right\(number)", on: number % 2 == 0 ? .main : .userInitiated) {
                context in
                try context.add { plan in
                    plan.add("added\(number)", requires: [left]) { _ in added.add("\(number)") }
                }
            }
            plan.add("join\(number)", requires: [left, right]) { _ in }
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(added.all.count == 500)
        #expect(launch.report.operations.allSatisfy { $0.outcome == .succeeded })
    }

    /// ProcedureKit#301 and PSOperations#41: releasing a chain of operations needs a stack as deep
    /// as the chain is long.
    @Test(.heavy) func aLongChainIsCheckedRunAndReleasedWithoutADeepStack() async throws {
        var plan = Plan("chain")
        var last: Handle<Int>?
        for number in 0..<200_000 {
            last = plan.add("o\(number)", requires: last.map { [$0] } ?? []) { _ in number }
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(launch.report.readyAt != nil)
    }

    /// swift-corelibs-foundation#1538 (SR-5361), idisfkj/android-startup#37 and AppStartFaster#2: a
    /// waiting operation at the head of the main queue keeps all others from running.
    @Test func whatWaitsForTheBackgroundDoesNotBlockTheMainQueue() async throws {
        var plan = Plan("head")
        let gate = Gate()
        let ran = Lines()
        plan.add("first", on: .main, requires: [Named("background")]) { _ in ran.add("first") }
        plan.add("background") { _ async in while !gate.isOpen { await Task.yield() } }
        plan.add("second", on: .main) { _ in
            ran.add("second")
            gate.open()
        }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(ran.all == ["second", "first"])
    }

    /// Taskflow#732 and swift-corelibs-foundation#1858: a task that throws keeps its semaphore, and
    /// a task that waits for the semaphore keeps a thread.
    @Test(arguments: ["throws", "is cancelled", "times out"])
    func aBodyGivesBackItsPlaceAndItsLocksHoweverItEnds(how: String) async throws {
        var plan = Plan("leak")
        plan.grace = .seconds(100)
        let narrow = Queue.named("narrow")
        plan.queues[narrow] = .fixed(1)
        let ran = Lines()
        for number in 0..<20 {
            plan.add(
                "bad\(number)",
                on: narrow,
                optional: true,
                locks: ["a", "b"],
                timeout: how == "times out" ? .milliseconds(1) : nil
            ) { context async throws in
                if how == "is cancelled" { context.launch.cancel(context.name) }
                if how != "throws" { try await Task.sleep(for: .seconds(600)) }
                throw Broken()
            }
        }
        plan.add("good", on: narrow, priority: .low, locks: ["b", "a"]) { _ in ran.add("good") }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(ran.all == ["good"])
    }
}
