import SlipwaySystem
import Testing

struct PrincipalsTests {
    private static let some = Principals(users: [1000], groups: [50, 60])

    @Test(
        arguments: [
            (1000, [1000], true),
            (1001, [1001], false),
            (1001, [1001, 60], true),
            (50, [1000], false),
            (0, [0], false),
        ] as [(UInt32, [UInt32], Bool)]
    )
    func meansItsUsersAndTheMembersOfItsGroups(user: UInt32, groups: [UInt32], isMeant: Bool) {
        #expect(Self.some.contains(user: user, in: groups) == isMeant)
    }

    @Test func theDatabaseKnowsWhomTheMachineKnows() throws {
        #expect(try UserDatabase.user(named: "root") == 0)
        #expect(try UserDatabase.group(named: "root") == 0)
        #expect(try UserDatabase.user(named: "no-such-user") == nil)
        #expect(try UserDatabase.group(named: "no-such-group") == nil)
    }
}
