import Foundation
import SlipwayTestSupport
import Testing

/// A daemon whose socket cannot be where it belongs.
@Suite(.timeLimit(.minutes(5)))
struct UnwritablePlaceTests {
    /// The reason is the file system's, not that a folder is missing.
    @Test(.enabled(if: getuid() == 0))
    func aReadOnlyPlaceSaysSoAndWhatToDo() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("name: shop\noperations: { a: { sleep: 1s } }", to: "a.yaml")
        let script = "mount -t tmpfs -o ro none /run && exec \"$@\""
        let slipwayd = Checkout.programs.appending(path: "slipwayd").path()
        let result = try await Program(
            executable: URL(filePath: "/usr/bin/unshare"),
            arguments: ["--mount", "/bin/sh", "-c", script, "sh", slipwayd, "--config", file]
        ).run()
        #expect(result.status == 1)
        #expect(
            result.output
                == "cannot make directory /run/slipway: Read-only file system (EROFS); be root, or "
                + "name another place for the socket: 'slipwayd --socket PATH' or '--directory DIR', in a "
                + "terminal also by HOME and XDG_RUNTIME_DIR; in a program HostOptions.socket\n"
        )
    }

    @Test func oneFolderServesInPlaceOfThoseOfAUnit() async throws {
        let folder = try TemporaryFolder()
        let yaml = """
            name: shop
            operations:
              a:
                exec:
                  - /bin/sh
                  - -c
                  - 'echo "$STATE_DIRECTORY" >"$0/said" && test -d "$CACHE_DIRECTORY"'
                  - "${env.RUNTIME_DIRECTORY}"
            """
        let file = try folder.write(yaml, to: "a.yaml")
        let program = try Program(
            executable: Checkout.programs.appending(path: "slipwayd"),
            arguments: ["--config", file, "--directory", "\(folder.path)/all"]
        ).start()
        try await eventually("it has run") {
            try #require(program.isRunning, "\(program.output)")
            return (try? folder.read("all/run/said")) == "\(folder.path)/all/state\n"
        }
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/all/org.slipway.Launch"))
        program.terminate()
        #expect(await program.result().status == 0)
    }
}
