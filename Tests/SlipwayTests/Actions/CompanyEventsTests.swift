import Testing

@testable import Slipway

/// The actions that the engine has, by their events alone.
struct CompanyEventsTests {
    /// A company, and the effects that it asked for.
    private struct Driver {
        var company = ActionCompany()
        private var effects: [ActionBook.Effect] = []

        /// Offers the action of a kind to the consumer of the same number.
        mutating func offer(_ kind: Int, isSuspect: Bool = false) -> Bool {
            var entry = ActionEntry(
                kind: kind,
                durability: .disk,
                state: .waiting,
                acceptedAt: .at(0),
                expiresAt: nil
            )
            if isSuspect { entry.progress.isSuspect = true }
            return company.offer(
                ActionID("a\(kind)"),
                entry,
                to: kind,
                at: .at(0),
                &effects
            )
        }

        mutating func end(_ kind: Int) {
            company.consumers[kind] = nil
            company.makeRoom(ActionID("a\(kind)"), &effects)
        }

        mutating func standAside(_ kind: Int) {
            company.standAside(ActionID("a\(kind)"), &effects)
        }

        mutating func endSeclusion() { company.endSeclusion(&effects) }

        mutating func takeEffects() -> [ActionBook.Effect] {
            defer { effects = [] }
            return effects
        }
    }

    private var driver = Driver()
    private let over = Instant.at(5000)

    @Test mutating func othersBeginSideBySide() {
        let begin = [driver.offer(0), driver.offer(1)]
        #expect(begin == [true, true])
        driver.end(0)
        #expect(driver.takeEffects().isEmpty)
        #expect(driver.company.consumers == [1: ActionID("a1")])
    }

    @Test mutating func aSuspectWaitsForTheOthersAndComesFirst() {
        let begin = [driver.offer(0), driver.offer(1, isSuspect: true), driver.offer(2)]
        #expect(begin == [true, false, false])
        #expect(driver.takeEffects() == [.arm(.seclusion, at: over)])
        driver.end(0)
        #expect(driver.takeEffects() == [.pull(1), .pull(2)])
    }

    @Test mutating func nothingBeginsBesideASuspect() {
        let begin = [driver.offer(1, isSuspect: true), driver.offer(0)]
        #expect(begin == [true, false])
        driver.end(1)
        #expect(driver.takeEffects() == [.pull(0)])
    }

    @Test mutating func thoseThatStoodBackComeOnceTheSuspectWaitsNoMore() {
        _ = [driver.offer(0), driver.offer(1, isSuspect: true), driver.offer(2)]
        _ = driver.takeEffects()
        driver.standAside(1)
        #expect(driver.takeEffects() == [.disarm(.seclusion), .pull(2)])
    }

    @Test mutating func newOnesAreKeptBackOnlyForAWhile() {
        _ = [driver.offer(0), driver.offer(1, isSuspect: true)]
        driver.company.note(2)
        let isEarly = driver.offer(2)
        _ = driver.takeEffects()
        driver.endSeclusion()
        #expect(driver.takeEffects() == [.pull(2)])
        let isLate = driver.offer(2)
        #expect([isEarly, isLate] == [false, true])
    }
}
