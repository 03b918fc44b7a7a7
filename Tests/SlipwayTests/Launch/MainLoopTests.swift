import Glibc
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

    @Test func aPassLastsUntilTheThreadComesBackToItsBeats() throws {
        let loop = MainLoop()
        #expect(loop.passLength(at: .now) == nil)
        let (came, goOn) = (Parker(), Parker())
        try Thread("test-caller") {
            for _ in 0..<2 {
                Task(executorPreference: loop) {
                    came.notify()
                    _ = goOn.wait()
                }
                _ = came.wait()
                let now = Instant.now
                let length = loop.passLength(at: now)
                #expect(length.map { $0 >= .zero } == true)
                let later = loop.passLength(at: now.advanced(by: .seconds(20)))
                #expect(later == length.map { $0 + .seconds(20) })
                goOn.notify()
                while loop.passLength(at: .now) != nil { sched_yield() }
            }
            loop.stop()
        }
        loop.run(drainingDispatch: false)
        #expect(loop.passLength(at: .now) == nil)
    }

    @Test func aStopWakesALoopThatSleeps() throws {
        for _ in 0..<1000 {
            let loop = MainLoop()
            try Thread("test-stop") { loop.stop() }
            loop.run(drainingDispatch: false)
        }
    }
}
