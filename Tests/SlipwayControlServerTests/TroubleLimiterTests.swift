import Slipway
import SlipwayInterface
import SlipwaySystem
import SlipwayVarlink
import Testing

@testable import SlipwayControlServer

struct TroubleLimiterTests {
    private static let anna = Peer(pid: 7, uid: 1000, gid: 1000)
    private static let ben = Peer(pid: 8, uid: 1001, gid: 1001)

    private struct Event {
        let second: Int64
        let trouble: ControlTrouble
        let isTold: Bool
    }

    /// Tells for each of the troubles whether the limiter admits it.
    private func told(_ events: [Event]) -> [Bool] {
        var limiter = TroubleLimiter()
        return events.map {
            limiter.admits($0.trouble, at: Instant(nanoseconds: $0.second * 1_000_000_000))
        }
    }

    @Test func tellsOnceAMinuteOfEachUserAndKind() {
        let events = [
            Event(second: 0, trouble: .readerCutOff(Self.anna), isTold: true),
            Event(second: 1, trouble: .readerCutOff(Self.anna), isTold: false),
            Event(second: 1, trouble: .readerCutOff(Self.ben), isTold: true),
            Event(second: 1, trouble: .halfSentCall(Self.anna), isTold: true),
            Event(second: 59, trouble: .readerCutOff(Self.anna), isTold: false),
            Event(second: 60, trouble: .readerCutOff(Self.anna), isTold: true),
            Event(second: 61, trouble: .readerCutOff(Self.anna), isTold: false),
        ]
        #expect(told(events) == events.map(\.isTold))
    }

    @Test func whatDiffersInDetailsOnlyIsTheSame() {
        let other = Peer(pid: 9, uid: 1000, gid: 1)
        let events = [
            Event(
                second: 0,
                trouble: .refused(.tooManyConnections(limit: 4, yours: 4), Self.anna),
                isTold: true
            ),
            Event(
                second: 1,
                trouble: .refused(.tooManyConnections(limit: 2, yours: 1), other),
                isTold: false
            ),
            Event(
                second: 1,
                trouble: .refused(.tooManyWaiting(limit: 2, yours: 1), other),
                isTold: true
            ),
        ]
        #expect(told(events) == events.map(\.isTold))
    }

    @Test(
        arguments: [
            (
                .refused(.tooManyConnections(limit: 64, yours: 12), anna),
                "a connection of user 1000 (process 7) was refused: the user holds 12, the limit "
                    + "is 64"
            ),
            (
                .refused(.tooManyWaiting(limit: 64, yours: 64), anna),
                "a call of user 1000 (process 7) may not wait: 64 of the user's wait, the limit "
                    + "is 64"
            ),
            (.readerCutOff(anna), "cut off user 1000 (process 7): it does not read its replies"),
            (.halfSentCall(anna), "cut off user 1000 (process 7): its call did not end in time"),
            (
                .tooMuchInput(anna),
                "cut off user 1000 (process 7): the user has sent too much that is not answered "
                    + "yet"
            ),
            (
                .notACall(.notAnObject, anna),
                "cut off user 1000 (process 7): cannot read message: not a JSON object"
            ),
            (
                .cannotAccept(ErrorNumber(24)),
                "there is no room for a new connection: Too many open files (EMFILE)"
            ),
            (
                .unknownPeer(ErrorNumber(22)),
                "a connection was refused: cannot find out whose it is: Invalid argument (EINVAL)"
            ),
            (
                .cannotServe(ErrorNumber(12), anna),
                "cannot serve user 1000 (process 7): Cannot allocate memory (ENOMEM)"
            ),
        ] as [(ControlTrouble, String)]
    )
    func saysWhatItIs(trouble: ControlTrouble, words: String) {
        #expect(trouble.description == words)
    }
}
