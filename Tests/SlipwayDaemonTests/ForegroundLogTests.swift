import SlipwayTestSupport
import Testing

/// The lines of a daemon in the foreground.
@Suite(.timeLimit(.minutes(5)))
struct ForegroundLogTests {
    private static let yaml = """
        name: timed
        operations:
          a: { exec: [/bin/echo, said] }
        """

    @Test(
        arguments: [
            (["--log-time"], [:], true), ([], ["SLIPWAY_LOG_TIME": "1"], true), ([], [:], false),
        ] as [([String], [String: String], Bool)]
    )
    func haveATimeIfThatIsAskedFor(
        arguments: [String],
        environment: [String: String],
        hasTime: Bool
    ) async throws {
        let daemon = try await RunningDaemon(
            Self.yaml,
            arguments: arguments,
            environment: environment
        )
        try await daemon.untilReady()
        let output = await daemon.stop().output
        let stamp = #/20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3} /#
        let lines = output.split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix("a: said") })
        #expect(lines.allSatisfy { ($0.prefixMatch(of: stamp) != nil) == hasTime }, "\(output)")
    }

    /// As the check says them.
    @Test func whatIsLikelyToBeMeantOtherwiseIsAWarning() async throws {
        let daemon = try await RunningDaemon(
            Self.yaml.replacing("said", with: "said, \"&&\"")
        )
        // It is looked for beside the launch.
        try await daemon.untilItSays(": operations.a.exec[2]: warning: '&&' is handed to")
        _ = await daemon.stop()
    }
}
