import Slipway
import SlipwaySystemd
import Testing

/// What the service manager is told while two launches of a service run.
struct StatusOfReloadTests {
    var old = StatusMachine()
    var new = StatusMachine(isReload: true)
    var first = LaunchScript.storefront()
    var second = LaunchScript.storefront()

    mutating func old(_ event: Event) -> String? { old.handle(event, now: event.at)?.text }
    mutating func new(_ event: Event) -> String? { new.handle(event, now: event.at)?.text }
    func at(_ milliseconds: Int) -> Instant { LaunchScript.at(milliseconds) }

    init() {
        _ = old.handle(first.begin(), now: at(0))
        _ = old.handle(first.add(.launchReady(degraded: false), at: 5), now: at(5))
    }

    @Test mutating func theNewOneIsToldOnceItIsInService() {
        #expect(
            old.beginReload(now: at(1000))?.text
                == "RELOADING=1\nMONOTONIC_USEC=\(at(1000).nanoseconds / 1000)\n"
                + "STATUS=Reloading the configuration"
        )
        #expect(new(second.begin(at: 1001)) == "STATUS=Reloading: 0/3 operations")
        // The old one is not heard meanwhile.
        #expect(old(first.add(.paused(nil), at: 1002)) == nil)
        #expect(new(second.add(.launchReady(degraded: false), at: 2000)) == nil)
        old.retire()
        #expect(
            new.endReload(now: at(2001))?.text
                == "READY=1\nSTATUS=Ready: 0/3 operations in 2s"
        )
        #expect(old(first.add(.launchStopping(reason: "over", rootCauses: []), at: 3000)) == nil)
        let stop = new(second.add(.launchStopping(reason: "SIGTERM", rootCauses: []), at: 4000))
        #expect(stop?.hasPrefix("STOPPING=1\nSTATUS=Stopping: SIGTERM") == true)
    }

    @Test mutating func theOldOneIsReadyAgainAfterAReloadThatFailed() {
        _ = old.beginReload(now: at(1000))
        _ = new(second.begin(at: 1001))
        new.retire()
        #expect(new(second.add(.launchStopping(reason: "no", rootCauses: []), at: 1500)) == nil)
        #expect(
            old.endReload(failure: "web: no database", now: at(1600))?.text
                == "READY=1\nSTATUS=Ready: 0/3 operations in 5ms, reload failed: web: no database"
        )
        _ = old.beginReload(now: at(3000))
        #expect(
            old.endReload(now: at(3001))?.text == "READY=1\nSTATUS=Ready: 0/3 operations in 5ms"
        )
    }

    @Test mutating func theOldOneTellsWhatTheNewOneCannot() {
        #expect(old.reloads("reads the configuration", now: at(900)) == nil)
        _ = old.beginReload(now: at(1000))
        _ = old(first.add(.paused(nil), at: 1001))
        #expect(
            old.reloads("generation 2 waits until it may begin: queue 'main'", now: at(1100))?.text
                == "STATUS=Reloading: generation 2 waits until it may begin: queue 'main'"
        )
        // A probe that asks for the line hears of the one in service.
        #expect(
            old.line(in: .ready(degraded: false), at: at(1200))
                == "Ready: 0/3 operations in 5ms"
        )
        _ = old.endReload(now: at(1300))
        #expect(old.reloads("takes over", now: at(1400)) == nil)
    }

    @Test mutating func aStopIsToldDuringAReload() {
        _ = old.beginReload(now: at(1000))
        let stop = old(first.add(.launchStopping(reason: "SIGTERM", rootCauses: []), at: 1500))
        #expect(
            stop == "STOPPING=1\nSTATUS=Stopping: SIGTERM\nEXTEND_TIMEOUT_USEC=25000000"
        )
        #expect(old.endReload(failure: "the service ends", now: at(1600)) == nil)
    }

    /// The manager counts the time for a stop from then on.
    @Test mutating func aReloadThatEndsInAStopTellsHowLongThatMayTake() {
        _ = old.beginReload(now: at(1000))
        _ = new(second.begin(at: 1001))
        #expect(new(second.add(.launchReady(degraded: false), at: 2000)) == nil)
        old.retire()
        let stop = Event.Kind.launchStopping(reason: "SIGTERM", rootCauses: [])
        #expect(new(second.add(stop, at: 2001)) == nil)
        #expect(
            new.endReload(now: at(2002))?.text
                == "STOPPING=1\nSTATUS=Stopping: SIGTERM\nEXTEND_TIMEOUT_USEC=25000000"
        )
    }

    @Test mutating func aNewOneThatEndsBeforeItIsInServiceIsNotTold() {
        _ = new(second.begin(at: 1))
        #expect(new(second.add(.launchStopping(reason: "no", rootCauses: []), at: 500)) == nil)
        #expect(new.refresh(now: at(700)) == nil)
    }
}
