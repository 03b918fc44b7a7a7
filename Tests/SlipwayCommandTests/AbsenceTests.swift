import Slipway
import Testing

@testable import SlipwayCommand

struct AbsenceTests {
    private static let start = Instant(nanoseconds: 0)

    private func unit(_ state: UnitState.State) -> UnitState {
        UnitState(app: "a", unit: "slipway@a.service", state: state)
    }

    @Test func whatIsWaitedForIsSaidOnceAfterASecond() throws {
        var absence = Absence(since: Self.start)
        var lines: [String?] = []
        for milliseconds in [0, 999, 1000, 1050, 3000, 9000] {
            let now = Self.start.advanced(by: .milliseconds(milliseconds))
            lines.append(try absence.goesOn(at: now, places: "/run/a") { unit(.stopped) })
        }
        let words = "waiting for a service at /run/a: 'a' is stopped"
        #expect(lines == [nil, nil, words, nil, nil, nil])
        var unknown = Absence(since: Self.start)
        let second = Self.start.advanced(by: .seconds(1))
        #expect(
            try unknown.goesOn(at: second, places: "/run/a") { nil }
                == "waiting for a service at /run/a"
        )
    }

    @Test func itEndsOnceSystemdHasGivenUp() throws {
        var absence = Absence(since: Self.start)
        let second = Self.start.advanced(by: .seconds(1))
        _ = try absence.goesOn(at: second, places: "/run/a") { unit(.restarting(1)) }
        let later = Self.start.advanced(by: .seconds(3))
        let failed = unit(.failed("exit-code"))
        let obstacle = try #require(failed.obstacle)
        #expect(throws: obstacle) {
            try absence.goesOn(at: later, places: "/run/a") { failed }
        }
    }
}
