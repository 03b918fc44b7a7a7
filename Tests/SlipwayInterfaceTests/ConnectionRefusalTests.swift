import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

struct ConnectionRefusalTests {
    private static let all: [ConnectionRefusal] = [
        .tooManyConnections(limit: 64, yours: 12), .tooManyWaiting(limit: 1024, yours: 1024),
    ]

    @Test(arguments: all)
    func arrivesAsItWasSent(refusal: ConnectionRefusal) {
        #expect(ConnectionRefusal(refusal.varlinkError) == refusal)
    }

    @Test(arguments: all)
    func isDeclaredWithItsParameters(refusal: ConnectionRefusal) throws {
        let error = refusal.varlinkError
        let name = try #require(error.name.split(separator: ".").last)
        let lines = VarlinkInterface.launch.description.split(separator: "\n")
        let begin = try #require(lines.firstIndex(of: "error \(name) ("))
        let declaration = lines[begin...].prefix { $0 != ")" }
        for (key, _) in error.parameters {
            #expect(declaration.contains { $0.hasPrefix("  \(key): int") })
        }
    }

    @Test(
        arguments: [
            VarlinkError("org.slipway.Launch.QueueFull", ["limit": 1, "yours": 1]),
            VarlinkError("org.slipway.Launch.TooManyWaiting", ["limit": 1]),
            VarlinkError("org.slipway.Launch.TooManyWaiting", ["limit": 1, "yours": "all"]),
        ]
    )
    func anythingElseIsNone(error: VarlinkError) {
        #expect(ConnectionRefusal(error) == nil)
    }
}
