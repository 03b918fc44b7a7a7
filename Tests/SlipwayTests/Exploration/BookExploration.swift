@testable import Slipway

/// The life of random launch actions, over several launches that crash between any two steps.
///
/// After each crash, the store and the next launch have to agree with what senders were told. The
/// same seed gives the same life.
struct BookExploration {
    private var random: SeededGenerator
    private var disk = ModelDisk()
    private var ledger: ActionLedger
    private var engine = ModelEngine()
    private var book = ActionBook()
    private var timers: [ActionBook.Timer: Instant] = [:]
    private var now = Instant(nanoseconds: 1)
    private let policies: [ActionPolicy]
    private var submitted = 0
    private let trace: ((String) -> Void)?

    /// Explores one seed; returns the rules that were broken.
    static func violations(seed: UInt64, trace: ((String) -> Void)? = nil) -> [String] {
        var exploration = BookExploration(seed, trace)
        return exploration.run()
    }

    private init(_ seed: UInt64, _ trace: ((String) -> Void)?) {
        var random = SeededGenerator(seed: seed)
        policies = (0..<random.number(1...3)).map { _ in
            ActionPolicy(
                expires: random.chance(30) ? .milliseconds(random.number(1...40)) : nil,
                limit: random.number(1...5),
                coalescing: random.chance(30) ? .latest : .all,
                effect: random.chance(50) ? .once : .idempotent,
                retry: random.chance(30)
                    ? .constant(attempts: random.number(2...4), pause: .milliseconds(3)) : nil,
                unmet: random.chance(50) ? .wait : .fail,
                durability: random.chance(20) ? .memory : .disk
            )
        }
        self.random = random
        self.trace = trace
        ledger = ActionLedger(policies)
    }

    private mutating func run() -> [String] {
        for _ in 0..<random.number(0...4) {
            launch()
            for _ in 0..<random.number(0...60) where ledger.violations.isEmpty { step() }
            // Half of the launches end as they should, and crash only then.
            if random.chance(30) { stop() }
            crash(random.chance(50) ? .process : .power)
        }
        launch()
        finish()
        return ledger.violations
    }

    // MARK: A launch

    private mutating func launch() {
        engine = ModelEngine()
        timers = [:]
        book = ActionBook(hasStore: true, seed: random.next())
        for (number, policy) in policies.enumerated() {
            book.kinds[number] = ActionBook.Kind(
                name: "k\(number)",
                queue: .main,
                requires: [],
                policy: policy
            )
            engine.available.insert(number)
        }
        trace?("launch")
    }

    /// What earlier launches left becomes known.
    private mutating func restore() {
        guard !book.isRestored else { return }
        let rows = disk.rows.filter { $0.row.end == nil }
        let restored = rows.map { id, row in
            RestoredAction(
                id: id,
                kind: "k\(row.kind)",
                acceptedAt: Instant(nanoseconds: 0),
                expiresAt: policies[row.kind].expires.map { _ in now.advanced(by: .milliseconds(9))
                },
                attempts: row.attempts,
                interruptions: row.interruptions + (row.isRunning ? 1 : 0),
                isInterrupted: row.isRunning
            )
        }
        trace?("restore \(restored.map(\.id))")
        ledger.restored(restored, at: disk.rows)
        book.restore(restored, at: now)
        settle()
    }

    private mutating func crash(_ crash: ModelDisk.Crash) {
        trace?("crash of the \(crash)")
        disk.crash(crash)
        ledger.crashed(crash, disk.rows)
    }

    private mutating func stop() {
        trace?("stop")
        book.close(ActionBook.LaunchEnd(cause: nil, reason: "asked to stop"), at: now)
        settle()
        for kind in engine.current.keys.sorted() { endBody(kind, wasAsked: true) }
        while !disk.pending.isEmpty { commit(disk.pending.count) }
    }

    /// Lets everything come to its end.
    private mutating func finish() {
        restore()
        for number in policies.indices { engine.available.insert(number) }
        var steps = 0
        while ledger.violations.isEmpty, steps < 10_000 {
            steps += 1
            if !disk.pending.isEmpty {
                commit(disk.pending.count)
            } else if let kind = engine.offered.min() {
                begin(kind)
            } else if let kind = engine.current.keys.min() {
                endBody(kind)
            } else if let next = timers.min(by: {
                ($0.value, "\($0.key)") < ($1.value, "\($1.key)")
            }) {
                now = max(now, next.value)
                fire(next.key)
            } else {
                break
            }
        }
        if steps == 10_000 { ledger.violations.append("it does not come to an end") }
        ledger.finished(disk.rows)
    }

    // MARK: Steps

    private mutating func step() {
        now = now.advanced(by: .microseconds(random.number(0...3000)))
        switch random.number(0...9) {
        case 0, 1: submit()
        case 2: restore()
        case 3: if !disk.pending.isEmpty { commit(random.number(1...disk.pending.count)) }
        case 4: if let kind = random.pick(engine.offered.sorted()) { begin(kind) }
        case 5: if let kind = random.pick(engine.current.keys.sorted()) { endBody(kind) }
        case 6:
            let due = timers.filter { $0.value <= now }.keys.sorted { "\($0)" < "\($1)" }
            if let timer = random.pick(due) { fire(timer) }
        case 7: if random.chance(40) { refuse() }
        case 8: if submitted > 0 { cancel(ActionID("a\(random.number(1...submitted))")) }
        default: if random.chance(30) { toggle(random.number(0...(policies.count - 1))) }
        }
    }

