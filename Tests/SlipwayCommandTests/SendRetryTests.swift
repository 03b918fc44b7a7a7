import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwaySystem
import Testing

@testable import SlipwayCommand

struct SendRetryTests {
    private static let start = Instant(nanoseconds: 1_000_000_000)

    @Test func pausesGrowFrom100MillisecondsTo2Seconds() {
        let pauses = pauses(SendRetry(until: Self.start.advanced(by: .seconds(60)), hasKey: true))
        #expect(pauses.prefix(7) == [100, 200, 400, 800, 1600, 2000, 2000])
        #expect(pauses.reduce(0, +) == 60_000)
    }

    @Test func withoutATimeoutADaemonThatWentAwayIsTriedFor10Seconds() {
        let pauses = pauses(SendRetry(until: nil, hasKey: true))
        #expect(pauses.reduce(0, +) == 10_000)
    }

    @Test func aSocketThatIsNotThereAtTheFirstTryIsWaitedForOnlyWithATimeout() {
        var quick = SendRetry(until: nil, hasKey: true)
        #expect(pause(&quick, .absent) == nil)
        var patient = SendRetry(until: Self.start.advanced(by: .seconds(1)), hasKey: true)
        #expect(pause(&patient, .absent) == .milliseconds(100))
    }

    @Test func aSocketThatIsBeingReplacedIsWaitedFor() {
        var retry = SendRetry(until: nil, hasKey: true)
        #expect(pause(&retry, .lost) == .milliseconds(100))
        #expect(pause(&retry, .absent) == .milliseconds(200))
    }

    @Test func aServiceThatSystemdStartsAgainIsWaitedForAsLongAsItDoes() {
        var retry = SendRetry(until: nil, hasKey: true)
        for seconds in stride(from: 0, to: 600, by: 2) {
            let pause = pause(&retry, .absent, lasting: .seconds(seconds), isComing: true)
            #expect(pause != nil)
        }
        #expect(pause(&retry, .absent, lasting: .seconds(607)) == .seconds(1))
        #expect(pause(&retry, .absent, lasting: .seconds(608)) == nil)
        var keyless = SendRetry(until: nil, hasKey: false)
        #expect(pause(&keyless, .lost, isComing: true) == nil)
    }

    @Test func withoutAKeyNothingIsSentAgainThatMayHaveBeenTaken() {
        var retry = SendRetry(until: nil, hasKey: false)
        #expect(pause(&retry, .notTaken) == .milliseconds(100))
        #expect(pause(&retry, .lost) == nil)
    }

    @Test(arguments: [ECONNREFUSED, ECONNRESET, EAGAIN])
    func aConnectionThatIsNotTakenIsTriedAgain(code: Int32) {
        let error = ControlClientError.cannotConnect(path: "/socket", ErrorNumber(code))
        #expect(SendRetry.Trouble(error) == .notTaken)
    }

    @Test func anOutageAfterALongWaitIsTriedForAsLongAsTheFirst() {
        var retry = SendRetry(until: nil, hasKey: true)
        #expect(pause(&retry, .lost) == .milliseconds(100))
        #expect(pause(&retry, .lost, lasting: .seconds(11)) == .milliseconds(100))
        #expect(pause(&retry, .notTaken, lasting: .seconds(20)) == .milliseconds(200))
        #expect(pause(&retry, .notTaken, lasting: .seconds(22)) == nil)
    }

    /// All pauses in milliseconds, if every try fails at once.
    private func pauses(_ retry: SendRetry) -> [Int64] {
        var retry = retry
        var now = Self.start
        var pauses: [Int64] = []
        while let pause = retry.pause(after: .notTaken, begunAt: now, now: now), pauses.count < 99 {
            pauses.append(pause.microseconds / 1000)
            now = now.advanced(by: pause)
        }
        return pauses
    }

    private func pause(
        _ retry: inout SendRetry,
        _ trouble: SendRetry.Trouble,
        lasting duration: Duration = .zero,
        isComing: Bool = false
    ) -> Duration? {
        let end = Self.start.advanced(by: duration)
        return retry.pause(after: trouble, begunAt: Self.start, now: end, isComing: isComing)
    }
}
