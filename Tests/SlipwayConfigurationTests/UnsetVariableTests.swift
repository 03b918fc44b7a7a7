import SlipwayConfiguration
import SlipwayOperations
import Testing

struct UnsetVariableTests {
    /// "Not set" would send its reader to look in the wrong place.
    @Test func aVariableWhoseBytesAreNoTextIsNotCalledUnset() throws {
        let graph = try ConfiguredGraph(
            parsing: .test(
                operation(
                    "exec: [/bin/echo, '${env.X}', '${env.Y}', '${env.CREDENTIALS_DIRECTORY}']"
                )
            )
        )
        let found = graph.configuration.unsetVariables(in: [:], undecodable: ["X"])
        #expect(
            found.map(\.reason) == [
                "'X' is set to bytes that are no UTF-8, which cannot be filled in",
                "'Y' is not set in the daemon's environment",
                "'CREDENTIALS_DIRECTORY' is not set in the daemon's environment; systemd sets it for a "
                    + "unit with LoadCredential=",
            ]
        )
    }
}
