import InMemoryTracing
import Slipway
import SlipwayTracing
import Synchronization
import Testing
import Tracing

@Suite(.timeLimit(.minutes(10)))
struct TracedBodyTests {
    private let tracer = InMemoryTracer()

    /// A call in a body, recorded as a client library would record it.
    private func call(_ name: String) {
        tracer.withSpan(name) { _ in }
    }

    private func run(_ plan: Plan, _ tracing: LaunchTracing) async throws {
        try await Launch(Graph(plan)).run(reportingTo: [tracing], until: .ready)
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test(arguments: [Queue.main, .userInitiated])
    func callsOfATracedBodyAreChildrenOfItsOperation(queue: Queue) async throws {
        let tracing = LaunchTracing(tracer: tracer)
        var plan = Plan("storefront")
        plan.add(
            "user-data",
            on: queue,
            body: tracing.traced { _ async in
                await Task.yield()
                call("GET /me")
            }
        )
        plan.add("sdk-init", on: queue, body: tracing.traced { _ in call("GET /sdk") })
        plan.add("warm-cache", on: queue) { _ in call("GET /warm") }
        try await run(plan, tracing)
        let user = try #require(tracer.span("user-data"))
        #expect(tracer.span("GET /me")?.parentSpanID == user.spanID)
        let sdk = try #require(tracer.span("sdk-init"))
        #expect(tracer.span("GET /sdk")?.parentSpanID == sdk.spanID)
        #expect(tracer.span("GET /warm")?.parentSpanID == nil)
        let launch = try #require(tracer.span("launch storefront"))
        #expect([user, sdk].allSatisfy { $0.parentSpanID == launch.spanID })
    }

    @Test func aTracedBodyIsOneSpanHoweverLateTheObserverIs() async throws {
        let tracing = LaunchTracing(tracer: tracer)
        var plan = Plan("storefront")
        let isInside = Signal()
        plan.add(
            "user-data",
            body: tracing.traced { _ async in
                call("GET /me")
                isInside.send()
            }
        )
        // The observer gets the first event only after the body has begun.
        let late = Late(tracing)
        async let running: Void = Launch(Graph(plan)).run(reportingTo: [late], until: .ready)
        await isInside.wait()
        late.deliver()
        try await running
        let launch = try #require(tracer.span("launch storefront"))
        let user = try #require(tracer.span("user-data"))
        #expect(user.parentSpanID == launch.spanID)
        #expect(tracer.span("GET /me")?.parentSpanID == user.spanID)
        #expect(launch.text("slipway.launch.name") == "storefront")
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func aBodyCanAddToItsSpan() async throws {
        let tracing = LaunchTracing(tracer: tracer)
        var plan = Plan("storefront")
        let user = plan.add("user-data") { context in
            try await tracing.withSpan(of: context) { span in
                span.attributes["user.cached"] = true
                await Task.yield()
                try Task.checkCancellation()
                return 7
            }
        }
        plan.add("greeting", requires: [user]) { context in
            try tracing.withSpan(of: context) { span in
                span.attributes["user.number"] = try context.output(of: user)
            }
        }
        try await run(plan, tracing)
        #expect(tracer.span("user-data")?.attributes.get("user.cached") == .bool(true))
        #expect(tracer.span("greeting")?.attributes.get("user.number") == .int64(7))
    }

    @Test func callsOfATracedHandlerAreChildrenOfItsAction() async throws {
        let tracing = LaunchTracing(tracer: tracer)
        var plan = Plan("storefront")
        let isDone = Signal()
        let open = plan.action(
            "open-url",
            handler: tracing.traced { (url: String, _) in
                call(url)
                if url == "last" { isDone.send() }
            }
        )
        let launch = Launch(try Graph(plan))
        try launch.submit(open, "first", id: ActionID("1"))
        try launch.submit(open, "last", id: ActionID("2"))
        async let running: Void = launch.run(reportingTo: [tracing])
        await isDone.wait()
        launch.stop()
        try await running
        for (url, id) in [("first", "1"), ("last", "2")] {
            let span = tracer.finishedSpans.first { $0.text("slipway.action.id") == id }
            #expect(tracer.span(url)?.parentSpanID == span?.spanID)
        }
    }

    @Test func whatABodyCausesToRunIsNotInsideItsSpan() async throws {
        let tracing = LaunchTracing(tracer: tracer)
        var plan = Plan("storefront")
        let isDone = Signal()
        let open = plan.action("open-url") { (url: String, _) async in
            await Task.yield()
            call(url)
            isDone.send()
        }
        let submit = Mutex<(@Sendable () throws -> Void)?>(nil)
        let user = plan.add(
            "user-data",
            body: tracing.traced { _ async throws in try submit.withLock { $0 }?() }
        )
        plan.add("greeting", requires: [user]) { _ async in call("GET /greeting") }
        let launch = Launch(try Graph(plan))
        submit.withLock { $0 = { try launch.submit(open, "GET /url") } }
        async let running: Void = launch.run(reportingTo: [tracing])
        await isDone.wait()
        _ = await launch.waitUntilReady()
        launch.stop()
        try await running
        #expect(try #require(tracer.span("GET /url")).parentSpanID == nil)
        #expect(try #require(tracer.span("GET /greeting")).parentSpanID == nil)
    }

    @Test func anActionIsNotInsideTheSpanOfItsSender() async throws {
        let tracing = LaunchTracing(tracer: tracer)
        var plan = Plan("storefront")
        let isDone = Signal()
        let open = plan.action("open-url") { (url: String, _) async in
            await Task.yield()
            call(url)
            isDone.send()
        }
        let launch = Launch(try Graph(plan))
        async let running: Void = launch.run(reportingTo: [tracing])
        _ = await launch.waitUntilReady()
        try tracer.withSpan("sender") { _ in
            _ = try launch.submit(open, "GET /url")
        }
        await isDone.wait()
        launch.stop()
        try await running
        #expect(try #require(tracer.span("GET /url")).parentSpanID == nil)
    }

    @Test func aBodyThatIsLeftBehindOpensNoSpan() async throws {
        let tracing = LaunchTracing(tracer: tracer)
        var plan = Plan("storefront")
        plan.grace = .milliseconds(1)
        let isRunning = Signal(), mayGo = Signal(), isDone = Signal()
        plan.add("user-data") { context async in
            isRunning.send()
            // Ignores the cancellation.
            await Task.detached { await mayGo.wait() }.value
            tracing.withSpan(of: context) { _ in call("GET /me") }
            isDone.send()
        }
        let launch = Launch(try Graph(plan))
        async let running: Void = launch.run(reportingTo: [tracing])
        await isRunning.wait()
        launch.stop()
        try await running
        mayGo.send()
        await isDone.wait()
        let parent = try #require(tracer.span("launch storefront"))
        #expect(tracer.span("GET /me")?.parentSpanID == parent.spanID)
        #expect(tracer.activeSpans.isEmpty)
    }
}

/// Holds events back until it is told to deliver them.
private final class Late: LaunchReporter {
    private let tracing: LaunchTracing
    private let kept = Mutex<[Event]?>([])

    init(_ tracing: LaunchTracing) {
        self.tracing = tracing
    }

    func report(_ event: Event) {
        let isKept = kept.withLock { kept in
            kept?.append(event)
            return kept != nil
        }
        if !isKept { tracing.report(event) }
    }

    func deliver() {
        kept.withLock { kept in
            for event in kept ?? [] { tracing.report(event) }
            kept = nil
        }
    }
}
