import Testing

@testable import Slipway

/// When reporters get threads, and that none is forgotten for want of one.
@Suite(.timeLimit(.minutes(10)))
struct EventHubTests {
    private let launch: Launch
    private let recorder = Recorder()
    private let hub: EventHub

    init() throws {
        var plan = Plan("hub")
        plan.add("operation") { _ in }
        launch = Launch(try Graph(plan))
        hub = EventHub(source: launch, reporters: [recorder, recorder])
    }

    @Test func reportersHaveNoThreadsUntilSomethingConcernsTheLaunch() {
        hub.startWhenNeeded()
        #expect(!hub.hasThreads)
        launch.pause()
        #expect(hub.hasThreads)
        launch.stop()
        hub.close()
        // Each of both was told.
        #expect(recorder.events.map(\.kind).filter { $0 == .paused(nil) }.count == 2)
    }

    @Test func reportersHaveThreadsAtOnceWhenSomethingHasHappenedAlready() {
        launch.pause()
        launch.resume()
        hub.startWhenNeeded()
        #expect(hub.hasThreads)
        launch.stop()
        hub.close()
    }

    @Test func whatHappenedIsToldInTheEndThoughNobodyHadAThread() {
        launch.pause()
        launch.stop()
        #expect(!hub.hasThreads)
        hub.close()
        #expect(recorder.events.map(\.kind).filter { $0 == .paused(nil) }.count == 2)
    }

    @Test func threadsThatAreAskedForAgainAreNotStartedAgain() {
        hub.start()
        hub.start()
        launch.pause()
        launch.stop()
        hub.close()
        #expect(recorder.events.map(\.kind).filter { $0 == .paused(nil) }.count == 2)
    }
}
