import SlipwayTesting
import Testing

struct ExploringTests {
    @Test func theFirstFailingSeedIsNamed() {
        let failure = #expect(throws: ExplorationFailure.self) {
            try explore(seeds: 0..<100) { seed in
                if seed >= 17 { throw Unlucky() }
            }
        }
        #expect(failure?.seed == 17)
        #expect(failure?.description == "failed with seed 17: out of luck")
    }

    @Test func oneSeedIsRunAlone() throws {
        var seen: [UInt64] = []
        try explore(seeds: [17]) { seen.append($0) }
        #expect(seen == [17])
    }

    @Test func aTestMayBeAsynchronous() async {
        let failure = await #expect(throws: ExplorationFailure.self) {
            try await explore { seed in
                await Task.yield()
                if seed == 3 { throw Unlucky() }
            }
        }
        #expect(failure?.seed == 3)
    }

    private struct Unlucky: Error, CustomStringConvertible {
        var description: String { "out of luck" }
    }
}
