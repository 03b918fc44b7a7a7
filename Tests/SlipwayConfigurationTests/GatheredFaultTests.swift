import SlipwayConfiguration
import Testing

/// What is warned of at several places.
struct GatheredFaultTests {
    private func fault(_ line: Int, _ key: String, _ reason: String, file: String = "a.yaml")
        -> ConfigurationFault
    {
        ConfigurationFault(
            file: file,
            line: line,
            column: line > 0 ? 5 : 0,
            key: key,
            reason: reason
        )
    }

    @Test func theSameOfSeveralPlacesIsOneLineWithItsPlaces() {
        let faults = [
            fault(3, "operations.a.exec", "no 'x'"), fault(4, "operations.b.exec", "no 'y'"),
            fault(5, "operations.c.exec", "no 'x'"),
            fault(1, "actions.d.exec", "no 'x'", file: "a.d/1.yaml"), fault(0, "", "late"),
        ]
        #expect(
            faults.gathered.map(\.description) == [
                "a.yaml:3:5: operations.a.exec: no 'x'; the same at 5:5 (operations.c.exec), "
                    + "a.d/1.yaml:1:5 (actions.d.exec)",
                "a.yaml:4:5: operations.b.exec: no 'y'", "a.yaml: late",
            ]
        )
    }

    @Test func ofManyPlacesTheFirstAreNamed() throws {
        let faults = (1...3000).map { fault($0, "operations.o\($0).exec", "no 'x'") }
        let lines = faults.gathered.flatMap(\.lines)
        #expect(lines.count == 1)
        #expect(lines[0].hasSuffix(", 21:5 (operations.o21.exec) and 2979 more"))
        #expect(lines[0].utf8.count < 1000)
    }

    @Test func whatIsSaidOnceStaysAsItIs() {
        let faults = [fault(1, "a", "x"), fault(2, "b", "y")]
        #expect(faults.gathered == faults)
    }
}
