import Testing

@testable import Slipway

/// Nothing waits for handlers of cancellation, which are the users' and may take as long as they like.
///
/// Here each of them waits for what must not wait for it.
@Suite(.timeLimit(.minutes(10)))
struct CancellationHandlerTests {
    /// Calls, when a launch is told to stop.
    private final class Listener: LaunchReporter {
        let heard: @Sendable () -> Void

        init(_ heard: @escaping @Sendable () -> Void) {
            self.heard = heard
        }

        func report(_ event: Event) { if case .launchStopping = event.kind { heard() } }
    }

    private struct Broken: Error {}

    @Test func reportersHearOfTheStopBeforeAHandlerReturns() async throws {
        let heard = Parker()
        var plan = Plan("stopping")
        addBody("deaf", to: &plan, handlerWaitsFor: heard)
        plan.add("stop") { context async in
            await waitUntilRunning("deaf", context)
            context.launch.stop()
        }
        try await Launch(Graph(plan)).run(reportingTo: [Listener { heard.notify() }])
    }

    @Test func theMainQueueGoesOnBeforeAHandlerReturns() async throws {
        let wentOn = Parker()
        var plan = Plan("group")
        var broken: [any Dependency] = []
        plan.group("group", optional: true) { plan in
            addBody("deaf", to: &plan, handlerWaitsFor: wentOn)
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

    /// A body that sleeps until it is cancelled.
    private func addBody(_ name: String, to plan: inout Plan, handlerWaitsFor parker: Parker) {
        plan.add(name) { _ async in
            await withTaskCancellationHandler {
                try? await Task.sleep(for: .seconds(600))
            } onCancel: {
                _ = parker.wait()
            }
        }
    }
}
