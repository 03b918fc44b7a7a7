import Slipway
import SlipwayTestSupport
import Testing

/// Variables of the daemon that are no text.
@Suite(.timeLimit(.minutes(5)))
struct RawEnvironmentTests {
    @Test func childrenInheritTheirBytes() async throws {
        let folder = try TemporaryFolder()
        let configuration = """
            name: raw
            operations:
              a:
                exec:
                  command: [/bin/sh, -c, 'printf %s "$RAW" | od -An -tx1 >"$1"', sh, "\(folder.path)/bytes"]
            """
        // A Swift program cannot set such a variable.
        let daemon = try await RunningDaemon(
            configuration,
            through: ["/bin/sh", "-c", "RAW=$(printf 'a\\377') exec \"$@\"", "sh"],
            in: folder
        )
        try await daemon.untilReady()
        #expect(try folder.read("bytes") == " 61 ff\n")
        #expect(await daemon.stop().status == 0)
    }
}
