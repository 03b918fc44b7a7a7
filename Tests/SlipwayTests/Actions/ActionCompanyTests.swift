import Testing

@testable import Slipway

/// After a crash with several running actions, that one is found which ends the service.
struct ActionCompanyTests {
    /// A book with the kinds `k0` to `k2`, and an engine that takes whatever it is given.
    private struct Driver {
        var book = ActionBook(isDurable: true)
        /// The kinds whose action the engine has, in order.
        private(set) var taken: [Int] = []
        private(set) var stored: [ActionChange] = []

        init(_ policy: ActionPolicy = ActionPolicy()) {
            for number in 0..<3 {
                book.kinds[number] = ActionBook.Kind(
                    name: "k\(number)",
                    queue: .userInitiated,
                    requires: [],
                    policy: policy
                )
            }
        }

        mutating func perform(_ event: (inout ActionBook) -> Void) {
            event(&book)
            while true {
                let effects = book.takeEffects()
                guard !effects.isEmpty else { return }
                for effect in effects { perform(effect) }
            }
        }

        private mutating func perform(_ effect: ActionBook.Effect) {
            switch effect {
            case .pull(let kind):
                guard !taken.contains(kind), book.takeNext(of: kind, on: kind, at: .at(0)) != nil
                else {
                    return
                }
                taken.append(kind)
            case .withdraw(let kind): taken.removeAll { $0 == kind }
            case .store(let change, _): stored.append(change)
            default: return
            }
        }

        /// The store answers, and the handler of a kind's action runs.
        mutating func begin(_ kind: Int) {
            perform { $0.began(kind, at: .at(0)) }
            guard let change = stored.last else { return }
            perform { $0.stored(change, .stored, at: .at(0)) }
        }

        mutating func end(_ kind: Int, _ outcome: Outcome = .succeeded) {
            taken.removeAll { $0 == kind }
            perform { $0.returned(kind, outcome, mayRetry: false, at: .at(0)) }
        }

        /// A new action of a kind is accepted.
        mutating func submit(_ kind: Int, _ name: String = "a") throws {
            try book.reserve(
                .stored(.sent("\(name)\(kind)", kind: "k\(kind)")),
                of: kind,
                at: .at(0)
            )
            perform { _ in }
            guard let change = stored.last else { return }
            perform { $0.stored(change, .stored, at: .at(0)) }
        }

        /// Takes the actions that an earlier launch left: `running` of them ran when it ended.
        mutating func restore(_ kinds: [Int], running: Set<Int>) {
            let actions = kinds.map { kind in
                RestoredAction(
                    id: ActionID("a\(kind)"),
                    kind: "k\(kind)",
                    acceptedAt: .at(0),
                    attempts: running.contains(kind) ? 1 : 0,
                    isInterrupted: running.contains(kind)
                )
            }
            perform { $0.restore(actions, at: .at(0)) }
        }
    }

    @Test func whatRanAtACrashIsTriedOneAtATimeAndTheRestAfterIt() {
        var driver = Driver()
        driver.restore([0, 1, 2], running: [0, 2])
        #expect(driver.taken == [0])
        driver.begin(0)
        #expect(driver.taken == [0])
        driver.end(0)
        #expect(driver.taken == [2])
        driver.begin(2)
        driver.end(2)
        #expect(driver.taken == [1])
    }

    @Test func oneThatRunsAloneWaitsUntilTheOthersHaveEnded() {
        var driver = Driver()
        driver.restore([0, 1], running: [])
        #expect(driver.taken == [0, 1])
        driver.begin(0)
        driver.begin(1)
        // The program that handles it has ended.
        driver.end(0, .failed(Failure(ProgramEnded())))
        #expect(driver.stored.last == .interrupted(ActionID("a0"), counts: false))
        driver.perform { $0.fired(.retry(ActionID("a0")), at: .at(1000)) }
        #expect(driver.taken == [1])
        driver.end(1)
        #expect(driver.taken == [0])
        driver.begin(0)
        driver.end(0, .failed(Failure(ProgramEnded())))
        #expect(driver.stored.last == .interrupted(ActionID("a0"), counts: true))
    }

