import SlipwayConfiguration
import SlipwayOperations
import SlipwaySystem
import Testing

/// The `operators` and `allow` of a file.
struct ConfiguredPrincipalsTests {
    private static let file = """
        name: a
        operators: { users: [anna, 1007], groups: [ops] }
        actions:
          open: { sleep: 1s }
          close: { sleep: 1s, allow: { groups: [web, nobody] } }
          never: { sleep: 1s, allow: {} }
        """

    @Test func readsNamesAndNumbers() throws {
        let configuration = try read(Self.file)
        #expect(configuration.operators.users.map(\.text) == ["anna", "1007"])
        #expect(configuration.operators.groups.map(\.text) == ["ops"])
        #expect(configuration.actions[0].allow == nil)
        #expect(configuration.actions[1].allow?.groups.map(\.text) == ["web", "nobody"])
        #expect(configuration.actions[2].allow == PrincipalsSpecification())
    }

    @Test func findsThemAndWarnsOfThoseWhoAreNotKnownOrMeanAnyone() throws {
        let configuration = try read(Self.file)
        let known: [String: UInt32] = ["anna": 1000, "ops": 50, "nobody": 65534]
        let operators = configuration.operators.resolved(user: { known[$0] }, group: { known[$0] })
        #expect(operators.principals == Principals(users: [1000, 1007], groups: [50]))
        #expect(operators.warnings.isEmpty)
        let allow = try #require(configuration.actions[1].allow)
        let allowed = allow.resolved(user: { known[$0] }, group: { known[$0] })
        #expect(allowed.principals == Principals())
        #expect(
            allowed.warnings.map(\.description) == [
                "test.yaml:5:41: actions.close.allow.groups[0]: no group 'web' is known on this "
                    + "machine; it has no effect until one is, and the service is started again",
                "test.yaml:5:46: actions.close.allow.groups[1]: 'nobody' is what the kernel calls "
                    + "every group that it cannot name; it has no effect",
            ]
        )
    }

    @Test(
        arguments: [
            (
                "operators: [anna]",
                "test.yaml:2:12: operators: found a list; expected a mapping"
            ),
            (
                "operators: { user: [anna] }",
                "test.yaml:2:14: operators.user: unknown key; did you mean 'users'?"
            ),
            (
                "operators: { users: anna }",
                "test.yaml:2:21: operators.users: found 'anna'; expected a list of users, such as "
                    + "[alice]"
            ),
            (
                "operators: { groups: [-1] }",
                "test.yaml:2:23: operators.groups[0]: found '-1'; expected a name or a number, without "
                    + "blanks, ':' and '/'"
            ),
            (
                "operators: { groups: [{}] }",
                "test.yaml:2:23: operators.groups[0]: found a mapping; expected a name or a number"
            ),
        ]
    )
    func saysWhatIsWrong(text: String, fault: String) {
        #expect(faults("name: a\n" + text) == [fault])
    }
}
