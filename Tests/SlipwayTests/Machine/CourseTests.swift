import Testing

@testable import Slipway

/// The course of a launch as a whole, as a value.
struct CourseTests {
    @Test func goesFromIdleToReadyAndComplete() {
        var course = Course()
        #expect(course.isIdle && course.isBeforeReady && !course.isOpen)
        course.cancelEarly(3, reason: "not wanted")
        let cancelled = course.begin(at: .at(1), deadline: .at(90))
        #expect(cancelled.map(\.index) == [3] && cancelled.map(\.reason) == ["not wanted"])
        #expect(course.isOpen && course.isBeforeReady)
        #expect(course.launchedAt == .at(1) && course.deadline == .at(90))
        course.becomeReady(at: .at(5))
        #expect(course.isReady && !course.isComplete && course.readyAt == .at(5))
        course.setComplete(true)
        #expect(course.isComplete)
        course.setComplete(false)
        #expect(course.isReady && !course.isComplete)
    }

    @Test func hasNothingOfAStopBeforeIt() {
        var course = Course()
        course.changeEnding { $0.isGraceOver = true }
        course.tearDown()
        course.end(at: .at(1))
        #expect(course.ending == nil && course.isIdle)
        #expect(course.rootCauses.isEmpty && course.stopReason.isEmpty && course.drainEnd == nil)
    }

    @Test func tellsAStopFromAFailureAndGoesOnToItsEnd() {
        var course = Course()
        _ = course.begin(at: .at(0), deadline: nil)
        course.stop(reason: "asked to", at: .at(7))
        #expect(course.isOrdinaryStop && !course.isOpen && course.stopReason == "asked to")
        let cause = RootCause(operation: "a", failure: Failure("broken"))
        course.changeEnding { $0.rootCauses = [cause] }
        #expect(course.isStopping && !course.isOrdinaryStop && course.rootCauses == [cause])
        course.setComplete(true)
        #expect(!course.isComplete, "it is not ready any more")
        course.tearDown()
        #expect(course.isTearingDown && !course.isStopping)
        course.end(at: .at(9))
        #expect(course.hasEnded && course.ending?.endedAt == .at(9))
        #expect(course.ending?.since == .at(7) && course.rootCauses == [cause])
    }

    @Test func cancelsNothingEarlyOnceItHasBegun() {
        var course = Course()
        _ = course.begin(at: .at(0), deadline: nil)
        course.cancelEarly(1, reason: "late")
        let cancelled = course.begin(at: .at(1), deadline: nil)
        #expect(cancelled.isEmpty && course.launchedAt == .at(0))
    }
}