    private mutating func submit() {
        submitted += 1
        let id = ActionID("a\(submitted)")
        let kind = random.number(0...(policies.count - 1))
        let status = ActionStatus(
            id: id,
            kind: "k\(kind)",
            queue: .main,
            requires: [],
            state: .waiting(missing: []),
            acceptedAt: now
        )
        disk.kinds[id] = kind
        trace?("submit \(id) of k\(kind)")
        do throws(SubmitRefusal) {
            try book.reserve(status, of: kind, at: now)
            ledger.reserved(id, kind, isKept: policies[kind].durability == .disk)
        } catch {
            trace?("  \(error)")
        }
        settle()
    }

    private mutating func commit(_ count: Int) {
        for change in disk.commit(count) {
            trace?("stored \(change)")
            if case .accept(let id, _) = change { ledger.accepted(id) }
            book.stored(change, .stored, at: now)
            settle()
        }
    }

    private mutating func refuse() {
        guard let change = disk.refuse() else { return }
        trace?("refused \(change)")
        ledger.refused(change)
        book.stored(change, .refused, at: now)
        settle()
    }

    private mutating func cancel(_ id: ActionID) {
        trace?("cancel \(id)")
        _ = book.cancel(id, reason: "asked", at: now)
        settle()
    }

    private mutating func fire(_ timer: ActionBook.Timer) {
        trace?("fire \(timer)")
        timers[timer] = nil
        book.fired(timer, at: now)
        settle()
    }

    /// What a kind requires comes, or it is known that it will not.
    private mutating func toggle(_ kind: Int) {
        if engine.available.remove(kind) == nil {
            engine.available.insert(kind)
            pull(kind)
        } else if random.chance(20) {
            trace?("k\(kind) cannot run")
            book.cannotRun(kind, "user", "gone", at: now)
        }
        settle()
    }

    // MARK: The engine

    private mutating func pull(_ kind: Int) {
        guard engine.available.contains(kind), !engine.offered.contains(kind),
            engine.current[kind] == nil, book.takeNext(of: kind, at: now) != nil
        else { return }
        engine.offered.insert(kind)
    }

    private mutating func begin(_ kind: Int) {
        guard let id = book.current(of: kind) else {
            return ledger.violations.append("k\(kind) was offered nothing")
        }
        trace?("begin \(id)")
        engine.offered.remove(kind)
        engine.current[kind] = id
        book.began(kind, at: now)
        if book.entries[id]?.isKept == false { ledger.began(id) }
        settle()
    }

    /// The handler of a kind's action returns, if it may have begun.
    private mutating func endBody(_ kind: Int, wasAsked: Bool = false) {
        guard let id = engine.current[kind], book.entries[id]?.stage == .running else { return }
        engine.current[kind] = nil
        let isAsked = wasAsked || engine.asked.remove(kind) != nil
        var outcome = Outcome.succeeded
        if isAsked, random.chance(70) {
            outcome = .cancelled(reason: "asked")
        } else if random.chance(30) {
            outcome = .failed(Failure("no window"))
        }
        trace?("end \(id) \(outcome)")
        ledger.bodyEnded(id)
        book.returned(kind, outcome, mayRetry: random.chance(80), at: now)
        settle()
    }

    private mutating func settle() {
        while true {
            let effects = book.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects { perform(effect) }
        }
    }

    private mutating func perform(_ effect: ActionBook.Effect) {
        trace?("  \(effect)")
        switch effect {
        case .store(let change): disk.take(change)
        case .pull(let kind): pull(kind)
        case .withdraw(let kind):
            if engine.offered.remove(kind) == nil {
                ledger.violations.append("k\(kind) is withdrawn, and was not offered")
            }
        case .interrupt(let kind, _): engine.asked.insert(kind)
        case .begin(let id, let isStored):
            guard let kind = disk.kinds[id], engine.current[kind] == id else {
                return ledger.violations.append("\(id) begins, and has no place")
            }
            if isStored {
                ledger.began(id)
            } else {
                engine.current[kind] = nil
                book.returned(kind, .cancelled(reason: "not stored"), mayRetry: true, at: now)
            }
        case .tell(let status): ledger.told(status)
        case .tellWaiting(let id): if let status = book[id] { ledger.told(status) }
        case .arm(let timer, let instant): timers[timer] = instant
        case .disarm(let timer): timers[timer] = nil
        case .dropPayload: break
        }
    }
}

/// An engine that has a queue for each kind.
struct ModelEngine {
    /// The kinds that have what they require.
    var available: Set<Int> = []
    /// The kinds whose action waits for its queue.
    var offered: Set<Int> = []
    /// The actions that run, or whose attempt is being stored.
    var current: [Int: ActionID] = [:]
    /// The kinds whose handler was asked to give up.
    var asked: Set<Int> = []
}
