import Testing

@testable import Slipway

/// No reporter is forgotten.
@Suite(.timeLimit(.minutes(10)))
struct EventHubTests {
    @Test func everyReporterIsToldEverything() throws {
        var plan = Plan("hub")
        plan.add("operation") { _ in }
        let launch = Launch(try Graph(plan))
        let recorder = Recorder()
        let hub = EventHub(source: launch, reporters: [recorder, recorder])
        try hub.start()
        launch.pause()
        launch.stop()
        hub.close()
        #expect(recorder.events.map(\.kind).filter { $0 == .paused(nil) }.count == 2)
    }

    @Test func theThreadsOfALaunchThatDoesNotBeginEnd() throws {
        let launch = Launch(try Graph(Plan("hub")))
        let hub = EventHub(source: launch, reporters: [Recorder()])
        try hub.start()
        hub.abandon()
    }
}
