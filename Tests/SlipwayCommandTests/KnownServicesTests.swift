import SlipwayClient
import SlipwayTestSupport
import Testing

@testable import SlipwayCommand

/// What is said of a service that has no socket: it does not run, its name is another one, or it is not known.
struct KnownServicesTests {
    private static let places = ["/run/slipway-run/shop/org.slipway.Launch"]

    private func words(_ app: String?, _ known: KnownServices) -> String {
        NoSocket(app: app, places: Self.places).words(known)
    }

    @Test func oneThatHasAUnitIsStartedWithIt() {
        let unit = UnitState(app: "shop", unit: "slipway@shop.service", state: .stopped)
        #expect(
            words("shop", KnownServices(unit: unit, states: ["shop": "/var/lib/slipway/shop"]))
                == "'shop' is stopped; 'systemctl start slipway@shop.service' starts it"
        )
    }

    @Test func oneThatHasLeftItsStateIsToldByThat() {
        #expect(
            words("shop", KnownServices(states: ["shop": "/home/ada/.local/state/slipway/shop"]))
                == "'shop' does not run: there is only its state, in /home/ada/.local/state/slipway/shop; start it "
                + "as before, such as with 'slipwayd --config FILE'; 'slipway --app shop history' shows its launches"
        )
        #expect(
            words("shop", KnownServices(names: ["shop"]))
                == "'shop' does not run; start it as before, such as with 'slipwayd --config FILE'"
        )
    }

    @Test(arguments: [
        KnownServices(states: ["shop": "/var/lib/slipway/shop"]),
        KnownServices(states: ["db": "/var/lib/slipway/db"], names: ["web", "shop"]),
    ])
    func aNameThatIsNearAKnownOneIsPut(known: KnownServices) {
        #expect(
            words("shpo", known)
                == "no service is named 'shpo'; did you mean 'shop'? 'slipway list' shows those that there are"
        )
    }

    @Test func oneThatNothingIsKnownOfIsToldWithThePlaces() {
        #expect(
            words("kiosk", KnownServices(names: ["shop"]))
                == "no service 'kiosk' is known here: no socket at /run/slipway-run/shop/org.slipway.Launch; "
                + "'slipway list' shows those that there are, and --socket names another place"
        )
    }

    @Test func withoutANameThoseThatDoNotRunAreNamed() {
        #expect(
            words(nil, KnownServices())
                == "no service is known here: no socket at /run/slipway-run/shop/org.slipway.Launch; "
                + "'slipwayd --config FILE' runs one, and --socket names another place"
        )
        #expect(
            words(nil, KnownServices(names: ["d", "b", "a", "c"]))
                == "no service runs here; known by name: 'a', 'b', 'c' and 1 more; ask for one with its name, such "
                + "as '--app a'"
        )
    }

    @Test func theHistoryOfANameThatIsNotKnownIsNotLookedForInItsFolder() throws {
        let name = "no-such-service-of-this-machine"
        let ran = try CapturedOutput.run(["history", "--app", name])
        #expect(ran.exitCode == 2)
        #expect(ran.errors.hasPrefix("slipway: no service '\(name)' is known here: no socket at "))
    }
}
