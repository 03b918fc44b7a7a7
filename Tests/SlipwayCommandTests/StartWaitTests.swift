import Slipway
import SlipwayInterface
import Testing

@testable import SlipwayCommand

/// A sender whose service systemd starts, or starts again, or does not start any more.
struct StartWaitTests {
    private static let start = Instant(nanoseconds: 1_000_000_000)

    private static func unit(_ state: UnitState.State) -> UnitState {
        UnitState(app: "a", unit: "slipway@a.service", state: state)
    }

    /// What is told, and whether the service is coming, at looks every two seconds.
    private func looks(
        _ states: [UnitState.State?]
    ) throws(CommandFailure) -> (told: [String], isComing: [Bool]) {
        var told: [String] = []
        var rest = states[...]
        let wait = StartWait(asking: { rest.popFirst().flatMap { $0.map(Self.unit) } }) {
            told.append($0)
        }
        var isComing: [Bool] = []
        for index in states.indices {
            let now = Self.start.advanced(by: .seconds(2 * index))
            isComing.append(try wait.isComing(at: now))
            // Not asked again at once.
            #expect(try wait.isComing(at: now) == isComing.last)
        }
        return (told, isComing)
    }

    @Test func aRestartIsToldOnceHoweverOftenItHappens() throws {
        let seen = try looks([
            .restarting(0, "exit-code, 217/USER"), .restarting(1, "exit-code, 217/USER"),
            .restarting(2, "exit-code, 217/USER"),
        ])
        #expect(
            seen.told == [
                "waiting: 'a' ended (exit-code, 217/USER), and systemd starts it again soon"
            ]
        )
        #expect(seen.isComing == [true, true, true])
    }

    @Test(
        arguments: [.running, .stopping, .stopped, .unknown("not-found"), nil]
            as [UnitState.State?]
    )
    func aServiceThatSystemdIsNotStartingIsNotWaitedFor(state: UnitState.State?) throws {
        let seen = try looks([state])
        #expect(seen.told == [])
        #expect(seen.isComing == [false])
    }

    @Test func aUnitThatHasFailedForGoodEndsTheWaitAndSaysWhy() {
        let failed = UnitState.State.failed("exit-code, 217/USER")
        let words =
            "'a' has failed (exit-code, 217/USER); 'systemctl status slipway@a.service' says more"
        #expect(throws: CommandFailure.cannot(words)) {
            try looks([.restarting(4, "exit-code, 217/USER"), failed])
        }
    }

    /// A daemon that was started by hand, beside the unit: it may have taken the action, and only be slow to answer.
    @Test func aFailedUnitSaysNothingOfAProcessThatHasMadeItsSocketItself() throws {
        let daemon = try StubDaemon(["Submit": .silence(after: [])])
        var sending = ActionSending(
            Method.Submit(kind: "a", key: "made", timeout: .seconds(1)),
            isKeyMade: true,
            findSocket: { daemon.path },
            observe: { nil },
            start: StartWait(asking: { Self.unit(.failed("exit-code")) }) { _ in },
            line: LiveLine(on: .error, isWanted: false),
            onReply: { _ in },
            onChange: { _ in }
        )
        let silence = Silence(limit: .seconds(1), key: "made", wait: .accepted, last: nil)
        #expect(throws: silence.failure) { try sending.run() }
    }
}
