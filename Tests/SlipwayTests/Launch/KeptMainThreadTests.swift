import Testing

/// Something keeps the process's first thread past the launch's end: it is named before the process
/// exits, though no reporter is there.
struct KeptMainThreadTests {
    @Test(
        arguments: [
            ("operation", "'sdk-init'", "'sdk-init'"),
            ("isolated", "@MainActor code, while 'sdk-init' runs", "'sdk-init'"),
            ("actor", "@MainActor code", "'slow'"),
        ]
    )
    func theFailureAndTheLastLineNameWhoKeepsIt(
        way: String,
        culprit: String,
        running: String
    ) throws {
        let text = try Fixture.output(of: "kept-main-fixture", way, status: 1)
        let lines = text.split(separator: "\n")
        try #require(lines.count == 2, "\(text)")
        let kept = #/the main thread has been held up for [0-9.]+m?s by /#
        #expect(
            lines[0].replacing(kept, with: "KEPT BY ")
                .hasPrefix(
                    "slipway: cannot launch 'kept': not ready within 300ms; KEPT BY \(culprit); "
                        + "running: \(running) ("
                )
        )
        #expect(
            lines[1].replacing(kept, with: "KEPT BY ")
                == "slipway: 'kept' has ended, but KEPT BY \(culprit); the process exits with status 1"
        )
    }

    @Test func aTeardownThatKeepsItIsNamed() throws {
        let text = try Fixture.output(of: "kept-main-fixture", "teardown", status: 1)
        #expect(text.contains("s by the teardown of 'sdk-init'; the process exits with status 1\n"))
    }

    @Test func runThrowsToItsCallerThoughTheMainQueueIsKeptForEver() throws {
        let text = try Fixture.output(of: "kept-main-fixture", "caught")
        #expect(
            text.hasPrefix(
                "cannot launch 'kept': not ready within 300ms; the main queue's thread has been "
                    + "held up for "
            )
        )
    }
}
