import SlipwayInterface
import SlipwayTestSupport
import Testing

@testable import SlipwayControlServer

struct ConnectionPlacesTests {
    private static let (root, owner, anna, ben, carl) = (
        UInt32(0), UInt32(100), UInt32(1000), UInt32(1001), UInt32(1002)
    )

    /// 4 places, 2 for a user, 2 kept; the same for waiting connections.
    private var places = ConnectionPlaces(
        asking: PlaceLimits(total: 4, share: 2, kept: 2),
        waiting: PlaceLimits(total: 4, share: 2, kept: 2),
        owner: owner
    )

    /// Adds connections, each with work in progress.
    private mutating func addBusy(_ ids: ClosedRange<UInt64>, of uid: UInt32) {
        for id in ids {
            #expect(places.room(for: uid) == .free)
            places.add(id, of: uid)
            places.note(id, isIdle: false)
        }
    }

    private mutating func beginWaiting(_ ids: ClosedRange<UInt64>) {
        for id in ids {
            let refusal = places.beginWaiting(id)
            #expect(refusal == nil)
        }
    }

    @Test mutating func whoHoldsItsShareGivesUpItsOwnLongestIdleConnection() {
        addBusy(1...1, of: Self.ben)
        places.note(1, isIdle: true)
        addBusy(2...3, of: Self.anna)
        places.note(3, isIdle: true)
        places.note(2, isIdle: true)
        #expect(places.room(for: Self.anna) == .afterClosing(3))
        places.note(3, isIdle: true)
        #expect(places.room(for: Self.anna) == .afterClosing(2))
        places.remove(2)
        #expect(places.room(for: Self.anna) == .free)
    }

