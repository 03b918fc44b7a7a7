import Slipway
import SlipwayTesting
import Testing

/// Over many seeds, every possible order occurs.
struct OrderTests {
    /// With bodies that suspend and bodies that do not.
    @Test(arguments: [false, true])
    func bodiesThatMayRunInAnyOrderRunInAllOfThem(suspends: Bool) throws {
        var orders: Set<String> = []
        try explore(seeds: 0..<200) { seed in
            var plan = Plan("orders")
            for name in ["a", "b", "c"] {
                plan.add(name) { if suspends { await Task.yield() } }
            }
            let recorder = EventRecorder()
            try VirtualLaunch(Graph(plan), seed: seed, reportingTo: [recorder]).run(until: .ready)
            let ends = recorder.events.compactMap { event -> String? in
                guard case .operationEnded(let status) = event.kind else { return nil }
                return status.name
            }
            orders.insert(ends.joined())
        }
        #expect(orders.count == 6)
    }
}
