import Slipway
import Synchronization
import Testing

/// A fan-out over a list that is known at run time only.
struct MapTests {
    @Test func theValueIsThoseOfTheItemsInTheirOrder() async throws {
        var plan = Plan("map")
        plan.queues[.named("downloads")] = .fixed(2)
        let running = Counter()
        let urls = plan.add("index") { Array(1...20) }
        let images = plan.map("images", over: urls, on: .named("downloads")) { url, context in
            running.begin()
            try await context.sleep(for: .milliseconds(url % 3))
            running.end()
            return 2 * url
        }
        let sum = plan.add("sum", reading: images) { images in images.reduce(0, +) }
        let launch = try Launch(Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: images) == (1...20).map { 2 * $0 })
        #expect(try launch.output(of: sum) == 420)
        #expect(running.most == 2)
        let report = launch.report
        #expect(report["images.7"]?.group == "images")
        #expect(report["images.7"]?.addedAs == "images.7")
        #expect(report["images"]?.isGroup == true)
    }

    @Test func anEmptyListGivesAnEmptyOne() async throws {
        var plan = Plan("map")
        let none = plan.add("index") { [Int]() }
        let images = plan.map("images", over: none) { url in url }
        let launch = try Launch(Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: images) == [])
    }

    @Test func theFirstFailureCancelsTheOthersAndIsToldOnce() async throws {
        var plan = Plan("map")
        let urls = plan.add("index") { [1, 2, 3] }
        plan.map("images", over: urls) { url, context in
            if url == 2 { throw Broken() }
            try await context.sleep(for: .seconds(1000))
        }
        let launch = try Launch(Graph(plan))
        let error = await #expect(throws: LaunchError.self) { try await launch.run() }
        #expect(error?.rootCauses.map(\.operation) == ["images.2"])
        #expect(launch.report["images.1"]?.outcome?.word == "cancelled")
        #expect(launch.report["images"]?.outcome?.message == "'images.2' failed: broken")
    }

    @Test func aFallbackStandsInForTheItemAlone() async throws {
        var plan = Plan("map")
        let urls = plan.add("index") { [1, 2, 3] }
        let images = plan.map("images", over: urls, fallback: .value(0)) { url in
            if url == 2 { throw Broken() }
            return url
        }
        let launch = try Launch(Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: images) == [1, 0, 3])
    }

    @Test func aGroupAroundItTriesAllOfItAgain() async throws {
        let attempts = Mutex(0)
        var plan = Plan("map")
        let images = plan.group("gallery", retry: .exponential(attempts: 2, initial: .zero)) {
            plan in
            let urls = plan.add("index") { [1, 2] }
            return plan.map("images", over: urls) { url in
                if url == 2,
                    attempts.withLock({
                        $0 += 1; return $0
                    }) == 1
                {
                    throw Broken()
                }
                return url
            }
        }
        let launch = try Launch(Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: images) == [1, 2])
        #expect(
            launch.report.operations.map(\.name).sorted() == [
                "gallery", "images", "images.1", "images.2", "images.all", "images.list", "index",
            ]
        )
    }

    /// More end in one step than are kept.
    @Test func theValueOfALargeOneInAGroupIsTakenAtItsEnd() async throws {
        let launch = try Launch(Graph(Plan("map")))
        let run = Task { try await launch.run() }
        await launch.waitUntilReady()
        let images = try launch.add { plan in
            plan.group("gallery", retry: .exponential(attempts: 2)) { plan in
                let urls = plan.add("index") { Array(1...2000) }
                return plan.map("images", over: urls) { $0 }
            }
        }
        #expect(try await launch.value(of: images) == Array(1...2000))
        launch.stop(reason: "done")
        try await run.value
    }

    @Test func severalRunAtATime() async throws {
        var plan = Plan("map")
        plan.queues[.userInitiated] = .fixed(16)
        let launch = try Launch(Graph(plan))
        let all = Barrier(count: 6)
        let run = Task { try await launch.run() }
        await launch.waitUntilReady()
        let handles = try (1...3).map { number in
            try launch.add { plan in
                let urls = plan.add("index") { [number, number] }
                return plan.map("images", over: urls) { url, context in
                    // None ends before the items of all three are there.
                    await all.arrive()
                    return (url, context.name)
                }
            }
        }
        var names: Set<String> = []
        for (number, handle) in zip(1..., handles) {
            let images = try await launch.value(of: handle)
            #expect(images.map(\.0) == [number, number])
            names.formUnion(images.map(\.1))
        }
        #expect(
            names == [
                "images.1", "images.2", "images.1#2", "images.2#2", "images.1#3", "images.2#3",
            ]
        )
        launch.stop(reason: "done")
        try await run.value
    }

    /// Lets all go on once so many have arrived.
    private actor Barrier {
        private var missing: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(count: Int) { missing = count }

        func arrive() async {
            missing -= 1
            if missing == 0 { for one in waiting { one.resume() } }
            guard missing > 0 else { return }
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private struct Broken: Error, CustomStringConvertible { let description = "broken" }

    private final class Counter: Sendable {
        private let counts = Mutex((now: 0, most: 0))
        var most: Int { counts.withLock { $0.most } }
        func begin() {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }
        func end() { counts.withLock { $0.now -= 1 } }
    }
}
