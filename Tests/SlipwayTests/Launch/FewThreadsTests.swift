import Glibc
import Testing

struct FewThreadsTests {
    @Test func withoutFurtherThreadsOnlyWhatNeedsOneFailsAndItSaysWhy() throws {
        let lines = try Fixture.output(of: "few-threads-fixture").split(separator: "\n")
        #expect(
            lines == [
                "a thread",
                """
                blocking cannot start a thread for a blocking body: Resource temporarily \
                unavailable; see TasksMax= of the unit, and the limit on processes (RLIMIT_NPROC)
                """,
            ]
        )
    }
}
