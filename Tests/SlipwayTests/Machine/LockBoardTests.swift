import Testing

@testable import Slipway

/// The locks of a launch, as a value.
struct LockBoardTests {
    @Test func takesAllOfASetAndTellsWhoLosesAnOffer() {
        var locks = LockBoard(count: 3)
        locks[0].offeredTo = [4, 5]
        locks[2].offeredTo = [6]
        #expect(locks.firstHeld([0, 2]) == nil)
        let losers = locks.take([0, 2], 5)
        #expect(losers.map(\.lock) == [0, 2] && losers.map(\.other) == [4, 6])
        #expect(locks.firstHeld([1, 2]) == 2 && locks.firstHeld([1]) == nil)
        #expect(locks[0].offeredTo.isEmpty)
    }

    @Test func remembersWhoGaveALockBack() {
        var locks = LockBoard(count: 1)
        _ = locks.take([0], 5)
        locks.giveBack([0], name: "five")
        #expect(locks[0].holder == nil && locks[0].lastHolder == "five")
    }

    @Test func anOfferIsWithdrawnOnce() {
        var locks = LockBoard(count: 1)
        locks[0].offeredTo = [4]
        let answers = [locks.withdraw(0, from: 4), locks.withdraw(0, from: 4)]
        #expect(answers == [true, false])
    }

    @Test func arrivalsAreNumberedAndGroupsKeptByTheirClaims() {
        var locks = LockBoard(count: 0)
        let arrivals = [locks.arrive(), locks.arrive()]
        #expect(arrivals == [1, 2])
        locks.grow(to: 2)
        #expect(locks.firstHeld([0, 1]) == nil)
        let claims = (1...3).map { LockClaim(index: $0, priority: 0, arrival: 9 - $0) }
        for claim in claims { locks.offeredGroups.insert(claim) }
        locks.keepOfferedGroups(claims.filter { $0.index != 3 })
        let order = (1...3).map { _ in locks.offeredGroups.popFirst()?.index }
        #expect(order == [2, 1, nil])
    }
}
