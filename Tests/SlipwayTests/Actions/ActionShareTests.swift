import Slipway
import Testing

/// One user cannot fill the line of a kind for all others.
struct ActionShareTests {
    private let isShareFull = SubmitRefusal.shareFull(share: 3, limit: 4)

    @Test(arguments: [
        (1, 1), (2, 1), (3, 2), (4, 3), (5, 3), (10, 7), (1024, 768),
        (Int.max, Int.max / 4 * 3 + 2),
    ])
    func aShareIsThreeQuartersAndAtLeastOne(limit: Int, share: Int) {
        #expect(ActionPolicy(limit: limit).share == share)
    }

    @Test func oneUserLeavesPlacesToOthers() throws {
        var driver = BookDriver(ActionPolicy(limit: 4))
        driver.isEngineFree = false
        for id in ["a1", "a2", "a3"] { try driver.reserve(id, owner: 1000) }
        #expect(throws: isShareFull) { try driver.reserve("a4", owner: 1000) }
        try driver.reserve("b1", owner: 1001)
        #expect(throws: SubmitRefusal.queueFull(limit: 4)) {
            try driver.reserve("b2", owner: 1001)
        }
    }

    @Test func whoHasNoShareMayFillTheLine() throws {
        var driver = BookDriver(ActionPolicy(limit: 4))
        driver.isEngineFree = false
        for id in ["a1", "a2", "a3", "a4"] { try driver.reserve(id) }
        #expect(throws: SubmitRefusal.queueFull(limit: 4)) { try driver.reserve("a5") }
    }

    @Test func whatHasLeftTheLineCountsNoMore() throws {
        var driver = BookDriver(ActionPolicy(limit: 4))
        driver.isEngineFree = false
        for id in ["a1", "a2", "a3"] { try driver.reserve(id, owner: 1000) }
        driver.store()
        driver.cancel("a2")
        try driver.reserve("a4", owner: 1000)
        #expect(throws: isShareFull) { try driver.reserve("a5", owner: 1000) }
        // One that runs does not wait.
        driver.isEngineFree = true
        #expect(driver.take() == ActionID("a1"))
        try driver.reserve("a6", owner: 1000)
    }

    /// One has all slots of the line, or all of its user's share.
    @Test(arguments: [(1, nil), (1, 1000), (2, 1000)] as [(Int, UInt32?)])
    func whatIsSupersededGivesItsPlace(limit: Int, owner: UInt32?) throws {
        let policy = ActionPolicy(limit: limit, coalescing: .latest)
        try #require(owner == nil ? policy.limit == 1 : policy.share == 1)
        var driver = BookDriver(policy)
        driver.isEngineFree = false
        for number in 1...9 {
            try driver.reserve("a\(number)", owner: owner)
            driver.store()
        }
        #expect(driver.all.count { !$0.state.isEnded } == 1)
    }

    /// It gives the slot of its own user, and no other's.
    @Test func whatIsSupersededOfAnotherUserCountsNot() throws {
        var driver = BookDriver(ActionPolicy(limit: 2, coalescing: .latest))
        driver.isEngineFree = false
        try driver.reserve("a1", owner: 1000)
        // The first is not superseded before this one is stored.
        let isShareFull = SubmitRefusal.shareFull(share: 1, limit: 2)
        #expect(throws: isShareFull) { try driver.reserve("a2", owner: 1000) }
        try driver.reserve("b1", owner: 1001)
    }

    @Test func whatEarlierLaunchesLeftCounts() throws {
        var driver = BookDriver(ActionPolicy(limit: 4), isRestored: false)
        driver.isEngineFree = false
        driver.restore("a1", "a2", "a3", owner: 1000)
        #expect(throws: isShareFull) { try driver.reserve("a4", owner: 1000) }
        try driver.reserve("b1", owner: 1001)
    }
}
