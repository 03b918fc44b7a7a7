import InMemoryTracing
import Slipway
import SlipwayTracing
import Testing
import Tracing

@Suite(.timeLimit(.minutes(10)))
struct LaunchTracingTests {
    private let tracer = InMemoryTracer()

    /// Runs a launch to its end, with any outcome.
    private func run(_ plan: Plan, until goal: Launch.Goal = .ready) async throws -> Report {
        let launch = Launch(try Graph(plan), id: "42")
        do {
            try await launch.run(reportingTo: [LaunchTracing(tracer: tracer)], until: goal)
        } catch LaunchError.failed {
            // The report shows it.
        }
        #expect(tracer.activeSpans.isEmpty)
        return launch.report
    }

    @Test func everyOperationIsASpanAndAChildOfTheLaunch() async throws {
        var plan = Plan("storefront")
        let sdk = plan.add("sdk-init", on: .main) { _ in }
        plan.add("toggles", requires: [sdk], optional: true) { _ in }
        let report = try await run(plan)
        let launch = try #require(tracer.span("launch storefront"))
        #expect(launch.parentSpanID == nil)
        #expect(launch.text("slipway.launch.id") == "42")
        #expect(launch.text("slipway.outcome") == "ready")
        #expect(launch.status == nil)
        for status in report.operations {
            let span = try #require(tracer.span(status.name))
            #expect(span.parentSpanID == launch.spanID)
            #expect(span.traceID == launch.traceID)
            #expect(span.text("slipway.outcome") == "succeeded")
            #expect(span.text("slipway.queue") == status.queue.name)
            #expect(span.attributes.get("slipway.optional") == .bool(status.isOptional))
            let wait = try #require(status.wait)
            let microseconds = Int64(wait / .microseconds(1))
            #expect(span.attributes.get("slipway.wait_us") == .int64(microseconds))
            #expect(span.attributes.get("slipway.attempts") == .int64(1))
            #expect(span.status == nil)
        }
        #expect(
            tracer.span("toggles")?.attributes.get("slipway.requires") == .stringArray(["sdk-init"])
        )
    }

    @Test func spansBeginAndEndAtTheInstantsOfTheEvents() async throws {
        var plan = Plan("storefront")
        let sdk = plan.add("sdk-init") { _ in }
        plan.add("toggles", requires: [sdk]) { _ async in await Task.yield() }
        let before = DefaultTracerClock.now.nanosecondsSinceEpoch
        let report = try await run(plan)
        let after = DefaultTracerClock.now.nanosecondsSinceEpoch
        let launch = try #require(tracer.span("launch storefront"))
        let launchedAt = try #require(report.launchedAt), readyAt = try #require(report.readyAt)
        #expect(.nanoseconds(launch.length) == launchedAt.duration(to: readyAt))
        for status in report.operations {
            let span = try #require(tracer.span(status.name))
            let startedAt = try #require(status.startedAt)
            #expect(.nanoseconds(span.length) == status.run)
            #expect(
                .nanoseconds(Int64(span.start) - Int64(launch.start))
                    == launchedAt.duration(to: startedAt)
            )
        }
        // The difference of the two clocks is known to about a microsecond.
        let slack: UInt64 = 1_000_000_000
        #expect(launch.start + slack > before && launch.end < after + slack)
    }

    @Test func aFailureIsTheStatusOfItsSpanAndOfTheLaunch() async throws {
        var plan = Plan("storefront")
        let sdk: Handle<Void> = plan.add("sdk-init") { _ in throw Broken() }
        plan.add("toggles", requires: [sdk]) { _ in }
        _ = try await run(plan)
        let failed = try #require(tracer.span("sdk-init"))
        #expect(failed.status == SpanStatus(code: .error, message: "no route to host"))
        #expect(failed.text("slipway.outcome") == "failed")
        let skipped = try #require(tracer.span("toggles"))
        #expect(skipped.status == nil)
        #expect(skipped.length == 0)
        #expect(skipped.text("slipway.outcome") == "skipped")
        #expect(skipped.text("slipway.reason") == "'sdk-init' did not succeed")
        #expect(skipped.attributes.get("slipway.wait_us") == nil)
        let launch = try #require(tracer.span("launch storefront"))
        #expect(launch.text("slipway.outcome") == "failed")
        #expect(
            launch.status
                == SpanStatus(code: .error, message: "'sdk-init' failed: no route to host")
        )
    }

    @Test func theLaunchEndsAtReadyAndItsStopIsASpanOfItsOwn() async throws {
        var plan = Plan("storefront")
        let database = plan.add("database", teardown: { (_: Void) in }) { _ in }
        plan.add("cache", requires: [database], teardown: { (_: Void) in throw Broken() }) { _ in }
        let report = try await run(plan)
        let launch = try #require(tracer.span("launch storefront"))
        let stop = try #require(tracer.span("stop storefront"))
        #expect(stop.parentSpanID == launch.spanID)
        #expect(stop.start >= launch.end)
        #expect(stop.text("slipway.outcome") == "stopped")
        #expect(stop.events.map(\.name) == ["stopping", "torn down", "torn down"])
        #expect(
            stop.events.map { $0.attributes.get("slipway.operation") } == [
                nil, .string("cache"), .string("database"),
            ]
        )
        #expect(stop.events[1].attributes.get("slipway.failure") == .string("no route to host"))
        let endedAt = try #require(report.endedAt), readyAt = try #require(report.readyAt)
        #expect(
            .nanoseconds(Int64(stop.end) - Int64(launch.end)) == readyAt.duration(to: endedAt)
        )
    }

    @Test func actionsAreSpansOfTheLaunch() async throws {
        var plan = Plan("storefront")
        let isDone = Signal()
        let user = plan.add("user-data") { _ in }
        let open = plan.action("open-url", requires: [user]) { (url: String, _) in
            if url == "last" { isDone.send() }
            if url == "bad" { throw Broken() }
        }
        let launch = Launch(try Graph(plan))
        try launch.submit(open, "bad", id: ActionID("7"))
        async let running: Void = launch.run(reportingTo: [LaunchTracing(tracer: tracer)])
        _ = await launch.waitUntilReady()
        try launch.submit(open, "last", id: ActionID("8"))
        await isDone.wait()
        launch.stop()
        try await running
        let parent = try #require(tracer.span("launch storefront"))
        let spans = tracer.finishedSpans.filter { $0.operationName == "open-url" }
        #expect(spans.map { $0.text("slipway.action.id") } == ["7", "8"])
        #expect(spans.allSatisfy { $0.parentSpanID == parent.spanID })
        #expect(spans.first?.status == SpanStatus(code: .error, message: "no route to host"))
        #expect(spans.first?.text("slipway.outcome") == "failed")
        #expect(spans.last?.status == nil)
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func theLaunchIsAChildOfTheSpanItWasMadeIn() async throws {
        var plan = Plan("storefront")
        plan.add("sdk-init") { _ in }
        let launch = Launch(try Graph(plan))
        try await withTracer(tracer) {
            try await withSpan("deploy") { _ in
                try await launch.run(reportingTo: [.tracing], until: .ready)
            }
        }
        let deploy = try #require(tracer.span("deploy"))
        #expect(tracer.span("launch storefront")?.parentSpanID == deploy.spanID)
    }

    @Test func aLaunchThatIsStoppedWhileItStartsLeavesNoSpanOpen() async throws {
        var plan = Plan("storefront")
        let isRunning = Signal()
        plan.add("sdk-init") { _ async throws in
            isRunning.send()
            await Signal().wait()
            try Task.checkCancellation()
        }
        let launch = Launch(try Graph(plan))
        async let running: Void = launch.run(reportingTo: [LaunchTracing(tracer: tracer)])
        await isRunning.wait()
        launch.stop(reason: "test")
        try await running
        #expect(tracer.activeSpans.isEmpty)
        let span = try #require(tracer.span("launch storefront"))
        #expect(span.text("slipway.outcome") == "stopped")
        #expect(span.status == nil)
        #expect(tracer.span("sdk-init")?.text("slipway.outcome") == "cancelled")
    }

    @Test func failedAttemptsAreEventsOfTheOneSpan() async throws {
        var plan = Plan("storefront")
        plan.add("user-data", retry: .constant(attempts: 3, pause: .microseconds(1))) {
            context async throws in
            if context.attempt < 3 { throw Broken() }
        }
        _ = try await run(plan)
        let span = try #require(tracer.span("user-data"))
        #expect(span.attributes.get("slipway.attempts") == .int64(3))
        #expect(span.events.map(\.name) == ["attempt failed", "attempt failed"])
        #expect(span.events.map { $0.attributes.get("slipway.attempt") } == [.int64(1), .int64(2)])
        #expect(
            span.events.first?.attributes.get("slipway.failure") == .string("no route to host")
        )
        #expect(span.status == nil)
    }

    @Test func aFallbackIsToldWithItsSource() async throws {
        var plan = Plan("storefront")
        plan.add("toggles", fallback: .value(7)) { _ async throws -> Int in throw Broken() }
        plan.add("beta", when: Condition("flag 'beta'") { _ in false }) { _ in }
        _ = try await run(plan)
        let toggles = try #require(tracer.span("toggles"))
        #expect(toggles.text("slipway.outcome") == "degraded")
        #expect(toggles.text("slipway.fallback") == "default")
        #expect(toggles.status == nil)
        let beta = try #require(tracer.span("beta"))
        #expect(beta.text("slipway.outcome") == "skipped")
        let words = "not needed: its condition does not hold: flag 'beta'"
        #expect(beta.text("slipway.reason") == words)
        #expect(tracer.span("launch storefront")?.text("slipway.outcome") == "degraded")
    }

    @Test func aGroupIsASpanThatSpansItsOperations() async throws {
        var plan = Plan("storefront")
        plan.group("login") { plan in
            let token = plan.add("authenticate") { _ in 7 }
            plan.add("profile", requires: [token]) { _ in }
        }
        _ = try await run(plan)
        let group = try #require(tracer.span("login"))
        for name in ["authenticate", "profile"] {
            let span = try #require(tracer.span(name))
            #expect(span.text("slipway.group") == "login")
            #expect(group.start <= span.start && span.end <= group.end)
        }
    }
}
