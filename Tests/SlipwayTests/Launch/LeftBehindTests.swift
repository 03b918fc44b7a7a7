import Glibc
import Testing

@testable import Slipway

/// Bodies and threads that remain after the end of a launch, or begin at that moment.
@Suite(.timeLimit(.minutes(10)))
struct LeftBehindTests {
    private struct Broken: Error {}

    @Test func aMainBodyThatWasLeftBehindGoesOnWhenItCan() async throws {
        let (ended, end) = AsyncStream<Void>.makeStream()
        let (resumed, resume) = AsyncStream<Void>.makeStream()
        let isSuspended = Gate()
        var plan = Plan("left behind")
        plan.grace = .milliseconds(10)
        plan.add("deaf", on: .main) { _ async in
            // In a task that is never cancelled.
            await Task.detached {
                isSuspended.open()
                for await _ in ended {}
            }.value
            resume.finish()
        }
        plan.add("broken") { _ async throws in
            while !isSuspended.isOpen { await Task.yield() }
            throw Broken()
        }
        await #expect(throws: LaunchError.self) { try await Launch(Graph(plan)).run() }
        end.finish()
        for await _ in resumed {}
    }

    /// It occupies the only thread that bodies of the pool may have.
    @Test func aBodyThatNeverReturnsDoesNotKeepTheLaunchFromItsEnd() async throws {
        let end = Parker()
        let blocks = Gate()
        defer { end.notify() }
        var plan = Plan("occupied")
        plan.grace = .milliseconds(10)
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("deaf") { _ in
            blocks.open()
            block(until: end)
        }
        let launch = Launch(try Graph(plan))
        let running = Task { try await launch.run() }
        while !blocks.isOpen { await Task.yield() }
        launch.stop()
        try await running.value
        #expect(launch.report["deaf"]?.outcome?.word == "cancelled")
    }

    @Test func aBodyThatWasLeftBehindStaysCancelledWhileItsFallbackRuns() async throws {
        let fallbackRuns = Gate()
        let hasAsked = Gate()
        let seen = Lines()
        var plan = Plan("stands in")
        plan.grace = .milliseconds(10)
        plan.add(
            "deaf",
            timeout: .milliseconds(10),
            fallback: .from { _ in
                fallbackRuns.open()
                while !hasAsked.isOpen { await Task.yield() }
                return FallbackValue(2, source: "cache")
            }
        ) { context async in
            while !fallbackRuns.isOpen { await Task.yield() }
            seen.add("\(context.isCancelled)")
            hasAsked.open()
            return 1
        }
        try? await Launch(Graph(plan)).run(until: .ready)
        while seen.all.isEmpty { await Task.yield() }
        #expect(seen.all == ["true"])
    }

    @Test func aBodyInTheOnlyPlaceOfItsQueueLearnsThatItIsCancelled() async throws {
        var plan = Plan("occupied")
        plan.grace = .seconds(60)
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("polite", optional: true, timeout: .milliseconds(20)) { _ in
            while !Task.isCancelled { sched_yield() }
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(launch.report["polite"]?.outcome?.word == "failed")
    }

    @Test func aTeardownThatBlocksTheMainQueueIsLeftBehind() async throws {
        let end = Parker()
        defer { end.notify() }
        var plan = Plan("blocked")
        plan.grace = .milliseconds(10)
        plan.add("server", on: .main, teardown: { (_: Void) async in block(until: end) }) { _ in }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    /// The thread that returns a body to its executor may be the last to leave it.
    ///
    /// By then the launch that the body ended may be released.
    @Test func aLaunchMayEndWhileItsLastBodyIsBeingHandedBack() async throws {
        for number in 0..<300 {
            var plan = Plan("handed back")
            plan.add("last", on: number.isMultiple(of: 3) ? .main : .userInitiated) { _ in
                await withCheckedContinuation { continuation in
                    _ = try? Thread("test-resume") { continuation.resume() }
                }
            }
            try await Launch(Graph(plan)).run(until: .ready)
        }
    }

    private func block(until end: Parker) { _ = end.wait() }

    @Test(arguments: 0..<20)
    func whatStartsOnceTheLaunchIsReadyDoesNotWhenItEndsThen(_: Int) async throws {
        let seen = Lines()
        var plan = Plan("ends")
        plan.add("first") { _ in seen.add("first") }
        plan.add("later", stage: .background) { _ in seen.add("later") }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(seen.all == ["first"])
    }

    private final class Witness: Sendable {
        let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    @Test func aPayloadThatIsLetGoMayAskItsLaunch() async throws {
        let seen = Lines()
        var plan = Plan("payload")
        let open = plan.action("open") { (_: Witness, _) async in }
        let launch = Launch(try Graph(plan))
        try launch.submit(open, Witness { [weak launch] in seen.add(launch?.report.name ?? "") })
        try await launch.run(until: .complete)
        #expect(seen.all == ["payload"])
    }

    @Test(arguments: [Queue.main, .userInitiated])
    func aCancellationReachesWhatIsJustBeginning(queue: Queue) async throws {
        for _ in 0..<200 {
            var plan = Plan("cancelled")
            plan.grace = .seconds(100)
            plan.add("sleeper", on: queue, optional: true) { _ async throws in
                try await Task.sleep(for: .seconds(600))
            }
            let launch = Launch(try Graph(plan))
            let events = launch.events()
            let canceller = Task {
                for await event in events {
                    guard case .operationStarted = event.kind else { continue }
                    launch.cancel("sleeper")
                }
            }
            try await launch.run(until: .ready)
            await canceller.value
            #expect(
                launch.report.operations.first?.state == .ended(.cancelled(reason: "by request"))
            )
        }
    }
}
