import Synchronization
import Testing

@testable import Slipway

@Suite(.timeLimit(.minutes(10)))
struct MainLoopTests {
    @Test func aStoppedLoopLeavesAtOnceAndStartsNobodyForItsAbsence() {
        let calls = Mutex<[String]>([])
        let loop = MainLoop()
        let turn = MainLoop.Turn(
            beforeRest: { calls.withLock { $0.append("rest") } },
            beforeAbsence: { calls.withLock { $0.append("absence") } }
        )
        loop.setHurried(true)
        loop.stop()
        loop.run(turn, drainingDispatch: false)
        #expect(calls.withLock { $0 } == [])
    }

    @Test(arguments: [true, false])
    func noCallIsLostByALoopThatIsAboutToSleep(isPosted: Bool) {
        let loop = MainLoop()
        let came = Parker()
        _ = IdleThread.run("test-caller") {
            for _ in 0..<20_000 {
                if isPosted { loop.post { came.notify() } } else { loop.callForTurn() }
                _ = came.wait()
            }
            loop.stop()
        }
        let turn = MainLoop.Turn(run: {
            came.notify()
            return false
        })
        loop.run(turn, drainingDispatch: false)
    }

    @Test func aStopWakesALoopThatSleeps() {
        let loop = MainLoop()
        // Called just before it sleeps, and stopped from there by another thread, before or after.
        let turn = MainLoop.Turn(
            beforeAbsence: { _ = IdleThread.run("test-stop") { loop.stop() } }
        )
        loop.run(turn, drainingDispatch: false)
    }
}
