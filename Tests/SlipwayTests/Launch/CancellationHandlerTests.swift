import Slipway
import Testing

/// No lock or thread waits for cancellation handlers, which are user code and may take any time.
@Suite(.timeLimit(.minutes(10)))
struct CancellationHandlerTests {
    private struct Broken: Error {}

    @Test func observersAreWokenBeforeAHandlerRuns() async throws {
        let seen = Lines()
        var plan = Plan("stopping")
        addBody("deaf", to: &plan) { seen.add("handler") }
        plan.add("stop") { context async in
            await waitUntilRunning("deaf", context)
            // No other event follows until the stop.
            context.launch.addSleepingReader { seen.add("observer") }
            context.launch.stop()
        }
        try await Launch(Graph(plan)).run()
        #expect(seen.all == ["observer", "handler"])
    }

    @Test func theMainQueueGoesOnBeforeAHandlerReturns() async throws {
        let wentOn = Parker()
        var plan = Plan("group")
        var broken: [any Dependency] = []
        plan.group("group", optional: true) { plan in
            addBody("deaf", to: &plan) { _ = wentOn.wait() }
            let child = plan.add("broken") { context async throws in
                await waitUntilRunning("deaf", context)
                throw Broken()
            }
            broken = [child]
        }
        plan.add("main", on: .main, after: broken) { _ in wentOn.notify() }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    private func waitUntilRunning(_ name: String, _ context: OperationContext) async {
        let launch = context.launch
        while launch.report.operations.first(where: { $0.name == name })?.state != .running {
            await Task.yield()
        }
    }

    /// A body that is suspended until it is cancelled.
    private func addBody(
        _ name: String,
        to plan: inout Plan,
        handler: @escaping @Sendable () -> Void
    ) {
        plan.add(name) { _ async in
            await withTaskCancellationHandler {
                let (never, end) = AsyncStream<Void>.makeStream()
                for await _ in never {}
                end.finish()
            } onCancel: {
                handler()
            }
        }
    }
}
