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

    @Test func whatIsSupersededGivesItsPlace() throws {
        var driver = BookDriver(ActionPolicy(limit: 4, coalescing: .latest))
        driver.isEngineFree = false
        for number in 1...9 {
            try driver.reserve("a\(number)", owner: 1000)
            driver.store()
        }
    }

    @Test func whatEarlierLaunchesLeftCounts() throws {
        var driver = BookDriver(ActionPolicy(limit: 4), isRestored: false)
        driver.isEngineFree = false
        driver.restore("a1", "a2", "a3", owner: 1000)
        #expect(throws: isShareFull) { try driver.reserve("a4", owner: 1000) }
        try driver.reserve("b1", owner: 1001)
    }
}
