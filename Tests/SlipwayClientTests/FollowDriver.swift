import Slipway
import SlipwayClient

/// Drives a ``FollowMachine`` by its events, in a time of its own, and writes down what it does.
struct FollowDriver {
    /// An event, as a call meets it.
    enum Event {
        /// The service answers that it has the action, where it is kept.
        case takes(ActionPolicy.Durability)
        /// The last answer, whether what was waited for has come or not.
        case ends(isOver: Bool)
        /// The service answers.
        case answers
        case meets(Trouble)
        case keyRefused
        case refused(leavesOpen: Bool)
        case late
        /// The answer of the manager.
        case says(FollowMachine.Outlook)
        /// Time passes.
        case after(Duration)
    }

    static let id = ActionID("0123456789abcdef0123456789abcdef")
    static let start = Instant(nanoseconds: 1_000_000_000)

    private(set) var machine: FollowMachine
    private(set) var now = start
    /// The news, and the steps but for sleeps, in words.
    private(set) var log: [String] = []
    /// The trouble that the last call met; `nil` for none.
    private(set) var met: Trouble?
    /// The pauses in milliseconds.
    private(set) var pauses: [Int64] = []

    init(_ terms: FollowTerms) { machine = FollowMachine(terms, at: Self.start) }

    /// Lets an event happen.
    mutating func take(_ event: Event) {
        if case .meets(let trouble) = event { met = trouble }
        switch event {
        case .takes(let durability): machine.answered(Self.id, keptIn: durability)
        case .ends(let isOver): machine.ended(isOver: isOver, at: now)
        case .answers: machine.back()
        case .meets(let trouble): machine.gone(trouble, at: now)
        case .keyRefused: machine.keyRefused()
        case .refused(let leavesOpen): machine.refused("no", leavesOpen: leavesOpen)
        case .late: machine.late()
        case .says(let outlook): machine.managerSaid(outlook, at: now)
        case .after(let duration): now = now.advanced(by: duration)
        }
        log += machine.takeNews().map { "\($0)" }
    }

    /// The manager's answer comes while a call is under way.
    mutating func says(_ outlook: FollowMachine.Outlook) {
        machine.managerSaid(outlook, at: now, isCalling: true)
        log += machine.takeNews().map { "\($0)" }
    }

    /// Goes on to the next call, the next question or the end.
    mutating func goOn() {
        switch machine.next(at: now) {
        case .sleep(let until):
            pauses.append(now.duration(to: until).microseconds / 1000)
            now = until
            goOn()
        case .call:
            met = nil
            log.append(machine.followed == nil ? "call" : "ask")
        case .askManager: log.append("manager?")
        case .end(let end): log.append("\(end)")
        }
    }

    /// The end; `nil` while it goes on.
    var end: FollowMachine.End? {
        var machine = machine
        if case .end(let end) = machine.next(at: now) { return end }
        return nil
    }

    /// Has all calls from now on meet the same, at most so many; each ends at once.
    mutating func goesOn(meeting trouble: Trouble, calls: Int = 99) {
        for _ in 0..<calls where end == nil {
            take(.meets(trouble))
            goOn()
        }
    }
}
