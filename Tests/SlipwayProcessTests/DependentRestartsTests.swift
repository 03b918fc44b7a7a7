import Slipway
import Testing

@testable import SlipwayProcess

/// What becomes of the programs that depend on one which is started again.
struct DependentRestartsTests {
    /// Programs in which `web` requires `cache` and that `db`, and `mail` requires `db`.
    private struct Shop {
        var machine = DependentRestarts()
        /// What was to be done, and has not been told here yet.
        var asked: [String] = []

        init(_ rule: ProgramEnd.Dependents, cache: ProgramEnd.Dependents = .kept) {
            machine.note("db", rule, requires: [])
            machine.note("cache", cache, requires: ["db"])
            machine.note("web", .kept, requires: ["cache", "db"])
            machine.note("mail", .kept, requires: ["db"])
            for name in ["db", "cache", "web", "mail"] { become(name, .starting, .running) }
        }

        mutating func become(_ name: String, _ states: ProgramStatus.State.Word...) {
            for state in states {
                asked += machine.changed(name, state).map { action in
                    switch action {
                    case .stop(let name, let cause): "\(name) \(cause)"
                    case .start(let name, let cause): "\(name) \(cause)"
                    case .restart(let name, let cause): "\(name) \(cause)"
                    }
                }
            }
        }

        mutating func take() -> [String] {
            defer { asked = [] }
            return asked
        }
    }

    private func restarted(_ name: String, for other: String = "db") -> String {
        "\(name) is restarted, as '\(other)' was started again"
    }

    private func started(_ name: String) -> String { "\(name) is started, as 'db' is ready again" }
    private func ended(_ name: String) -> String { "\(name) was ended, as 'db' does not run" }

    @Test func byDefaultTheyGoOn() {
        var shop = Shop(.kept)
        shop.become("db", .stopping, .pausing, .starting, .running)
        #expect(shop.take() == [])
    }

    @Test func theyAreRestartedOnceItIsReadyEachAfterThoseThatItRequires() {
        var shop = Shop(.restarted)
        shop.become("db", .stopping, .pausing, .starting)
        #expect(shop.take() == [])
        shop.become("db", .running)
        #expect(shop.take() == [restarted("cache"), restarted("mail")])
        shop.become("mail", .stopping, .starting, .running)
        shop.become("cache", .stopping, .starting)
        #expect(shop.take() == [])
        shop.become("cache", .running)
        #expect(shop.take() == [restarted("web")])
        shop.become("web", .stopping, .starting, .running)
        #expect(shop.take() == [])
    }

    @Test func theyAreEndedWhenItEndsAndStartedOnceItIsReady() {
        var shop = Shop(.stopped)
        shop.become("db", .stopping)
        #expect(shop.take() == [ended("cache"), ended("mail"), ended("web")])
        for name in ["cache", "mail", "web"] { shop.become(name, .stopping, .stopped) }
        shop.become("db", .pausing, .starting, .running)
        #expect(shop.take() == [started("cache"), started("mail")])
        shop.become("cache", .starting, .running)
        #expect(shop.take() == [started("web")])
    }

    @Test func itsFirstStartRestartsNothing() {
        var machine = DependentRestarts()
        machine.note("db", .restarted, requires: [])
        machine.note("web", .kept, requires: ["db"])
        for state in [ProgramStatus.State.Word.starting, .pausing, .starting, .running] {
            #expect(machine.changed("db", state) == [])
        }
    }

    @Test func oneThatDoesNotRunIsNotRestarted() {
        var shop = Shop(.restarted)
        shop.become("mail", .stopping, .stopped)
        shop.become("web", .stopping, .ended)
        shop.become("db", .stopping, .starting, .running)
        #expect(shop.take() == [restarted("cache")])
        shop.become("cache", .stopping, .starting, .running)
        #expect(shop.take() == [])
    }

    @Test func whatIsRestartedForAnotherHasNoEffectOfItsOwn() {
        var shop = Shop(.restarted, cache: .restarted)
        shop.become("db", .stopping, .starting, .running)
        _ = shop.take()
        shop.become("cache", .stopping, .starting, .running)
        #expect(shop.take() == [restarted("web")])
        shop.become("web", .stopping, .starting, .running)
        shop.become("mail", .stopping, .starting, .running)
        // By itself it has one.
        shop.become("cache", .stopping, .pausing, .starting, .running)
        #expect(shop.take() == [restarted("web", for: "cache")])
    }

    @Test func whatFailsForGoodHoldsNothingUp() {
        var shop = Shop(.restarted)
        shop.become("db", .stopping, .starting, .running)
        _ = shop.take()
        shop.become("cache", .stopping, .starting, .stopping, .pausing)
        #expect(shop.take() == [])
        shop.become("cache", .starting, .stopping, .ended)
        #expect(shop.take() == [restarted("web")])
    }

