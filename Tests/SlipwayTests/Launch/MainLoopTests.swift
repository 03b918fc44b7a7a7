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

    @Test func aStopWakesALoopThatSleeps() {
        let loop = MainLoop()
        // Called just before it sleeps, and stopped from there by another thread, before or after.
        let turn = MainLoop.Turn(
            beforeAbsence: { IdleThread.run("test-stop") { loop.stop() } }
        )
        loop.run(turn, drainingDispatch: false)
    }
}
