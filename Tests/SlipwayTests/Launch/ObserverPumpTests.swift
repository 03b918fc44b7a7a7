import Testing

@testable import Slipway

/// Every reporter gets every event, and no wait for one is endless.
@Suite(.timeLimit(.minutes(10)))
struct ObserverPumpTests {
    @Test func everyReporterIsToldEverything() throws {
        var plan = Plan("pump")
        plan.add("operation") {}
        let launch = Launch(try Graph(plan))
        let recorder = Recorder()
        let pumps = [ObserverPump(recorder, launch), ObserverPump(recorder, launch)]
        for pump in pumps { try pump.start() }
        launch.pause()
        launch.stop()
        #expect(pumps.allSatisfy { $0.close(within: .seconds(60)) })
        #expect(recorder.events.map(\.kind).filter { $0 == .paused(nil) }.count == 2)
    }

    @Test(arguments: 0..<50)
    func aLaunchThatWasStoppedBeforeItBeganTellsOfItsEnd(number: Int) async throws {
        let launch = Launch(try Graph(Plan("early")))
        let recorder = Recorder()
        launch.stop(reason: "early")
        try await launch.run(reportingTo: [recorder])
        let kinds = recorder.events.map(\.kind)
        #expect(kinds.count == 3)
        guard case .launchEnded = kinds.last else { return #expect(Bool(false), "\(kinds)") }
    }

    @Test func theThreadsOfALaunchThatDoesNotBeginEnd() throws {
        let pump = ObserverPump(Recorder(), Launch(try Graph(Plan("pump"))))
        try pump.start()
        pump.abandon()
        #expect(pump.close(within: .seconds(60)))
    }
}
