import Slipway
import SlipwayTestSupport
import Testing

@testable import SlipwayProcess

/// Programs whose operations, operators and processes do anything at any time.
struct ProgramMachineExplorationTests {
    @Test func aProgramHasOneProcessAndEveryWaiterIsAnsweredOnce() throws {
        for seed in 0..<4000 {
            var walk = Walk(seed: UInt64(seed))
            for _ in 0..<60 { walk.step() }
            if seed % 3 == 0 { walk.close() }
            walk.finish()
            try #require(walk.faults == [], "seed \(seed): \(walk.steps.joined(separator: ", "))")
        }
    }
}

/// A program, and a model of what is around it.
private struct Walk {
    private var random: SeededGenerator
    private var machine: ProgramMachine
    private var now = Instant(nanoseconds: 0)
    private var timers: [ProgramMachine.Timer: Instant] = [:]
    private var hasProcess = false
    private var isTreeEnding = false
    private var isStopCommandRunning = false
    private var isLastCommandRunning = false
    /// Those who asked and have no answer.
    private var waiters = 0
    private var operationWaits = false
    private var hasSucceeded = false
    /// It is not to start again.
    private var isClosed = false
    private(set) var faults: [String] = []
    private(set) var steps: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let ends: [EndPolicy] = [
            .fail, .restart(.init()), .degrade, .stop,
            .restart(.init(attempts: 1, steady: .seconds(1), onlyFailures: true)),
            .restart(.init(attempts: nil)),
        ]
        var policy = ProgramPolicy(
            ended: ends[Int(seed % 6)],
            times: ProgramTimes(startLimit: .seconds(5)),
            watchdog: seed % 2 == 0 ? .seconds(2) : nil,
            health: seed % 5 == 0 ? .init(every: .seconds(1), misses: 1) : nil,
            hasStopCommand: seed % 7 < 3
        )
        policy.end.success.statuses = seed % 11 < 5 ? [1] : [0]
        policy.includesFirstStart = seed % 13 < 6
        policy.hasLastCommand = seed % 17 < 8
        policy.settling = seed % 19 < 6 ? .milliseconds(500) : nil
        machine = ProgramMachine("web", policy)
    }

    mutating func step() {
        switch Int.random(in: 0..<15, using: &random) {
        case 0: startForOperation()
        case 1: if operationWaits { handle(.cancel) }
        case 2: ask(.start(.operator))
        case 3: ask(.stop)
        case 4: ask(.restart)
        case 5: if hasProcess { handle(.ready) }
        case 6, 7: if hasProcess { exit() }
        case 8, 9: if isTreeEnding { treeGone() }
        case 10: if isStopCommandRunning { stopCommandEnded() }
        case 11: if isLastCommandRunning { lastCommandEnded() }
        case 12:
            let cause = "'db' ended"
            let requests: [ProgramMachine.Event] = [
                .stopFor(cause), .startFor(cause), .restartFor(cause),
            ]
            ask(requests.randomElement(using: &random) ?? .stopFor(cause))
        default: fireNextTimer()
        }
    }

    /// Lets it end in any way; it does not start again.
    mutating func close() {
        isClosed = true
        handle(.startNoMore)
        for _ in 0..<20 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: if hasProcess { exit() }
            case 1: if isTreeEnding { treeGone() }
            case 2: if isStopCommandRunning { stopCommandEnded() }
            case 3: if isLastCommandRunning { lastCommandEnded() }
            default: fireNextTimer()
            }
        }
    }

    /// Lets everything come to its end.
    mutating func finish() {
        if operationWaits { handle(.cancel) }
        endAll()
        ask(.stop)
        endAll()
        check(waiters == 0, "nobody waits at the end")
        check(!hasProcess, "no process is left")
    }

    private mutating func endAll() {
        if isStopCommandRunning { stopCommandEnded() }
        if isTreeEnding { treeGone() }
        if isLastCommandRunning { lastCommandEnded() }
    }

    private mutating func lastCommandEnded() {
        isLastCommandRunning = false
        handle(.lastCommandEnded(Bool.random(using: &random) ? "refused" : nil))
    }

    private mutating func startForOperation() {
        // Its attempts follow one another, and end with the first that succeeds.
        guard !operationWaits, !hasSucceeded else { return }
        operationWaits = true
        waiters += 1
        handle(.start(.operation))
    }

    /// Makes a request of an operator, unless that is refused.
    private mutating func ask(_ event: ProgramMachine.Event) {
        guard !machine.isAwaited else { return }
        waiters += 1
        handle(event)
    }

    private mutating func exit() {
        hasProcess = false
        handle(.exited(.exited(1), lastLine: nil))
        check(isTreeEnding || isStopCommandRunning, "the rest of its processes is ended")
    }

    private mutating func stopCommandEnded() {
        isStopCommandRunning = false
        handle(.stopCommandEnded(Bool.random(using: &random) ? "refused" : nil))
        check(isTreeEnding, "its processes are ended after its stop command")
    }

    private mutating func treeGone() {
        hasProcess = false
        isTreeEnding = false
        handle(.treeGone(wasKilled: Bool.random(using: &random)))
    }

    private mutating func fireNextTimer() {
        guard let next = timers.min(by: { $0.value < $1.value }) else { return }
        timers[next.key] = nil
        now = max(now, next.value)
        handle(.fired(next.key))
    }

    private mutating func handle(_ event: ProgramMachine.Event) {
        steps.append("\(event)")
        for action in machine.handle(event, at: now) { perform(action) }
        check(operationWaits == machine.isAwaited, "it knows whether its operation waits")
        switch machine.state {
        case .starting, .ending: break
        case .pausing where operationWaits:
            check(machine.policy.includesFirstStart, "an operation waits for its first start alone")
            check(!hasProcess && !isTreeEnding, "it has no process while it pauses")
        case .idle, .pausing, .stopped, .ended:
            check(!isLastCommandRunning, "it is given up once its last command has ended")
            check(waiters == 0, "nobody waits for a program that is \(machine.state)")
            check(!hasProcess && !isTreeEnding, "it has no process when \(machine.state)")
        case .running:
            check(waiters == 0, "nobody waits for a program that runs")
            check(hasProcess, "it has a process when it runs")
        }
    }

    private mutating func perform(_ action: ProgramMachine.Action) {
        switch action {
        case .spawn:
            check(!isClosed, "it starts no more")
            check(!hasProcess && !isTreeEnding, "it has one process at a time")
            check(!isLastCommandRunning, "its last command comes after its last process")
            guard Int.random(in: 0..<8, using: &random) > 0 else {
                return handle(.notSpawned("cannot be started"))
            }
            hasProcess = true
            handle(.spawned(100))
        case .runStopCommand:
            check(hasProcess, "a dead program's stop command is not run")
            check(!isTreeEnding && !isStopCommandRunning, "its stop command is run once")
            isStopCommandRunning = true
        case .endTree:
            check(!isStopCommandRunning, "its stop command comes first")
            check(!isTreeEnding, "its processes are ended once")
            isTreeEnding = true
        case .runLastCommand:
            check(!isClosed, "nothing comes before its end any more")
            check(!hasProcess && !isTreeEnding, "its last command comes after its last process")
            check(!isLastCommandRunning, "its last command is run once")
            isLastCommandRunning = true
        case .endLastCommand:
            check(isLastCommandRunning, "a last command that runs is ended")
        case .stopService: check(hasSucceeded, "only a part of the service ends it")
        case .check:
            let failures = [
                nil, CheckFailure("refused"), CheckFailure("no descriptor", isShortage: true),
            ]
            handle(.checked(failures.randomElement(using: &random) ?? nil))
        // Each has been answered.
        case .endCheck: check(false, "no check is under way")
        case .arm(let timer, let instant): timers[timer] = instant
        case .disarm(let timer): timers[timer] = nil
        case .answer(let outcome):
            if operationWaits, outcome == .running { hasSucceeded = true }
            waiters = 0
            operationWaits = false
        case .fail: check(hasSucceeded, "only a part of the service ends it")
        case .tell, .extendTimeout, .warn, .follow: return
        }
    }

    private mutating func check(_ holds: Bool, _ rule: String) {
        if !holds { faults.append("\(rule); after \(steps.last ?? "")") }
    }
}
