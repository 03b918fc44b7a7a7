import Slipway
import SlipwayProcess
import SlipwaySystem
import Testing

/// A machine with its clock, which answers what it asks for by itself where a test does not.
struct ProgramDriver {
    var machine: ProgramMachine
    var now = Instant(nanoseconds: 0)
    var timers: [ProgramMachine.Timer: Instant] = [:]
    var told: [ProgramStatus] = []
    var outcomes: [ProgramMachine.Outcome] = []
    var failures: [String] = []
    var warnings: [String] = []
    /// Why the service ended well.
    var ends: [String] = []
    /// The processes that were named as the main one.
    var named: [Int32] = []
    var lastCommands = 0
    var endedLastCommands = 0
    /// The system error of each failure.
    var numbers: [Int32?] = []
    var spawns = 0
    var stopCommands = 0
    var trees = 0
    var checks = 0
    var endedChecks = 0
    var extensions: [Duration] = []

    init(_ policy: ProgramPolicy) { machine = ProgramMachine("web", policy) }

    var state: ProgramStatus.State { machine.current.state }
    var status: ProgramStatus { machine.current }

    mutating func handle(_ event: ProgramMachine.Event) {
        for action in machine.handle(event, at: now) {
            switch action {
            case .spawn: spawns += 1
            case .runStopCommand: stopCommands += 1
            case .follow(let pid): named.append(pid)
            case .runLastCommand: lastCommands += 1
            case .endLastCommand: endedLastCommands += 1
            case .stopService(let reason): ends.append(reason)
            case .endTree: trees += 1
            case .check: checks += 1
            case .endCheck: endedChecks += 1
            case .extendTimeout(let duration): extensions.append(duration)
            case .arm(let timer, let instant): timers[timer] = instant
            case .disarm(let timer): timers[timer] = nil
            case .tell(let status): told.append(status)
            case .warn(let words): warnings.append(words)
            case .answer(let outcome): outcomes.append(outcome)
            case .fail(let reason, let number):
                failures.append(reason)
                numbers.append(number?.rawValue)
            }
        }
    }

    mutating func say(_ text: String) {
        if let message = ProgramMessage(text.utf8) { handle(.said(message)) }
    }

    /// Starts it and makes it ready.
    mutating func run(_ starter: ProgramMachine.Starter = .operation) {
        handle(.start(starter))
        handle(.spawned(100))
        handle(.ready)
    }

    /// Its process ends, and nothing is left of it.
    mutating func exit(_ end: ChildStatus = .exited(1), _ line: String? = nil) {
        handle(.exited(end, lastLine: line))
        handle(.treeGone(wasKilled: false))
    }

    /// Goes on to the timer and fires it.
    mutating func fire(_ timer: ProgramMachine.Timer) throws {
        let instant = timers.removeValue(forKey: timer)
        now = try #require(instant)
        handle(.fired(timer))
    }

    /// Lets the time of its watchdog pass.
    mutating func missPing() throws {
        let before = trees
        while trees == before { try fire(.watchdog) }
    }

    mutating func pass(_ duration: Duration) { now = now.advanced(by: duration) }
}

extension ProgramPolicy {
    /// Of a program that is started again, and has 5 s to become ready.
    static let restarting = ProgramPolicy(
        ended: .restart(.init()),
        times: ProgramTimes(startLimit: .seconds(5))
    )
}
