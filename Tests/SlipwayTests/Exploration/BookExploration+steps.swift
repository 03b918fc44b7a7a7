@testable import Slipway

/// The steps of senders, operators, the store and time in a launch.
extension BookExploration {
    static let stopReason = "stop"

    mutating func step() {
        let pause = random.chance(4) ? 1_000_000 : random.number(0...3000)
        now = now.advanced(by: .microseconds(pause))
        switch random.number(0...15) {
        case 0, 1: send()
        case 2: if random.chance(30) { sendAgain() } else if random.chance(10) { retry() }
        case 3: if random.chance(95) { restore() } else { refuse() }
        case 4: start()
        case 5: write()
        case 6, 7, 8: report()
        case 9: if let consumer = random.pick(engine.offered.sorted()) { begin(consumer) }
        case 10, 11:
            if let consumer = random.pick(engine.current.keys.sorted()) { endBody(consumer) }
        case 12: fireOne()
        case 13: if submitted > 0 { cancel(ActionID("a\(random.number(1...submitted))")) }
        case 14: if random.chance(30) { meet(random.number(0...(policies.count - 1))) }
        default: if random.chance(60) { leaveOrReturn() } else if random.chance(25) { purge() }
        }
    }

    // MARK: Senders and operators

    private mutating func send() {
        let kind = random.number(0...(policies.count - 1))
        let hasKey = random.chance(50) && policies[kind].durability == .disk
        submit(kind, key: hasKey ? submitted + 1 : nil)
    }

    /// A sender that lost its connection sends again, with its key.
    private mutating func sendAgain() {
        let keyed = disk.sent.values.filter { $0.key != nil }
        guard let again = random.pick(keyed.sorted { ($0.key ?? 0) < ($1.key ?? 0) }) else {
            return
        }
        submit(again.kind, key: again.key)
    }

    /// An operator makes a new action of one that has ended.
    private mutating func retry() {
        let ended = disk.table.rows.filter { $0.value.end != nil }
        guard let old = random.pick(ended.sorted { $0.key.description < $1.key.description }) else {
            return
        }
        trace?("retry \(old.key)")
        submit(old.value.kind, key: nil)
    }

    private mutating func submit(_ kind: Int, key: Int?) {
        submitted += 1
        let id = ActionID("a\(submitted)")
        let keys = keys(of: kind)
        trace?("submit \(id) of k\(kind)\(key.map { " with key \($0)" } ?? "") \(keys.words)")
        do throws(SubmitRefusal) {
            try book.reserve(
                .stored(.sent("a\(submitted)", kind: "k\(kind)", keys: keys)),
                of: kind,
                at: now
            )
            let isKept = book.durability(of: id) == .disk
            disk.sent[id] = ModelDisk.Sent(kind: kind, key: key, isKept: isKept)
            ledger.reserved(id, kind, key: key, isKept: isKept)
            ledger.isOnlyOpen(id, keys, book)
        } catch {
            trace?("  \(error)")
            if case .alreadyOpen(let open) = error { ledger.isOpen(open, keys, book) }
        }
        settle()
    }

    /// The keys that a kind declares, with few values.
    private mutating func keys(of kind: Int) -> ActionKeys? {
        let names = policies[kind].keyNames
        guard !names.isEmpty else { return nil }
        let value = random.number(0...2)
        func text(_ name: String?) -> String? { name.map { ActionKeyNames.text($0, "\(value)") } }
        return ActionKeys(
            order: text(names.order),
            unique: text(names.unique),
            coalescing: text(names.coalescing)
        )
    }

    private mutating func cancel(_ id: ActionID) {
        trace?("cancel \(id)")
        _ = book.cancel(id, reason: "asked", at: now)
        settle()
    }

    private mutating func purge() {
        guard book.inheritance.isKnown, book.storing.isDurable else { return }
        let purged = disk.purge()
        trace?("purge \(purged)")
        ledger.purged(purged)
    }

    // MARK: The launch

    /// The actions that earlier launches left become known.
    mutating func restore() {
        guard !book.inheritance.isKnown else { return }
        disk.open()
        let restored = disk.table.open.map { id, row in
            RestoredAction(
                id: id,
                kind: "k\(row.kind)",
                acceptedAt: Instant(nanoseconds: 0),
                expiresAt: policies[row.kind].expires.map { [left = random.number(-5...15)] _ in
                    now.advanced(by: .milliseconds(left))
                },
                attempts: row.attempts,
                failures: row.failures,
                interruptions: row.interruptions + (row.isRunning && !row.isSuspect ? 1 : 0),
                isInterrupted: row.isRunning,
                retryAt: random.chance(20) ? now.advanced(by: .milliseconds(5)) : nil,
                keys: row.keys
            )
        }
        trace?("restore \(restored.map(\.id))")
        ledger.restored(restored, disk.table.rows)
        let first = restored.prefix(random.number(0...restored.count))
        book.restore(Array(first), isLast: false, at: now)
        settle()
        book.restore(Array(restored.dropFirst(first.count)), at: now)
        settle()
    }

    /// The file cannot be opened yet: what was to be in it is refused.
    private mutating func refuse() {
        guard !book.inheritance.isKnown else { return }
        trace?("no file")
        for change in disk.giveUp() {
            ledger.answered(ModelDisk.Report(change: change, answer: .full))
            book.stored(change, .full, at: now)
            settle()
        }
    }

    mutating func start() {
        guard !engine.isStarted else { return }
        trace?("start")
        engine.isStarted = true
        book.armAll(at: now)
        for kind in policies.indices { pull(kind) }
        settle()
    }

    /// The operations that a kind requires succeed, or one fails.
    private mutating func meet(_ kind: Int) {
        guard !engine.available.contains(kind) else { return }
        if random.chance(60) { come(kind) } else { fail(kind) }
    }

    mutating func come(_ kind: Int) {
        guard !engine.unmet.contains(kind) else { return }
        engine.available.insert(kind)
        pull(kind)
        settle()
    }

    private mutating func fail(_ kind: Int) {
        let isLeftOut = random.chance(30)
        trace?("k\(kind) cannot run\(isLeftOut ? ", left out" : "")")
        engine.unmet.insert(kind)
        book.cannotRun(kind, "user", Failure("gone"), isLeftOut: isLeftOut, at: now)
        settle()
    }

    /// The launch is asked to stop, or fails.
    mutating func stop() {
        var cause: RootCause?
        if random.chance(30) {
            cause = RootCause(operation: "user", failure: Failure("gone"))
            for kind in policies.indices where !engine.available.contains(kind) { fail(kind) }
        }
        trace?("stop \(cause.map { "\($0.failure)" } ?? "")")
        book.close(ActionBook.LaunchEnd(cause: cause, reason: Self.stopReason), at: now)
        for consumer in engine.current.keys where engine.asked[consumer] == nil {
            engine.asked[consumer] = Self.stopReason
        }
        settle()
    }

    private mutating func fireOne() {
        let due = timers.filter { $0.value <= now }.keys.sorted { "\($0)" < "\($1)" }
        if let timer = random.pick(due) { fire(timer) }
    }

    mutating func fire(_ timer: ActionBook.Timer) {
        trace?("fire \(timer)")
        timers[timer] = nil
        book.fired(timer, at: now)
        settle()
    }
}
