import Testing

@testable import Slipway

struct PoolCrewTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    @Test func thereAreAsManyThreadsAsCPUsAndNoMore() {
        let crew = TestedCrew(cpus: 2)
        #expect(crew.workCame(mayWait: false) == .started)
        #expect(crew.workCame(mayWait: false) == .started)
        #expect(crew.workCame(mayWait: false) == .nobody)
        #expect(crew.value.threads == 2)
    }

    @Test func forWorkThatMayWaitOneThreadHasToDo() {
        let crew = TestedCrew(cpus: 4)
        #expect(crew.workCame(mayWait: true) == .started)
        #expect(crew.workCame(mayWait: true) == .nobody)
        #expect(crew.workCame(mayWait: false) == .started)
    }

    @Test func aThreadThatLooksIsCalledOnceBeforeAnotherIsStarted() {
        let crew = TestedCrew(cpus: 2)
        _ = crew.workCame(mayWait: false)
        crew.beganLooking()
        #expect(crew.workCame(mayWait: true) == .called)
        #expect(crew.value.calls == 1)
        #expect(crew.workCame(mayWait: false) == .started)
        #expect(crew.workCame(mayWait: false) == .nobody)
    }

    @Test func whoBeginsToLookIsToldOfWorkThatNobodyWasCalledFor() {
        let crew = TestedCrew(cpus: 1)
        _ = crew.workCame(mayWait: false)
        #expect(!crew.beganLooking())
        #expect(crew.workCame(mayWait: false) == .called)
        #expect(crew.tookCall())
        // It runs that, and has just found that there is nothing else.
        #expect(crew.workCame(mayWait: false) == .nobody)
        #expect(crew.beganLooking())
        crew.foundWork()
        #expect(crew.value.looking == 0)
        // Told once.
        #expect(!crew.beganLooking())
    }

    @Test func whoIsCalledAtTheLastMomentDoesNotLeave() {
        let crew = TestedCrew(cpus: 2)
        _ = crew.workCame(mayWait: false)
        crew.beganLooking()
        _ = crew.workCame(mayWait: false)
        #expect(!crew.lookedInVain(at: start))
        #expect(crew.value.threads == 1)
        crew.beganLooking()
        #expect(crew.lookedInVain(at: start))
        #expect(crew.value.threads == 0)
        #expect(crew.value.looking == 0)
    }

    @Test func nobodyIsTakenBackWhileThereAreEnough() {
        let crew = TestedCrew(cpus: 1)
        _ = crew.workCame(mayWait: false)
        crew.left(at: start)
        #expect(crew.cameBack())
        #expect(!crew.cameBack())
    }

    @Test func twiceAsManyAreLentEachTimeThatNothingGetsOn() {
        let crew = TestedCrew(cpus: 1, limit: 6)
        _ = crew.workCame(mayWait: false)
        crew.beganWaiting(progress: 7)
        #expect(crew.lent(for: 9, progress: 7, at: start) == 1)
        #expect(crew.lent(for: 9, progress: 7, at: start) == 2)
        // Up to the limit.
        #expect(crew.lent(for: 9, progress: 7, at: start) == 2)
        #expect(crew.lent(for: 9, progress: 7, at: start) == 0)
        #expect(crew.value.threads == 6)
    }

    @Test func noMoreAreLentThanThereIsWorkFor() {
        let crew = TestedCrew(cpus: 1)
        _ = crew.workCame(mayWait: false)
        for _ in 0..<5 { #expect(crew.lent(for: 1, progress: 0, at: start) == 1) }
    }

    @Test(arguments: [(1, 8), (0, 7)])
    func nothingIsLentWhileAnythingGetsOnOrNothingWaits(waiting: Int, progress: Int) {
        let crew = TestedCrew(cpus: 1)
        _ = crew.workCame(mayWait: false)
        crew.beganWaiting(progress: 7)
        #expect(crew.lent(for: 1, progress: 7, at: start) == 1)
        #expect(crew.lent(for: waiting, progress: progress, at: start) == 0)
        #expect(crew.value.lending == 1)
    }

    @Test func whatWasLentStaysForAWhile() {
        let crew = TestedCrew(cpus: 1)
        _ = crew.workCame(mayWait: false)
        _ = crew.lent(for: 1, progress: 0, at: start)
        crew.left(at: start.advanced(by: .seconds(1)))
        #expect(crew.value.capacity == 2)
        crew.left(at: start.advanced(by: PoolCrew.loan + .seconds(1)))
        #expect(crew.value.capacity == 1)
    }

    @Test func aRefusalEndsTheLendingAndIsNoReasonToLendMore() {
        let crew = TestedCrew(cpus: 2)
        _ = crew.workCame(mayWait: false)
        _ = crew.lent(for: 9, progress: 0, at: start)
        crew.hasWaited(9, progress: 0)
        #expect(crew.lend(at: start))
        crew.wasRefused()
        #expect(!crew.lend(at: start))
        #expect(crew.value.lending == 1)
        #expect(crew.value.threads == 2)
        #expect(crew.value.capacity == 2)
    }

    @Test func theOnlyThreadIsAskedForAgainWhileWorkWaits() {
        let crew = TestedCrew(cpus: 2)
        _ = crew.workCame(mayWait: false)
        crew.wasRefused()
        for second in 1...3 {
            let now = start.advanced(by: .seconds(second))
            #expect(crew.lent(for: 5, progress: second, at: now) == 1)
            crew.wasRefused()
        }
        #expect(crew.lent(for: 0, progress: 3, at: start) == 0)
    }

    @Test func othersHaveToDoForAFurtherThreadThatIsRefused() {
        let crew = TestedCrew(cpus: 2)
        _ = crew.workCame(mayWait: false)
        _ = crew.workCame(mayWait: false)
        crew.wasRefused()
        #expect(crew.value.threads == 1)
    }

    @Test(arguments: 0..<200)
    func inNoOrderIsWorkLeftToNobodyOrAThreadMiscounted(seed: UInt64) {
        var threads = PoolThreads(seed: seed)
        for _ in 0..<500 {
            threads.step()
            let crew = threads.crew
            let runners = threads.busy + threads.turning
            #expect(crew.threads == runners + threads.checking + threads.looking)
            #expect(crew.looking + crew.calls == threads.checking + threads.looking)
            #expect(crew.looking >= 0 && crew.calls >= 0 && crew.threads <= crew.capacity)
            let comers = runners + threads.checking + crew.calls
            #expect(comers >= min(threads.work, crew.capacity) || threads.mustAskAgain)
            // For somebody to come nobody need be asked.
            #expect(comers >= min(threads.work, 1) || threads.lacksThreads)
        }
    }
}

