import Slipway
import SlipwayTesting
import Testing

/// What becomes of an embedder's launch, with the import of its tests alone.
struct WhatIfTests {
    @Test func noHangOfThisPlanLastsForEver() throws {
        var plan = Plan("storefront")
        plan.add("user-data", timeout: .seconds(2)) { _ in }
        let graph = try Graph(plan)
        let whatIf = graph.whatIf(durations: ["user-data": .milliseconds(300)])
        #expect(whatIf.rows.allSatisfy { $0.ending != .never }, "\(whatIf.text)")
        #expect(whatIf.unbounded == [])
        #expect(whatIf.rows.map(\.after) == [300, 300, 2000, 2000].map { .milliseconds($0) })
    }
}
