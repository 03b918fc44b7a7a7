import SlipwayInterface
import SlipwayTestSupport
import Testing

@testable import SlipwayControlServer

struct ConnectionSlotsTests {
    private static let (root, owner, anna, ben, carl) = (
        UInt32(0), UInt32(100), UInt32(1000), UInt32(1001), UInt32(1002)
    )

    /// 4 slots, 2 for a user, 2 reserved; the same for waiting connections.
    private var slots = ConnectionSlots(
        asking: SlotLimits(total: 4, share: 2, reserved: 2),
        waiting: SlotLimits(total: 4, share: 2, reserved: 2),
        owner: owner
    )

    /// Adds connections, each with work in progress.
    private mutating func addBusy(_ ids: ClosedRange<UInt64>, of uid: UInt32) {
        for id in ids {
            #expect(slots.room(for: uid) == .free)
            slots.add(id, of: uid)
            slots.note(id, isIdle: false)
        }
    }

    private mutating func beginWaiting(_ ids: ClosedRange<UInt64>) {
        for id in ids {
            let refusal = slots.beginWaiting(id)
            #expect(refusal == nil)
        }
    }

    @Test mutating func whoHoldsItsShareGivesUpItsOwnLongestIdleConnection() {
        addBusy(1...1, of: Self.ben)
        slots.note(1, isIdle: true)
        addBusy(2...3, of: Self.anna)
        slots.note(3, isIdle: true)
        slots.note(2, isIdle: true)
        #expect(slots.room(for: Self.anna) == .afterClosing(3))
        slots.note(3, isIdle: true)
        #expect(slots.room(for: Self.anna) == .afterClosing(2))
        slots.remove(2)
        #expect(slots.room(for: Self.anna) == .free)
    }

