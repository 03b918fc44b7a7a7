import Glibc
import Testing

struct FewThreadsTests {
    @Test func aLaunchWithoutTheThreadsThatItNeedsDoesNotBeginAndMayLater() throws {
        let lines = try Fixture.output(of: "few-threads-fixture", "no-threads")
        #expect(
            lines == """
                cannot run the launch: cannot start a thread: Resource temporarily unavailable; see \
                TasksMax= of the unit, and the limit on processes (RLIMIT_NPROC)
                ran

                """
        )
    }

    @Test func aLaunchThatWasStoppedBeforeItCouldBeginEndsWhenItIsRunAgain() throws {
        let lines = try Fixture.output(of: "few-threads-fixture", "stopped")
        #expect(lines.split(separator: "\n").last == "ended")
    }

    @Test func aLaunchWithoutTheDescriptorsThatItNeedsDoesNotBegin() throws {
        let lines = try Fixture.output(of: "few-threads-fixture", "no-descriptors")
        #expect(
            lines == """
                cannot run the launch: cannot make an event counter: Too many open files

                """
        )
    }

    @Test func aBodySleepsInTimeWhileAllSharedThreadsAreBusy() throws {
        let lines = try Fixture.output(of: "few-threads-fixture", "busy-tasks")
        #expect(lines == "woken in time\n")
    }

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
