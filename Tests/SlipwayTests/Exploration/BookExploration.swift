@testable import Slipway

/// The life of random launch actions, over several launches that end between any two steps: by a
/// crash of the process, or with the machine, which forgets what was not synced.
///
/// After each crash, the store and the next launch have to agree with what senders were told. The
/// same seed gives the same life.
struct BookExploration {
    var random: SeededGenerator
    var disk = ModelDisk()
    var ledger: ActionLedger
    var engine = ModelEngine()
    var book = ActionBook()
    var timers: [ActionBook.Timer: Instant] = [:]
    var now = Instant(nanoseconds: 1)
    /// The kinds, with the keys that they have in this launch.
    private(set) var policies: [ActionPolicy]
    var submitted = 0
    let trace: ((String) -> Void)?

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
                durability: random.chance(20) ? .memory : .disk,
                width: random.chance(50) ? 1 : random.number(2...4)
            )
        }
        self.random = random
        self.trace = trace
        ledger = ActionLedger(policies)
    }

    private mutating func run() -> [String] {
        for _ in 0..<random.number(0...4) {
            launch(
                isDurable: random.chance(95),
                declared: policies.indices.filter { _ in random.chance(98) }
            )
            for _ in 0..<random.number(0...80) where ledger.violations.isEmpty { step() }
            if random.chance(40) {
                stop()
                for _ in 0..<random.number(0...20) where ledger.violations.isEmpty { step() }
                if random.chance(50) { endAll() }
            }
            crash(random.chance(50) ? .process : .power)
        }
        launch(isDurable: true, declared: Array(policies.indices))
        finish()
        return ledger.violations
    }

    private mutating func launch(isDurable: Bool, declared: [Int]) {
        trace?("launch of \(declared)\(isDurable ? "" : " without a file")")
        engine = ModelEngine()
        timers = [:]
        for kind in policies.indices where submitted == 0 || random.chance(15) {
            policies[kind].keyNames = ActionKeyNames(
                order: random.chance(50) ? random.chance(70) ? "o" : "p" : nil,
                unique: random.chance(30) ? random.chance(80) ? "u" : "v" : nil,
                coalescing: random.chance(30) ? "c" : nil
            )
        }
        book = ActionBook(isDurable: isDurable, seed: random.next())
        for number in declared {
            book.kinds[number] = ActionBook.Kind(
                name: "k\(number)",
                queue: .main,
                requires: [],
                policy: policies[number]
            )
            if random.chance(70) { engine.available.insert(number) }
        }
        if random.chance(50) { restore() }
        if random.chance(50) { start() }
    }

    private mutating func crash(_ crash: ModelDisk.Crash) {
        trace?("crash of the \(crash)")
        check()
        disk.crash(crash, &random)
        ledger.crashed(crash, disk.table.rows)
    }

    private mutating func check() {
        ledger.check(book)
        guard disk.isIdle, let id = engine.deciding.first else { return }
        ledger.violations.append("the handler of \(id) waits for ever")
    }

    /// The launch ends in order: handlers return, and everything is stored.
    private mutating func endAll() {
        trace?("end")
        restore()
        while ledger.violations.isEmpty {
            if !disk.isIdle {
                writeAll()
            } else if let consumer = engine.current.keys.min() {
                endBody(consumer)
            } else {
                return
            }
        }
    }

    private mutating func writeAll() {
        if disk.reports.isEmpty { disk.write(disk.pending.count) { _ in nil } }
        report()
    }

    /// Lets everything come to its end.
    private mutating func finish() {
        restore()
        start()
        for number in policies.indices { come(number) }
        var steps = 0
        while ledger.violations.isEmpty, steps < 10_000, finishOne() { steps += 1 }
        if steps == 10_000 { ledger.violations.append("it does not come to an end") }
        check()
        ledger.finished(disk.table.rows)
    }

    /// - Returns: Whether there was something to do.
    private mutating func finishOne() -> Bool {
        if !disk.isIdle {
            writeAll()
        } else if let consumer = engine.offered.min() {
            begin(consumer)
        } else if let consumer = engine.current.keys.min() {
            endBody(consumer)
        } else if let consumer = engine.leftBehind.keys.min() {
            returnLate(consumer)
        } else if let next = timers.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }) {
            now = max(now, next.value)
            fire(next.key)
        } else {
            return false
        }
        return true
    }
}