    @Test mutating func whoHoldsItsShareAndUsesItIsRefusedAndOthersAreNot() {
        addBusy(1...2, of: Self.anna)
        #expect(
            slots.room(for: Self.anna) == .none(.tooManyConnections(limit: 2, yours: 2))
        )
        #expect(slots.room(for: Self.ben) == .free)
    }

    @Test mutating func whenAllPlacesAreTakenTheLongestIdleOfAllGivesWay() {
        addBusy(1...2, of: Self.anna)
        addBusy(3...4, of: Self.ben)
        #expect(
            slots.room(for: Self.carl) == .none(.tooManyConnections(limit: 4, yours: 0))
        )
        slots.note(4, isIdle: true)
        slots.note(1, isIdle: true)
        #expect(slots.room(for: Self.carl) == .afterClosing(4))
        #expect(slots.room(for: Self.anna) == .afterClosing(1))
    }

    @Test mutating func rootAndTheDaemonsUserGetInWhenAllPlacesAreTaken() {
        addBusy(1...2, of: Self.anna)
        addBusy(3...4, of: Self.ben)
        addBusy(5...6, of: Self.root)
        addBusy(7...8, of: Self.owner)
        for user in [Self.root, Self.owner] {
            #expect(slots.room(for: user) == .none(.tooManyConnections(limit: 4, yours: 2)))
        }
    }

    @Test(arguments: [(root, owner), (owner, root)])
    mutating func rootAloneLeavesTheDaemonsUserItsPlacesAndTheOtherWayRound(
        greedy: UInt32,
        other: UInt32
    ) {
        addBusy(1...4, of: greedy)
        #expect(slots.room(for: greedy) == .none(.tooManyConnections(limit: 4, yours: 4)))
        addBusy(5...6, of: Self.anna)
        addBusy(7...8, of: other)
    }

    @Test mutating func keptPlacesAreNotTakenAwayFromRoot() {
        addBusy(1...2, of: Self.root)
        slots.note(1, isIdle: true)
        addBusy(3...4, of: Self.anna)
        addBusy(5...6, of: Self.ben)
        #expect(
            slots.room(for: Self.carl) == .none(.tooManyConnections(limit: 4, yours: 0))
        )
    }

    @Test mutating func whoWaitsTakesNothingFromWhoAsks() {
        addBusy(1...2, of: Self.anna)
        beginWaiting(1...2)
        addBusy(3...4, of: Self.anna)
        let refusal = slots.beginWaiting(3)
        #expect(refusal == .tooManyWaiting(limit: 2, yours: 2))
        #expect(
            slots.room(for: Self.anna) == .none(.tooManyConnections(limit: 2, yours: 2))
        )
        slots.remove(1)
        beginWaiting(3...3)
        #expect(slots.room(for: Self.anna) == .free)
    }

    @Test mutating func allTogetherMayWaitOnlySoMuchAndRootStillMay() {
        addBusy(1...2, of: Self.anna)
        beginWaiting(1...2)
        addBusy(3...4, of: Self.ben)
        beginWaiting(3...4)
        addBusy(5...5, of: Self.carl)
        let refusal = slots.beginWaiting(5)
        #expect(refusal == .tooManyWaiting(limit: 4, yours: 0))
        addBusy(6...7, of: Self.root)
        beginWaiting(6...7)
    }

    @Test mutating func whoHasWaitedHasAPlaceAndGivesWayAsOthersDo() {
        addBusy(1...2, of: Self.anna)
        beginWaiting(1...2)
        addBusy(3...4, of: Self.anna)
        for id in [1, 2] as [UInt64] {
            slots.endWaiting(id)
            slots.note(id, isIdle: true)
        }
        for id in [1, 2] as [UInt64] {
            #expect(slots.room(for: Self.anna) == .afterClosing(id))
            slots.remove(id)
        }
        #expect(
            slots.room(for: Self.anna) == .none(.tooManyConnections(limit: 2, yours: 2))
        )
    }

    @Test mutating func withoutADescriptorOnesOwnIdleConnectionGoesFirst() {
        addBusy(1...1, of: Self.ben)
        #expect(
            slots.roomWithoutDescriptor(for: Self.anna)
                == .none(.tooManyConnections(limit: 1, yours: 0))
        )
        slots.note(1, isIdle: true)
        #expect(slots.roomWithoutDescriptor(for: Self.anna) == .afterClosing(1))
        addBusy(2...2, of: Self.anna)
        slots.note(2, isIdle: true)
        #expect(slots.roomWithoutDescriptor(for: Self.anna) == .afterClosing(2))
    }

    @Test(arguments: [(8, 2, 2, 1), (1024, 216, 54, 16), (20_000, 4096, 1024, 16)])
    func placesFollowTheDescriptorLimit(descriptors: Int, total: Int, share: Int, reserved: Int) {
        #expect(
            SlotLimits(descriptors: descriptors)
                == SlotLimits(total: total, share: share, reserved: reserved)
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
            case 0: slots.note(one, isIdle: Bool.random(using: &random))
            case 1: _ = slots.beginWaiting(one)
            case 2: slots.endWaiting(one)
            case 3:
                slots.remove(one)
                open.removeAll { $0 == one }
            default:
                let uid = [Self.root, Self.owner, Self.anna, Self.ben, Self.carl]
                    .randomElement(using: &random)
                let user = uid ?? Self.anna
                while case .afterClosing(let idle) = slots.room(for: user) {
                    #expect(open.contains(idle))
                    slots.remove(idle)
                    open.removeAll { $0 == idle }
                }
                guard slots.room(for: user) == .free else { continue }
                slots.add(id, of: user)
                open.append(id)
            }
            // 4 of each kind, and 2 reserved slots for each of two users in each kind.
            #expect(open.count <= 16)
        }
        for id in open { slots.remove(id) }
        addBusy(3001...3002, of: Self.anna)
        addBusy(3003...3004, of: Self.ben)
        addBusy(3005...3006, of: Self.root)
        addBusy(3007...3008, of: Self.owner)
    }
}
