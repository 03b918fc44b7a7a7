import Slipway
import SlipwayJSON
import SlipwayStore
import SlipwayTestSupport
import Synchronization
import Testing

/// Many actions that earlier launches left.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ManyWaitingTests {
    /// Fills the file with waiting actions of kinds `k0`, `k1` ….
    private func fill(_ folder: TemporaryFolder, _ count: Int, _ kinds: Int) async throws {
        let store = try await OpenStore(in: folder)
        try await store.accept("first")
        store.close()
        try folder.run(
            """
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1) \
            INSERT INTO action (id, kind, uid, pid, digest, payload, accepted, uptime, boot, expires) \
            SELECT 'a' || n, 'k' || (n % ?2), uid, pid, digest, payload, accepted, uptime, boot, \
            3600000000 FROM number, action WHERE id = 'first'
            """,
            Int64(count),
            Int64(kinds)
        )
        try folder.run("UPDATE action SET kind = 'other' WHERE id = 'first'")
    }

    private struct Times {
        /// Until an action of another kind was done.
        var other = Duration.zero
        /// The longest time for which the launch did not answer.
        var longest = Duration.zero
        /// Until the launch had stopped.
        var stop = Duration.zero
    }

    private func times(_ count: Int, kinds: Int) async throws -> Times {
        let folder = try TemporaryFolder()
        try await fill(folder, count, kinds)
        var plan = Plan("shop")
        let silence = AsyncStream<Void>.makeStream()
        let never = plan.add("never", stage: .background) { _ in
            // It ends when the stop cancels the task.
            for await _ in silence.stream {}
            throw CancellationError()
        }
        for number in 0..<kinds {
            plan.action("k\(number)", requires: [never]) { (_: JSON, _) in }
        }
        plan.action("other") { (_: JSON, _) in }
        let store = ActionStore(isDurable: true)
        let launch = Launch(try Graph(plan), deadlineFrom: .run, keeper: store)
        store.serve(launch) { _, payload in ActionPayload(JSON.object(payload)) }
        let watch = Watch(launch)
        var times = Times()
        let begin = Instant.now
        store.open(in: folder.path, onTrouble: { _ in })
        async let end: Void = launch.run()
        async let watched: Void = watch.run()
        try await eventually("another action is done") {
            launch.action(ActionID("first"))?.state == .done
        }
        times.other = begin.duration(to: .now)
        // The report of its end is not counted: by then it serves nobody.
        times.longest = watch.longest.withLock { $0 }
        let stop = Instant.now
        launch.stop()
        try await end
        times.stop = stop.duration(to: .now)
        watch.isOver.store(true, ordering: .relaxed)
        await watched
        store.end(within: .seconds(60))
        return times
    }

    /// Asks a launch for as long as it runs.
    private final class Watch: Sendable {
        private let launch: Launch
        let isOver = Atomic(false)
        let longest = Mutex(Duration.zero)

        init(_ launch: Launch) { self.launch = launch }

        func run() async {
            while !isOver.load(ordering: .relaxed) {
                let asked = Instant.now
                _ = launch.action(ActionID("nothing"))
                let answered = Instant.now
                longest.withLock { $0 = max($0, asked.duration(to: answered)) }
                await Task.yield()
            }
        }
    }

    /// Bounds that a busy machine keeps, and that a line which is copied for each action, or a launch
    /// that takes all of them at once, does not.
    @Test(arguments: [1, 100])
    func manyThatWaitTakeAProportionateTimeAndHoldNothingUp(kinds: Int) async throws {
        let few = try await times(5_000, kinds: kinds)
        let many = try await times(40_000, kinds: kinds)
        #expect(many.other < few.other * 24)
        #expect(many.stop < few.stop * 24)
        #expect(many.longest < .milliseconds(400))
    }
}