/// A crew whose answers can be expected in place.
private final class TestedCrew {
    private(set) var value: PoolCrew

    init(cpus: Int, limit: Int = 512) {
        value = PoolCrew(cpus: cpus, limit: limit)
    }

    func workCame(mayWait: Bool) -> PoolCrew.Comer { value.workCame(mayWait: mayWait) }

    @discardableResult
    func beganLooking() -> Bool { value.beganLooking() }

    func foundWork() { value.foundWork() }

    func tookCall() -> Bool { value.tookCall() }

    func lookedInVain(at now: Instant) -> Bool { value.lookedInVain(at: now) }

    func left(at now: Instant) { value.left(at: now) }

    func cameBack() -> Bool { value.cameBack() }

    func wasRefused() { value.wasRefused() }

    func beganWaiting(progress: Int) { value.beganWaiting(progress: progress) }

    func hasWaited(_ waiting: Int, progress: Int) { value.hasWaited(waiting, progress: progress) }

    func lend(at now: Instant) -> Bool { value.lend(at: now) }

    func lent(for waiting: Int, progress: Int, at now: Instant) -> Int {
        value.hasWaited(waiting, progress: progress)
        var lent = 0
        while value.lend(at: now) { lent += 1 }
        return lent
    }
}

/// Threads that do what a pool's do, in an order that a seed chooses.
private struct PoolThreads {
    var crew: PoolCrew
    var work = 0
    /// Run something, or look whether there is something to run.
    var busy = 0
    /// Found nothing, and are about to say that they look.
    var turning = 0
    /// Have said so, and see whether something came meanwhile.
    var checking = 0
    /// Wait to be called.
    var looking = 0
    /// Somebody looks later whether work waits.
    var mustAskAgain = false
    /// One was refused, or has left.
    var lacksThreads = false
    /// Whether threads are refused, and leave while there is work.
    private let isTrying: Bool
    private var random: SplitMix64
    private var now = Instant(nanoseconds: 0)

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        isTrying = seed.isMultiple(of: 2)
        crew = PoolCrew(cpus: 1 + Int(seed % 3))
    }

    mutating func step() {
        now = now.advanced(by: .milliseconds(1))
        switch random.below(10) {
        case 0:
            work += 1
            signal()
        case 1 where busy > 0 && work > 0: work -= 1
        case 2 where busy > 0 && work == 0:
            busy -= 1
            turning += 1
        // Work may have come since it found nothing.
        case 9 where turning > 0:
            turning -= 1
            if crew.beganLooking() { checking += 1 } else { looking += 1 }
        case 3 where checking > 0 && work > 0:
            checking -= 1
            busy += 1
            crew.foundWork()
            if work > 1 { signal() }
        case 4 where checking > 0 && work == 0:
            checking -= 1
            looking += 1
        case 5 where looking > 0:
            if !crew.lookedInVain(at: now) { busy += 1 }
            looking -= 1
        case 6 where looking > 0:
            guard crew.tookCall() else { return }
            looking -= 1
            busy += 1
        case 7 where mustAskAgain: ask()
        // Another thread gets on with what there is, and is watched.
        case 8 where busy > 1 && isTrying:
            crew.left(at: now)
            busy -= 1
            mustAskAgain = true
            lacksThreads = true
        default: return
        }
    }

    private mutating func signal() {
        switch crew.workCame(mayWait: false) {
        case .called: break
        case .started: if isTrying, random.below(4) == 0 { refuse() } else { busy += 1 }
        case .nobody: mustAskAgain = true
        }
    }

    private mutating func refuse() {
        crew.wasRefused()
        mustAskAgain = true
        lacksThreads = true
    }

    private mutating func ask() {
        mustAskAgain = work > 0
        if work == 0 { lacksThreads = false }
        crew.hasWaited(work, progress: 0)
        while crew.lend(at: now) {
            if isTrying, random.below(4) == 0 { return refuse() }
            busy += 1
        }
    }
}
