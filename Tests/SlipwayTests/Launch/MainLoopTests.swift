import Synchronization
import Testing

@testable import Slipway

@Suite(.timeLimit(.minutes(10)))
struct MainLoopTests {
    @Test func aLoopThatWasStoppedLeavesAtOnce() {
        let loop = MainLoop()
        loop.stop()
        loop.run(drainingDispatch: false)
    }

    @Test func noJobIsLostByALoopThatIsAboutToSleep() throws {
        let loop = MainLoop()
        let came = Parker()
        try Thread("test-caller") {
            for _ in 0..<20_000 {
                Task(executorPreference: loop) { came.notify() }
                _ = came.wait()
            }
            loop.stop()
        }
        loop.run(drainingDispatch: false)
    }

    @Test func aStopWakesALoopThatSleeps() throws {
        for _ in 0..<1000 {
            let loop = MainLoop()
            try Thread("test-stop") { loop.stop() }
            loop.run(drainingDispatch: false)
        }
    }
}