    @Test mutating func whoHoldsItsShareAndUsesItIsRefusedAndOthersAreNot() {
        addBusy(1...2, of: Self.anna)
        #expect(
            places.room(for: Self.anna) == .none(.tooManyConnections(limit: 2, yours: 2))
        )
        #expect(places.room(for: Self.ben) == .free)
    }

    @Test mutating func whenAllPlacesAreTakenTheLongestIdleOfAllGivesWay() {
        addBusy(1...2, of: Self.anna)
        addBusy(3...4, of: Self.ben)
        #expect(
            places.room(for: Self.carl) == .none(.tooManyConnections(limit: 4, yours: 0))
        )
        places.note(4, isIdle: true)
        places.note(1, isIdle: true)
        #expect(places.room(for: Self.carl) == .afterClosing(4))
        #expect(places.room(for: Self.anna) == .afterClosing(1))
    }

    @Test mutating func rootAndTheDaemonsUserGetInWhenAllPlacesAreTaken() {
        addBusy(1...2, of: Self.anna)
        addBusy(3...4, of: Self.ben)
        addBusy(5...6, of: Self.root)
        addBusy(7...8, of: Self.owner)
        for user in [Self.root, Self.owner] {
            #expect(places.room(for: user) == .none(.tooManyConnections(limit: 4, yours: 2)))
        }
    }

    @Test(arguments: [(root, owner), (owner, root)])
    mutating func rootAloneLeavesTheDaemonsUserItsPlacesAndTheOtherWayRound(
        greedy: UInt32,
        other: UInt32
    ) {
        addBusy(1...4, of: greedy)
        #expect(places.room(for: greedy) == .none(.tooManyConnections(limit: 4, yours: 4)))
        addBusy(5...6, of: Self.anna)
        addBusy(7...8, of: other)
    }

    @Test mutating func keptPlacesAreNotTakenAwayFromRoot() {
        addBusy(1...2, of: Self.root)
        places.note(1, isIdle: true)
        addBusy(3...4, of: Self.anna)
        addBusy(5...6, of: Self.ben)
        #expect(
            places.room(for: Self.carl) == .none(.tooManyConnections(limit: 4, yours: 0))
        )
    }

    @Test mutating func whoWaitsTakesNothingFromWhoAsks() {
        addBusy(1...2, of: Self.anna)
        beginWaiting(1...2)
        addBusy(3...4, of: Self.anna)
        let refusal = places.beginWaiting(3)
        #expect(refusal == .tooManyWaiting(limit: 2, yours: 2))
        #expect(
            places.room(for: Self.anna) == .none(.tooManyConnections(limit: 2, yours: 2))
        )
        places.remove(1)
        beginWaiting(3...3)
        #expect(places.room(for: Self.anna) == .free)
    }

    @Test mutating func allTogetherMayWaitOnlySoMuchAndRootStillMay() {
        addBusy(1...2, of: Self.anna)
        beginWaiting(1...2)
        addBusy(3...4, of: Self.ben)
        beginWaiting(3...4)
        addBusy(5...5, of: Self.carl)
        let refusal = places.beginWaiting(5)
        #expect(refusal == .tooManyWaiting(limit: 4, yours: 0))
        addBusy(6...7, of: Self.root)
        beginWaiting(6...7)
    }

    @Test mutating func whoHasWaitedHasAPlaceAndGivesWayAsOthersDo() {
        addBusy(1...2, of: Self.anna)
        beginWaiting(1...2)
        addBusy(3...4, of: Self.anna)
        for id in [1, 2] as [UInt64] {
            places.endWaiting(id)
            places.note(id, isIdle: true)
        }
        for id in [1, 2] as [UInt64] {
            #expect(places.room(for: Self.anna) == .afterClosing(id))
            places.remove(id)
        }
        #expect(
            places.room(for: Self.anna) == .none(.tooManyConnections(limit: 2, yours: 2))
        )
    }

    @Test mutating func withoutADescriptorOnesOwnIdleConnectionGoesFirst() {
        addBusy(1...1, of: Self.ben)
        #expect(
            places.roomWithoutDescriptor(for: Self.anna)
                == .none(.tooManyConnections(limit: 1, yours: 0))
        )
        places.note(1, isIdle: true)
        #expect(places.roomWithoutDescriptor(for: Self.anna) == .afterClosing(1))
        addBusy(2...2, of: Self.anna)
        places.note(2, isIdle: true)
        #expect(places.roomWithoutDescriptor(for: Self.anna) == .afterClosing(2))
    }

    @Test(arguments: [(8, 2, 2, 1), (1024, 216, 54, 16), (20_000, 4096, 1024, 16)])
    func placesFollowTheDescriptorLimit(descriptors: Int, total: Int, share: Int, kept: Int) {
        #expect(
            PlaceLimits(descriptors: descriptors)
                == PlaceLimits(total: total, share: share, kept: kept)
        )
    }

    /// The name of the case contains a failing seed: run it alone.
    @Test(arguments: (1...32) as ClosedRange<UInt64>)
    mutating func neverAreThereMoreThanThePlacesOfBothSorts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var open: [UInt64] = []
        for id in (1...2000) as ClosedRange<UInt64> {
            let one = open.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<6, using: &random) {
            case 0: places.note(one, isIdle: Bool.random(using: &random))
            case 1: _ = places.beginWaiting(one)
            case 2: places.endWaiting(one)
            case 3:
                places.remove(one)
                open.removeAll { $0 == one }
            default:
                let uid = [Self.root, Self.owner, Self.anna, Self.ben, Self.carl]
                    .randomElement(using: &random)
                let user = uid ?? Self.anna
                while case .afterClosing(let idle) = places.room(for: user) {
                    #expect(open.contains(idle))
                    places.remove(idle)
                    open.removeAll { $0 == idle }
                }
                guard places.room(for: user) == .free else { continue }
                places.add(id, of: user)
                open.append(id)
            }
            // 4 of each kind, and 2 kept places for each of two users in each kind.
            #expect(open.count <= 16)
        }
        for id in open { places.remove(id) }
        addBusy(3001...3002, of: Self.anna)
        addBusy(3003...3004, of: Self.ben)
        addBusy(3005...3006, of: Self.root)
        addBusy(3007...3008, of: Self.owner)
    }
}
