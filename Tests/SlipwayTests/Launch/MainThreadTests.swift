import Glibc
import Testing

struct MainThreadTests {
    private func lines() throws -> [Substring] {
        try Fixture.output(of: "main-thread-fixture").split(separator: "\n")
    }

    @Test func mainBodiesRunOnTheFirstThreadBeforeAndAfterEverySuspension() throws {
        #expect(
            try lines().dropLast() == [
                "suspending first=true", "blocking first=true", "main-actor first=true",
                "isolated first=true", "waiting first=true", "reading first=true",
                "user-initiated first=false", "stop first=true",
            ]
        )
    }

    /// A signal that a body raises, or that is sent to its thread, would otherwise be held up for ever.
    @Test func aThreadDoesNotBlockWhatTheFirstOneBlocksForAMoment() throws {
        #expect(try lines().last == "third blocks=false")
    }
}
