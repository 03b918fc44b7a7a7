import Slipway
import Testing

@testable import SlipwayStore

/// The file's answers as a machine: what happens, and what a look at the time says then.
struct StorePulseTests {
    private static func at(_ seconds: Int64) -> Instant {
        Instant(nanoseconds: seconds * 1_000_000_000)
    }

    /// A file that has been open.
    private static var opened: StorePulse {
        var pulse = StorePulse(opensUntil: at(60))
        pulse.opened()
        return pulse
    }

    @Test func nothingIsLookedForWhereNothingIsAsked() {
        var pulse = Self.opened
        #expect(pulse.nextLook == nil)
        pulse.begins(at: Self.at(1))
        #expect(pulse.nextLook == Self.at(6))
        pulse.rests()
        #expect(pulse.nextLook == nil)
        #expect(pulse.look(at: Self.at(1000)) == nil)
    }

    @Test func itIsSilentOnceNothingHasComeBackForTheWholePatience() {
        var pulse = Self.opened
        pulse.asked(at: Self.at(1))
        // What waits behind it does not put that off.
        pulse.asked(at: Self.at(4))
        #expect(pulse.look(at: Self.at(5)) == nil)
        #expect(pulse.look(at: Self.at(6)) == .silent(isAwaited: false))
        #expect(pulse.look(at: Self.at(7)) == nil)
        #expect(pulse.nextLook == nil)
        #expect(pulse.isNews)
    }

    @Test func oneThatIsSlowAnswersWithEachThingThatItHasDone() {
        var pulse = Self.opened
        for second in 1...20 {
            pulse.begins(at: Self.at(Int64(second) * 4))
            #expect(pulse.look(at: Self.at(Int64(second) * 4 + 3)) == nil)
        }
    }

    @Test(arguments: [true, false])
    func itsAnswerEndsTheSilence(restsThen: Bool) {
        var pulse = Self.opened
        pulse.begins(at: Self.at(0))
        #expect(pulse.look(at: Self.at(5)) == .silent(isAwaited: false))
        if restsThen { pulse.rests() } else { pulse.begins(at: Self.at(9)) }
        #expect(pulse.look(at: Self.at(9)) == .answers)
        #expect(!pulse.isNews)
        #expect(pulse.nextLook == (restsThen ? nil : Self.at(14)))
    }

    /// As for one that another process has.
    @Test func aFileThatIsNotOpenYetIsAwaitedAsLongAsTheServiceWaits() {
        var pulse = StorePulse(opensUntil: Self.at(60))
        pulse.begins(at: Self.at(0))
        #expect(pulse.look(at: Self.at(5)) == .silent(isAwaited: true))
        #expect(pulse.nextLook == Self.at(60))
        #expect(pulse.look(at: Self.at(60)) == .silent(isAwaited: false))
        #expect(pulse.nextLook == nil)
        pulse.opened()
        pulse.rests()
        #expect(pulse.look(at: Self.at(61)) == .answers)
    }

    /// The launch says that the store is there as soon as the file is open, perhaps before the next look.
    @Test func aCallIsNotRefusedOnceTheFileHasAnswered() {
        let queue = FileQueue(patience: Instant.now.advanced(by: .seconds(60))) {}
        queue.begins()
        let silent = queue.add([], at: Instant.now.advanced(by: StorePulse.patience))
        #expect(silent.news == .silent(isAwaited: true))
        let refused = queue.add([.read { _ in }], at: Instant.now.advanced(by: StorePulse.patience))
        #expect(refused.news == nil)
        #expect(refused.calls.refused.count == 1)

        let now = Instant.now
        queue.begins()
        let answered = queue.add([.read { _ in }], at: now)
        #expect(answered.news == .answers)
        #expect(answered.calls.refused.isEmpty)
    }
}