    @Test func oneWhoseQueueIsPausedLetsOthersPass() {
        var driver = Driver()
        driver.restore([0, 1], running: [0])
        #expect(driver.taken == [0])
        driver.perform { $0.letOthersPass(0) }
        #expect(driver.taken == [1])
    }

    @Test func oneThatIsCancelledWhileItWaitsHoldsNothingUp() {
        var driver = Driver()
        driver.restore([0, 1], running: [0])
        driver.perform { _ = $0.cancel(ActionID("a0"), reason: "asked", at: .at(0)) }
        #expect(driver.taken == [1])
    }

    /// A handler may send another action and wait for it: it would wait for ever.
    @Test func whatIsSentWhileOneRunsAloneIsKeptBackOnlyForAWhile() throws {
        var driver = Driver()
        driver.restore([0, 1], running: [0])
        driver.begin(0)
        try driver.submit(2)
        #expect(driver.taken == [0])
        driver.perform { $0.fired(.seclusion, at: .at(5000)) }
        // Those that were there before go on to stand back.
        #expect(driver.taken == [0, 2])
        driver.begin(2)
        // One that had company is not found to be the cause.
        driver.end(0, .failed(Failure(ProgramEnded())))
        #expect(driver.stored.last == .interrupted(ActionID("a0"), counts: false))
    }

    /// Both ran when the service ended; the first sends the second one anew.
    @Test func whatIsSentWhileOneRunsAloneDoesNotWaitForAnotherSuspectEither() throws {
        var driver = Driver()
        driver.restore([0, 2], running: [0, 2])
        driver.begin(0)
        try driver.submit(2, "b")
        driver.perform { $0.fired(.seclusion, at: .at(5000)) }
        #expect(driver.taken == [0, 2])
        driver.begin(2)
        driver.end(2)
        #expect(driver.taken == [0, 2])
        driver.begin(2)
        driver.end(2)
        driver.end(0)
        #expect(driver.taken == [])
    }

    @Test func whatIsSentWhileOneWaitsForTheOthersIsKeptBackOnlyForAWhile() throws {
        var driver = Driver()
        driver.restore([0, 1], running: [])
        driver.begin(0)
        driver.begin(1)
        driver.end(0, .failed(Failure(ProgramEnded())))
        driver.perform { $0.fired(.retry(ActionID("a0")), at: .at(1000)) }
        try driver.submit(2)
        #expect(driver.taken == [1])
        driver.perform { $0.fired(.seclusion, at: .at(6000)) }
        #expect(driver.taken == [1, 2])
        driver.begin(2)
        // From now on nothing waits for what is new.
        driver.end(1)
        try driver.submit(1, "b")
        #expect(driver.taken == [2])
        driver.end(2)
        #expect(driver.taken == [0])
    }

    /// Why the suspect does not wait for the others any more.
    enum Change: CaseIterable {
        case cancelled, queuePaused, requirementFailed, leftToTheNextLaunch
    }

    @Test(arguments: Change.allCases)
    func oneThatDoesNotWaitForTheOthersAnyMoreHoldsNothingUp(change: Change) throws {
        let unmet = change == .leftToTheNextLaunch ? ActionPolicy.Unmet.wait : .fail
        var driver = Driver(ActionPolicy(unmet: unmet))
        driver.restore([0, 1], running: [])
        driver.begin(0)
        driver.begin(1)
        driver.end(0, .failed(Failure(ProgramEnded())))
        driver.perform { $0.fired(.retry(ActionID("a0")), at: .at(1000)) }
        try driver.submit(2)
        #expect(driver.taken == [1])
        driver.perform { book in
            switch change {
            case .cancelled: _ = book.cancel(ActionID("a0"), reason: "asked", at: .at(0))
            case .queuePaused: book.letOthersPass(0)
            case .requirementFailed, .leftToTheNextLaunch:
                book.cannotRun(0, "db", Failure("gone"), isLeftOut: false, at: .at(0))
            }
        }
        #expect(driver.taken == [1, 2])
    }
}
