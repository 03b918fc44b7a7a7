import SlipwayTestSupport
import Testing

/// The shell of a launch, and the variables of its machine.
struct MachineFieldsTests {
    @Test func theShellNamesNoFieldOfTheMachineButThoseOfItsComment() throws {
        let machine = try CodeBase.text(of: "Sources/Slipway/Machine/LaunchMachine.swift")
        let fields = Set(machine.matches(of: /\n    var (\w+)(?::| =)/).map { String($0.1) })
        #expect(fields.count == 18)
        let comment = try #require(machine.firstMatch(of: /\/\/ The shell uses only[^;]*;/))
        let allowed = Set(comment.0.matches(of: /`(\w+)`/).map { String($0.1) })
        var named: Set<String> = []
        let folders = ["Events", "Launch", "Simulation", "Virtual"]
        for line in try CodeBase.swiftLines(below: folders.map { "Sources/Slipway/\($0)" }).joined()
        {
            named.formUnion(line.matches(of: /(?:machine|\$0)\.(\w+)/).map { String($0.1) })
        }
        #expect(named.intersection(fields) == allowed)
    }
}
