import Testing

@testable import Slipway

/// The smaller values that a launch's machine is made of.
struct MachinePartTests {
    // MARK: Groups

    @Test func aGroupBeingUndoneIsFoundByTheOperationAndCountsAsActive() throws {
        var plan = Plan("p")
        plan.group("g") { plan in plan.add("a") { _ in } }
        let graph = try Graph(plan)
        var groups = Groups()
        let number = try #require(graph.topology.groups.first)
        groups[number] = GroupProgress(graph.topology.operations[number])
        groups[number]?.failedAttempt = FailedAttempt(failure: Failure("broken"))
        groups.undoing = [number]
        let begun = groups.enter(.undoing(0), number)
        #expect(begun == 1)
        #expect(groups.undone(in: number) == 0 && groups.group(undoing: 0) == number)
        let ended = groups.enter(.waiting, number)
        #expect(ended == -1)
        #expect(groups.group(undoing: 0) == nil)
        groups.endAttempt(of: number)
        #expect(groups.undoing.isEmpty && groups[number]?.failedAttempt == nil)
        #expect(groups.all == [number])
    }

    // MARK: Teardown

    @Test func aTeardownThatIsLeftIsRememberedWithItsBegin() {
        var teardown = LaunchTeardown()
        teardown.begin(1, at: .at(1))
        teardown.begin(2, at: .at(2))
        teardown.leave(2)
        teardown.end(2)
        #expect(teardown.begun == [1: .at(1)])
        teardown.leaveAll()
        #expect(teardown.begun.isEmpty)
        #expect(teardown.left.map(\.index) == [2, 1])
        #expect(teardown.left.map(\.begun) == [.at(2), .at(1)])
    }

    // MARK: What remains

    @Test func aCallThatWasLeftReturnsAsOftenAsItWasLeft() {
        var remaining = Remaining([])
        remaining.leaveCall(1)
        remaining.leaveCall(1)
        let answers = (1...3).map { _ in remaining.callReturned(1) }
        #expect(answers == [true, true, false])
    }

    @Test func countsByStage() {
        var remaining = Remaining([])
        remaining.count(.launch, 2)
        remaining.count(.background, 1)
        remaining.count(.launch, -1)
        #expect(remaining.unended == 1 && remaining.unendedBackground == 1)
    }

    // MARK: Additions

    @Test func theOldestAdditionsAreReleasedAndTheNeededOnesStay() {
        var additions = Additions()
        (additions.retained, additions.threshold) = (1, 3)
        for index in 1...2 { additions.noteEnd(of: index) }
        #expect(!additions.areMany)
        additions.noteEnd(of: 3)
        #expect(additions.areMany && Array(additions.oldest) == [1, 2])
        additions.release([1])
        #expect(!additions.areMany && Array(additions.oldest) == [2])
    }

    @Test func aValueIsReadUntilItsLastReaderHasEnded() {
        var additions = Additions()
        additions.addReader(of: 1)
        additions.addReader(of: 1)
        let isLast = [additions.removeReader(of: 1), additions.removeReader(of: 1)]
        #expect(isLast == [false, true] && !additions.hasReaders(1))
    }

    // MARK: Parts

    @Test func aProgramThatGivesWayIsNoLackUntilTheReloadIsOver() {
        var parts = Parts()
        parts.giveWay("web")
        let program = ProgramStatus(name: "web", state: .stopped, since: .at(0))
        let told = parts.note(program)
        #expect(told.givesWay && !parts.programs.isTroubled)
        let ended = parts.endGivingWay().map(\.name)
        let later = parts.note(program)
        #expect(ended == ["web"] && !later.givesWay)
    }

    // MARK: Waits

    @Test func aWaitIsFoundByItsBodyAndItsActionUntilItEnds() {
        var waits = BodyWaits()
        let action = ActionID("a")
        func wait(_ waiter: Int, for target: BodyWait.Target, isOfBody: Bool) -> Int {
            waits.add(
                BodyWait(waiter: waiter, target: target, isOfBody: isOfBody, isOutsideQueue: false)
            )
        }
        let numbers = [
            wait(1, for: .ready, isOfBody: true), wait(1, for: .action(action), isOfBody: false),
            wait(2, for: .action(action), isOfBody: true),
        ]
        #expect(waits.all.map(\.waiter) == [1, 1, 2] && waits.bodies == [1, 2])
        #expect(waits.of(1).map(\.target) == [.ready, .action(action)])
        #expect(waits.forEnd(of: action).map(\.waiter) == [1, 2])
        let ended = waits.remove(numbers[2])
        let again = waits.remove(numbers[2])
        #expect(ended?.waiter == 2 && again == nil)
        #expect(waits.forEnd(of: action).map(\.waiter) == [1] && waits.bodies == [1])
        for number in numbers { _ = waits.remove(number) }
        #expect(waits.isEmpty && waits.forEnd(of: action).isEmpty)
    }

    // MARK: Retries

    @Test func knownPausesComeInPlaceOfRandomOnes() {
        var pauses = RetryBackoffs(seed: 1)
        pauses.known = [7: [.seconds(3)]]
        let retry = Retry.constant(attempts: 3, pause: .seconds(1))
        let next = [7, 8].map { pauses.next(of: $0, after: 1, retry) }
        #expect(next == [.seconds(3), .seconds(1)])
    }

    // MARK: Effects

    @Test func effectsAreTakenOnceAndInOrder() {
        var outbox = Outbox()
        outbox.emit(.disarm(.grace))
        outbox.emit(.finish)
        outbox.noteEnded(4)
        let taken = [outbox.takeEffects(), outbox.takeEffects()]
        #expect(taken == [[.disarm(.grace), .finish], []] && outbox.isEmpty)
        let ended = [outbox.takeEnded(), outbox.takeEnded()]
        #expect(ended == [4, nil])
    }
}
