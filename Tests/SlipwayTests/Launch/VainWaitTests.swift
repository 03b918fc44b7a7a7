import Slipway
import SlipwayTesting
import Testing

/// Bodies that wait for what they themselves keep from coming.
@Suite(.timeLimit(.minutes(5)))
struct VainWaitTests {
    /// A plan in which a body waits in vain, and what is said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let circle: String
        var advice = "let 'a' return, and do what needs 'b' in an operation that requires 'b'"
        let declare: @Sendable (inout Plan) -> Void

        var testDescription: String { circle }

        func graph() throws -> Graph {
            var plan = Plan("vain")
            declare(&plan)
            return try Graph(plan)
        }
    }

    /// The handle of the operation whose body reads it.
    private final class Own: Sendable {
        private let known = Mutex<Handle<Void>?>(nil)
        var handle: Handle<Void>? {
            get { known.withLock { $0 } }
            set { known.withLock { $0 = newValue } }
        }
    }

    static let cases = [
        Case(circle: "'a' waits in its body for 'b', which needs lock 'disk' that 'a' holds") {
            let first = $0.add("first") {}
            let b = $0.add("b", requires: [first], locks: ["disk"]) {}
            $0.add("a", priority: .high, locks: ["disk"]) { context in
                await context.launch.waitUntilEnded(b)
            }
        },
        Case(
            circle: "'a' waits in its body for 'b', which comes after 'c', which needs lock 'disk' "
                + "that 'a' holds"
        ) {
            let first = $0.add("first") {}
            let c = $0.add("c", after: [first], locks: ["disk"]) {}
            let b = $0.add("b", after: [c]) {}
            $0.add("a", priority: .high, locks: ["disk"]) { context in
                await context.launch.waitUntilEnded(b)
            }
        },
        Case(circle: "'a' waits in its body for 'b', which needs queue 'main' that 'a' holds") {
            let first = $0.add("first") {}
            let b = $0.add("b", on: .main, requires: [first]) {}
            $0.add("a", on: .main, priority: .high) { context in
                await context.launch.waitUntilEnded(b)
            }
        },
        Case(
            circle:
                "'a' waits in its body for 'b', which needs queue 'disk' that 'a' and 1 more hold"
        ) {
            $0.queues[.named("disk")] = .fixed(2)
            let first = $0.add("first") {}
            let b = $0.add("b", on: .named("disk"), requires: [first]) {}
            $0.add("a", on: .named("disk"), priority: .high) { context in
                await context.launch.waitUntilEnded(b)
            }
            $0.add("z", on: .named("disk"), priority: .high) { context in
                await context.launch.waitUntilEnded(b)
            }
        },
        Case(circle: "'a' waits in its body for 'b', which requires 'a'") {
            let b = $0.add("b", requires: ["a"]) {}
            $0.add("a") { context in await context.launch.waitUntilEnded(b) }
        },
        Case(
            circle: "'a' waits in its body for 'b', which is part of 'g', which requires 'a'"
        ) { plan in
            var inner: Handle<Void>?
            plan.group("g", requires: ["a"]) { plan in inner = plan.add("b") {} }
            let b = inner
            plan.add("a") { context in if let b { await context.launch.waitUntilEnded(b) } }
        },
        Case(
            circle:
                "'a' waits in its body for 'b', which needs lock 'disk' that 'g' holds, which ends "
                + "after 'a'"
        ) {
            let first = $0.add("first") {}
            let b = $0.add("b", requires: [first], locks: ["disk"]) {}
            $0.group("g", locks: ["disk"]) { plan in
                plan.add("a") { context in await context.launch.waitUntilEnded(b) }
            }
        },
        Case(
            circle: "'a' waits in its body for itself",
            advice: "let 'a' return without waiting for itself"
        ) {
            let own = Own()
            own.handle = $0.add("a") { context in
                if let a = own.handle { await context.launch.waitUntilEnded(a) }
            }
        },
        Case(
            circle: "'a' waits in its body for 'b', which waits in its body for 'a'"
        ) {
            let own = Own()
            let b = $0.add("b") { context in
                if let a = own.handle { await context.launch.waitUntilEnded(a) }
            }
            own.handle = $0.add("a", priority: .high) { context in
                await context.launch.waitUntilEnded(b)
            }
        },
        Case(
            circle: "'a' waits in its body for the launch to be ready, which waits for 'a'",
            advice: "let 'a' return, and do the rest in the background stage"
        ) {
            $0.add("a") { context in await context.launch.waitUntilReady() }
        },
        Case(
            circle: "'a' waits in its body for 'b', which starts once the launch is ready, which "
                + "waits for 'a'"
        ) {
            let b = $0.add("b", stage: .background) {}
            $0.add("a") { context in await context.launch.waitUntilEnded(b) }
        },
        Case(
            circle:
                "'a' waits in its body for an action 'open', which needs queue 'main' that 'a' holds",
            advice: "let 'a' return without waiting for the action"
        ) {
            let open = $0.action("open", on: .main) { (_: Int, _) in }
            $0.add("a", on: .main, priority: .high) { context in
                await context.launch.outcome(of: try context.launch.submit(open, 1))
            }
        },
    ]

    @Test(arguments: cases)
    func aLaunchInWhichOnlyVainWaitsAreLeftFailsAtOnceAndNamesTheCircle(_ vain: Case) throws {
        let launch = VirtualLaunch(try vain.graph())
        let report = try launch.run()
        #expect(report.phase == .failed)
        let message = try #require(report.rootCauses.first?.failure.message)
        #expect(message.hasPrefix("nothing can run any more; \(vain.circle): \(vain.advice); "))
        #expect(launch.elapsed == .zero)
    }

    /// The body is asked to give up by what ends its wait.
    @Test func aVainWaitForAValueIsOneRootCause() throws {
        var plan = Plan("vain")
        let b = plan.add("b", requires: ["a"]) { 1 }
        plan.add("a") { context in _ = try await context.launch.value(of: b) }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.rootCauses.map(\.operation) == [nil])
        #expect(report["a"]?.outcome?.word == "cancelled")
    }

    @Test func aPartThatWaitsForTheLaunchMayBecomeReadyByAChildOfItsBody() throws {
        var plan = Plan("part")
        plan.service("web") { ready in
            async let served: Void = {
                try? await ready.context.sleep(for: .seconds(1))
                ready()
            }()
            await ready.context.launch.waitUntilReady()
            await served
            await ready.waitUntilStopping()
        }
        let report = try VirtualLaunch(Graph(plan)).run(until: .ready)
        #expect(report["web"]?.outcome == .succeeded)
        #expect(report.phase == .stopped)
    }

    @Test func theTimeOfAGroupEndsAWaitForWhatIsInIt() throws {
        var plan = Plan("limited")
        let b = plan.group("g", optional: true, timeout: .seconds(5)) { plan in
            plan.add("c") { context in try await context.sleep(for: .seconds(1)) }
            return plan.add("b", after: ["c"], locks: ["disk"]) { 1 }
        }
        plan.add("a", locks: ["disk"]) { context in await context.launch.waitUntilEnded(b) }
        let launch = VirtualLaunch(try Graph(plan))
        #expect(try launch.run(until: .ready)["a"]?.outcome == .succeeded)
        #expect(launch.elapsed == .seconds(5))
    }

    @Test func whatStandsBehindACircleIsNotGivenUp() throws {
        var plan = Plan("bystander")
        let b = plan.add("b", stage: .background, locks: ["disk"]) {}
        plan.add("a", on: .main, stage: .background, priority: .high, locks: ["disk"]) { context in
            await context.launch.waitUntilEnded(b)
        }
        plan.add("c", on: .main, stage: .background) {}
        let report = try VirtualLaunch(Graph(plan)).run(until: .complete)
        #expect(report["c"]?.outcome == .succeeded)
    }

    /// `a` waits in its body for `b`, which needs the lock that `a` holds.
    private static func plan(
        optional: Bool = false,
        stage: Stage = .launch,
        timeout: Duration? = nil,
        waiting: @escaping @Sendable (OperationContext, Handle<Void>) async throws -> Void = {
            await $0.launch.waitUntilEnded($1)
        }
    ) -> Plan {
        var plan = Plan("vain")
        let first = plan.add("first", stage: stage) {}
        let b = plan.add("b", requires: [first], stage: stage, locks: ["disk"]) {}
        plan.add(
            "a",
            optional: optional,
            stage: stage,
            priority: .high,
            locks: ["disk"],
            timeout: timeout
        ) { try await waiting($0, b) }
        return plan
    }

    private static let words =
        "'a' waits in its body for 'b', which needs lock 'disk' that 'a' holds: let 'a' return, and do "
        + "what needs 'b' in an operation that requires 'b'"

    @Test func itsOwnTimeEndsAVainWaitAndTheFailureSaysWhatItWasFor() throws {
        let launch = VirtualLaunch(
            try Graph(Self.plan(optional: true, timeout: .seconds(5)))
        )
        let report = try launch.run(until: .ready)
        #expect(report["a"]?.outcome?.message == "timed out after 5s; \(Self.words)")
        #expect(report["b"]?.outcome == .succeeded)
        #expect(launch.elapsed == .seconds(5))
    }

    @Test func aBodyThatRacesAVainWaitGoesOnAndTheCircleIsExplainedMeanwhile() throws {
        let plan = Self.plan { context, b in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await context.launch.waitUntilEnded(b) }
                group.addTask { try await context.sleep(for: .seconds(3)) }
                try await group.next()
                group.cancelAll()
            }
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run(for: .seconds(1))
        #expect(
            launch.launch.explanation(of: "b")?.text == """
                b: ready for 1s (waits for lock 'disk')
                └─lock held by a: running for 1s (\(Self.words))
                """
        )
        #expect(
            launch.launch.explanation()?.text == """
                vain: starting for 1s
                └─waits for a: running for 1s (\(Self.words))
                  └─awaits b: ready for 1s (waits for lock 'disk')
                """
        )
        #expect(try launch.run(until: .ready).phase == .stopped)
        #expect(launch.elapsed == .seconds(3))
    }

    @Test func whatOthersStillDoIsNotCutOffAndTheDeadlineNamesTheCircle() throws {
        let reporter = Recorder()
        var plan = Self.plan()
        plan.deadline = .seconds(10)
        plan.add("slow") { context in try await context.sleep(for: .seconds(60)) }
        let launch = VirtualLaunch(try Graph(plan), reportingTo: [reporter])
        let report = try launch.run()
        #expect(
            report.rootCauses.map(\.failure.message) == [
                "not ready within 10s; \(Self.words); running: 'a' (10s), 'slow' (10s); waiting: 'b'"
            ]
        )
        let told = reporter.events.compactMap { event -> OperationStatus? in
            guard case .operationWaitsInVain(let status) = event.kind else { return nil }
            return status
        }
        let circle = Self.words.split(separator: ":").first.map(String.init)
        #expect(told.map(\.name) == ["a"])
        #expect(told.first?.obstacle == .wait(for: .operation("b"), circle: circle))
    }

    @Test func aWaitForWhatComesIsNoFaultAndExplained() throws {
        var plan = Plan("waits")
        let slow = plan.add("slow") { context in try await context.sleep(for: .seconds(2)) }
        plan.add("a", on: .main) { context in await context.launch.waitUntilEnded(slow) }
        plan.deadline = .seconds(1)
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run(for: .milliseconds(500))
        #expect(
            launch.launch.explanation(of: "a")?.text == """
                a: running for 500ms
                └─awaits slow: running for 500ms
                """
        )
        #expect(
            try launch.run().rootCauses.map(\.failure.message) == [
                "not ready within 1s; running: 'slow' (1s), 'a' (1s, waits in its body for 'slow')"
            ]
        )
    }

    @Test func whatABodyLeftRunningIsNotTakenForABody() throws {
        let plan = Self.plan { context, b in
            // It could outlive the body.
            _ = Task { await context.launch.waitUntilEnded(b) }
            try await context.sleep(for: .seconds(2))
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run(for: .seconds(1))
        #expect(launch.launch.explanation(of: "a")?.text == "a: running for 1s")
        #expect(try launch.run(until: .ready).phase == .stopped)
    }

    @Test func inTheBackgroundWhatCanNeverStartIsGivenUpAndTheWaitEnds() throws {
        let launch = VirtualLaunch(try Graph(Self.plan(stage: .background)))
        let report = try launch.run(until: .complete)
        #expect(
            report["b"]?.outcome?.message
                == "can never start: waits for lock 'disk', held by 'a'; \(Self.words)"
        )
        #expect(report["a"]?.outcome == .succeeded)
        #expect(report.phase == .stopped)
    }

    @Test func inTheBackgroundABodyThatWaitsForItsDependentIsAskedToGiveUp() throws {
        var plan = Plan("vain")
        let b = plan.add("b", requires: ["a"], stage: .background) {}
        plan.add("a", stage: .background) { context in
            await context.launch.waitUntilEnded(b)
            try Task.checkCancellation()
        }
        let report = try VirtualLaunch(try Graph(plan)).run(until: .complete)
        #expect(
            report["a"]?.outcome?.message
                == "'a' waits in its body for 'b', which requires 'a': let 'a' return, and do what needs "
                + "'b' in an operation that requires 'b'"
        )
        #expect(report["b"]?.outcome == .skipped(root: "a"))
    }

    @Test(arguments: [false, true])
    func onRealThreadsToo(isBlocking: Bool) async throws {
        var plan = Plan("vain")
        let isLocked = Gate()
        let first = plan.add("first") { while !isLocked.isOpen { await Task.yield() } }
        let b = plan.add("b", requires: [first], locks: ["disk"]) {}
        plan.add("a", locks: ["disk"], blocking: isBlocking) { context async in
            isLocked.open()
            await context.launch.waitUntilEnded(b)
        }
        let launch = Launch(try Graph(plan))
        await #expect(throws: LaunchError.self) { try await launch.run() }
        let message = launch.report.rootCauses.first?.failure.message
        #expect(message?.hasPrefix("nothing can run any more; \(Self.words)") == true)
    }
}
