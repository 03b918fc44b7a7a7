import Glibc
import Testing

struct MainThreadTests {
    @Test func mainBodiesRunOnTheFirstThreadBeforeAndAfterEverySuspension() throws {
        let lines = try Fixture.output(of: "main-thread-fixture").split(separator: "\n")
        #expect(
            lines == [
                "suspending first=true", "blocking first=true", "main-actor first=true",
                "isolated first=true", "waiting first=true", "reading first=true",
                "user-initiated first=false", "stop first=true",
            ]
        )
    }
}