    /// `web` was ended for `queue`, and then `cache`, which it requires too, for `db`.
    @Test func whatIsReadyAgainStartsNothingBeforeWhatWasEndedMeanwhile() {
        var shop = Shop(.stopped)
        shop.machine.note("queue", .stopped, requires: [])
        shop.machine.note("web", .kept, requires: ["cache", "db", "queue"])
        shop.become("queue", .starting, .running, .stopping)
        #expect(shop.take() == ["web was ended, as 'queue' does not run"])
        shop.become("web", .stopping, .stopped)
        // By itself, and for good, as far as is known.
        shop.become("db", .stopping)
        #expect(shop.take() == [ended("cache"), ended("mail")])
        for name in ["cache", "mail"] { shop.become(name, .stopping, .stopped) }
        shop.become("db", .ended)
        shop.become("queue", .starting, .running)
        #expect(shop.take() == [])
        shop.become("db", .starting, .running)
        #expect(shop.take() == [started("cache"), started("mail")])
        shop.become("cache", .starting, .running)
        #expect(shop.take() == ["web is started, as 'queue' is ready again"])
    }

    /// Nothing waits for a program that has ended for good, though others follow it.
    @Test func whatHasEndedForGoodHoldsUpNothing() {
        var shop = Shop(.restarted)
        shop.machine.note("queue", .restarted, requires: [])
        shop.machine.note("web", .kept, requires: ["cache", "db", "queue"])
        shop.become("queue", .starting, .running)
        shop.become("db", .stopping, .ended)
        shop.become("queue", .stopping, .starting, .running)
        #expect(shop.take() == [restarted("web", for: "queue")])
    }

    @Test func whatWasRestartedTooEarlyIsRestartedAgain() {
        var shop = Shop(.restarted)
        shop.become("db", .stopping, .starting, .running)
        #expect(shop.take() == [restarted("cache"), restarted("mail")])
        shop.become("mail", .stopping, .starting)
        shop.become("db", .stopping, .starting, .running)
        #expect(shop.take() == [restarted("cache"), restarted("mail")])
        shop.become("mail", .stopping, .starting, .running)
        #expect(shop.take() == [])
    }

    @Test(arguments: [ProgramEnd.Dependents.restarted, .stopped])
    func aLaterDecisionAboutAProgramIsObeyed(rule: ProgramEnd.Dependents) {
        var shop = Shop(rule)
        shop.become("db", .stopping)
        for name in ["cache", "mail", "web"] where rule == .stopped {
            shop.become(name, .stopping, .stopped)
        }
        _ = shop.take()
        // An operator wants it down.
        shop.machine.leave("mail")
        if rule == .restarted { shop.become("mail", .stopping, .stopped) }
        shop.become("db", .pausing, .starting, .running)
        let cache = rule == .restarted ? restarted("cache") : started("cache")
        #expect(shop.take() == [cache])
    }

    @Test(arguments: [ProgramEnd.Dependents.restarted, .stopped])
    func whatIsToEndIsLeftAloneAlsoBeforeItsStateSaysSo(rule: ProgramEnd.Dependents) {
        var shop = Shop(rule)
        if rule == .restarted { shop.become("db", .stopping, .starting) }
        shop.machine.leave("mail", isEnding: true)
        shop.become("db", rule == .restarted ? .running : .stopping)
        let others = rule == .restarted ? [restarted("cache")] : [ended("cache"), ended("web")]
        #expect(shop.take() == others)
        // Once it runs again, it is one like the others.
        shop.become("mail", .stopping, .stopped, .starting, .running)
        if rule == .restarted {
            shop.become("db", .stopping, .starting, .running)
            #expect(shop.take().contains(restarted("mail")))
        }
    }

    @Test func anotherSetGoesOnWithWhatIsStillToBeDone() {
        var shop = Shop(.stopped)
        shop.become("db", .stopping)
        for name in ["cache", "mail", "web"] { shop.become(name, .stopping, .stopped) }
        shop.become("db", .pausing)
        _ = shop.take()
        let earlier = shop.machine
        shop.machine = DependentRestarts()
        shop.machine.note("db", .stopped, requires: [])
        shop.machine.note("cache", .kept, requires: ["db"])
        shop.machine.note("web", .kept, requires: ["cache", "db"])
        shop.machine.adopt("db", from: earlier, .pausing)
        for name in ["cache", "web"] { shop.machine.adopt(name, from: earlier, .stopped) }
        shop.become("db", .starting, .running)
        #expect(shop.take() == [started("cache")])
        shop.become("cache", .starting, .running)
        #expect(shop.take() == [started("web")])
    }

    @Test func whatAnotherSetDoesNotKnowIsAsItIs() {
        var machine = DependentRestarts()
        machine.note("db", .restarted, requires: [])
        machine.note("web", .kept, requires: ["db"])
        for name in ["db", "web"] { machine.adopt(name, from: DependentRestarts(), .running) }
        for state in [ProgramStatus.State.Word.stopping, .starting] {
            #expect(machine.changed("db", state) == [])
        }
        #expect(machine.changed("db", .running).map(\.name) == ["web"])
    }

    @Test func aStopBackwardsAlongTheGraphStartsNothing() {
        for rule in [ProgramEnd.Dependents.restarted, .stopped] {
            var shop = Shop(rule)
            for name in ["web", "mail", "cache", "db"] {
                shop.machine.leave(name)
                shop.become(name, .stopping, .stopped)
            }
            #expect(shop.take() == [])
        }
    }
}
