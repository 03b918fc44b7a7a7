import Slipway
import SlipwayClient
import SlipwayInterface
import Testing

@testable import SlipwayCommand

/// A sender whose service systemd starts, or starts again, or does not start any more.
struct StartWaitTests {
    private static func unit(_ state: UnitState.State) -> UnitState {
        UnitState(app: "a", unit: "slipway@a.service", state: state)
    }

    @Test(
        arguments: [
            (.restarting(1, "exit-code"), .restarting), (.starting, .starting),
            (.running, .unknown), (.stopping, .unknown), (.stopped, .unknown),
            (.unknown("not-found"), .unknown), (.unknown("masked"), .never),
            (.failed("exit-code"), .never),
        ] as [(UnitState.State, FollowMachine.Outlook)]
    )
    func aUnitIsWaitedForWhileSystemdStartsIt(
        state: UnitState.State,
        outlook: FollowMachine.Outlook
    ) {
        #expect(Self.unit(state).outlook == outlook)
    }

    /// The lines and the end of a sender who finds no service, of whose unit systemd says this, one after the other.
    private func send(_ states: [UnitState.State?]) -> (lines: [String], error: (any Error)?) {
        var rest = states[...]
        var lines: [String] = []
        let sending = sending(
            findSocket: { throw NoSocket(app: "a", places: []) },
            askUnit: { rest.popFirst().flatMap { $0.map(Self.unit) } },
            onChange: { lines.append($0) }
        )
        do { _ = try sending.run() } catch { return (lines, error) }
        return (lines, nil)
    }

    private func sending(
        findSocket: @escaping () throws -> String,
        askUnit: @escaping () -> UnitState?,
        timeout: Duration? = nil,
        onChange: @escaping (String) -> Void = { _ in }
    ) -> ActionSending {
        ActionSending(
            Method.Submit(kind: "a", key: "made", timeout: timeout),
            isKeyMade: true,
            findSocket: findSocket,
            observe: { nil },
            askUnit: askUnit,
            line: LiveLine(on: .error, isWanted: false),
            onReply: { _ in },
            onChange: onChange
        )
    }

    @Test(
        arguments: [.running, .stopping, .stopped, .unknown("not-found"), nil]
            as [UnitState.State?]
    )
    func aServiceThatSystemdIsNotStartingIsNotWaitedFor(state: UnitState.State?) throws {
        let seen = send([state])
        #expect(seen.lines == [])
        #expect(seen.error is NoSocket)
    }

    @Test func aRestartIsToldOnceHoweverOftenItHappens() {
        let seen = send([
            .restarting(0, "exit-code, 217/USER"), .restarting(1, "exit-code, 217/USER"),
            .failed("exit-code, 217/USER"),
        ])
        let words = "waiting: 'a' ended (exit-code, 217/USER), and systemd starts it again soon"
        #expect(seen.lines.filter { $0.hasPrefix("waiting") } == [words])
    }

    @Test func aUnitThatHasFailedForGoodEndsTheWaitAndSaysWhy() {
        let failed = UnitState.State.failed("exit-code, 217/USER")
        let words =
            "'a' has failed (exit-code, 217/USER); 'systemctl status slipway@a.service' says more"
        let seen = send([.restarting(4, "exit-code, 217/USER"), failed])
        #expect(seen.error as? CommandFailure == CommandFailure.cannot(words))
    }

    /// A daemon that was started by hand, beside the unit: it may have taken the action, and only be slow to answer.
    @Test func aFailedUnitSaysNothingOfAProcessThatHasMadeItsSocketItself() throws {
        let daemon = try StubDaemon(["Submit": .silence(after: [])])
        let sending = sending(
            findSocket: { daemon.path },
            askUnit: { Self.unit(.failed("exit-code")) },
            timeout: .seconds(1)
        )
        let silence = Silence(limit: .seconds(1), key: "made", wait: .accepted, last: nil)
        #expect(throws: silence.failure) { try sending.run() }
    }
}
