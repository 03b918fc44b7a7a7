@testable import Slipway

/// The life of random actions over several launches of a service, each of which takes the place of the one
/// before while that still runs some; the news between them come late.
///
/// Some of them are passed by: the one before tells the next one directly. Every action has to run to its end, in one
/// launch at a time, and beside no other one that needs the same.
/// The same seed gives the same life.
struct HandoverExploration {
    /// One launch, and what it has to tell the next one, and the store.
    private struct Generation {
        var book: ActionBook
        var news: [HandedOver] = []
        var changes: [ActionChange] = []
        var timers: [ActionBook.Timer: Instant] = [:]
        /// The kinds of which an action runs, or is about to; each has one slot, with the kind's number.
        var begun: [Int: ActionID] = [:]
        /// Those of them whose start is stored.
        var running: Set<Int> = []
    }

    private var random: SeededGenerator
    private var generations: [Generation] = []
    private var now = Instant(nanoseconds: 1)
    private var sent: [ActionID] = []
    private var lastNumber = 0
    private var ended: [ActionID: ActionStatus.State] = [:]
    /// The actions that an earlier service left: they are told once the store is open.
    private var stored: [RestoredAction] = []
    /// The launch that is told of them; `nil` before.
    private var reader: Int?
    private var isOpen = false
    private var violations: [String] = []
    private let trace: ((String) -> Void)?

    /// Explores one seed; returns the rules that were broken.
    static func violations(seed: UInt64, trace: ((String) -> Void)? = nil) -> [String] {
        var exploration = HandoverExploration(SeededGenerator(seed: seed), trace)
        return exploration.run()
    }

    private init(_ random: SeededGenerator, _ trace: ((String) -> Void)?) {
        self.random = random
        self.trace = trace
    }

    private static let kinds = ["k0", "k1", "k2"]

    private mutating func run() -> [String] {
        for number in 0..<random.number(0...200) {
            let kind = Self.kinds[number % 3]
            stored.append(RestoredAction(id: ActionID("s\(number)"), kind: kind, acceptedAt: now))
            sent.append(ActionID("s\(number)"))
            now = now.advanced(by: .microseconds(1))
        }
        add()
        for _ in 0..<random.number(20...400) where violations.isEmpty { step() }
        var steps = 0
        while violations.isEmpty, steps < 20_000, finishOne() { steps += 1 }
        if steps == 20_000 { violations.append("it does not come to an end") }
        for id in sent where ended[id] == nil && violations.isEmpty {
            violations.append("\(id) never ended")
        }
        for (number, generation) in generations.dropLast().enumerated()
        where !generation.book.isHandedOver && violations.isEmpty {
            violations.append("generation \(number) keeps something")
        }
        return violations
    }

    /// A further launch, with locks and queues of its own.
    private mutating func add() {
        var book = ActionBook(isDurable: true, seed: random.next())
        for (number, name) in Self.kinds.enumerated() {
            var policy = ActionPolicy(
                retry: .constant(attempts: 3, pause: .milliseconds(3)),
                locks: random.chance(40) ? ["l"] : []
            )
            if random.chance(20) { policy.keyNames = ActionKeyNames(order: "o") }
            book.kinds[number] = ActionBook.Kind(
                name: name,
                queue: random.chance(40) ? .named("q") : .userInitiated,
                requires: [],
                policy: policy
            )
        }
        if !generations.isEmpty { book.awaitHandover() }
        generations.append(Generation(book: book))
        trace?("generation \(generations.count - 1)")
    }

    private mutating func step() {
        now = now.advanced(by: .microseconds(random.number(0...2000)))
        let last = generations.count - 1
        let any = random.number(0...last)
        switch random.number(0...9) {
        case 0, 1: send()
        case 2: if random.chance(15), last < 4 { reload() }
        case 3: if random.chance(50) { more(any) } else { passBy(any) }
        case 4, 5: deliver(any, random.number(1...40))
        case 6: answer(any, isFull: random.chance(20))
        case 7, 8: if let kind = random.pick(generations[any].running.sorted()) { end(any, kind) }
        default: if random.chance(50) { restore() } else { fire(any) }
        }
    }

    /// - Returns: Whether there was something to do.
    private mutating func finishOne() -> Bool {
        if !isOpen {
            restore()
            return true
        }
        for number in generations.indices {
            if number < generations.count - 1, generations[number].book.entries.swept != nil {
                more(number)
            } else if !generations[number].news.isEmpty {
                deliver(number, 40)
            } else if !generations[number].changes.isEmpty {
                answer(number, isFull: false)
            } else if let kind = generations[number].running.min() {
                end(number, kind)
            } else if !generations[number].timers.isEmpty {
                now = max(now, generations[number].timers.values.min() ?? now)
                fire(number)
            } else {
                continue
            }
            return true
        }
        return false
    }

    // MARK: Steps

    private mutating func send() {
        let kind = random.number(0...2)
        // One that was refused keeps its identity, too.
        lastNumber += 1
        let id = ActionID("a\(lastNumber)")
        let last = generations.count - 1
        let value = random.number(0...1)
        let isOrdered = generations[last].book.isOrdered(kind)
        let keys = isOrdered ? ActionKeys(order: ActionKeyNames.text("o", "\(value)")) : nil
        trace?("send \(id) of k\(kind)")
        perform(last) { book, now in
            try? book.reserve(
                .stored(.sent(id.description, kind: Self.kinds[kind], keys: keys)),
                of: kind,
                at: now
            )
        }
        if generations[last].book.entries[id] != nil { sent.append(id) }
    }

    private mutating func reload() {
        let last = generations.count - 1
        add()
        perform(last) { $0.handOver(at: $1) }
    }

    private mutating func more(_ number: Int) {
        perform(number) { _ = $0.handOverMore(at: $1) }
    }

    /// The launch that this one tells.
    private func successor(of number: Int) -> Int? {
        generations.indices.dropFirst(number + 1).first { !generations[$0].book.isPassedBy }
    }

    /// A launch with nothing of its own is not told any more, once all is told before and after it.
    private mutating func passBy(_ number: Int) {
        let book = generations[number].book
        guard book.mayBePassedBy, !book.isPassedBy, generations[number].news.isEmpty,
            let before = generations.indices.prefix(number)
                .last(where: { !generations[$0].book.isPassedBy }),
            generations[before].news.isEmpty
        else { return }
        trace?("\(number) is passed by")
        generations[number].book.passBy()
    }

    private mutating func deliver(_ number: Int, _ count: Int) {
        guard let next = successor(of: number) else { return }
        let news = Array(generations[number].news.prefix(count))
        guard !news.isEmpty else { return }
        generations[number].news.removeFirst(news.count)
        trace?("\(number) tells \(news)")
        perform(next) { $0.takeOver(news, at: $1) }
    }

    /// The store answers a launch; before it is open, nothing.
    private mutating func answer(_ number: Int, isFull: Bool) {
        guard isOpen, let change = generations[number].changes.first else { return }
        generations[number].changes.removeFirst()
        let answer = isFull ? KeepingAnswer.full : .stored
        if isFull, change.isAcceptance { sent.removeAll { $0 == change.action } }
        trace?("\(number): \(answer) \(change)")
        perform(number) { $0.stored(change, answer, at: $1) }
    }

    private mutating func end(_ number: Int, _ kind: Int) {
        generations[number].running.remove(kind)
        guard let id = generations[number].begun.removeValue(forKey: kind) else { return }
        let outcome =
            random.chance(30) ? Outcome.failed(Failure("no window")) : .succeeded
        trace?("\(number): \(id) ends: \(outcome)")
        perform(number) { $0.returned(kind, outcome, mayRetry: true, at: $1) }
    }

    private mutating func fire(_ number: Int) {
        let due = generations[number].timers.filter { $0.value <= now }
        guard let timer = due.keys.min(by: { "\($0)" < "\($1)" }) else { return }
        generations[number].timers[timer] = nil
        trace?("\(number): fire \(timer)")
        perform(number) { $0.fired(timer, at: $1) }
    }

    /// The store is opened, and the launch in service is told some of what it has.
    private mutating func restore() {
        guard !isOpen else { return }
        let number = reader ?? generations.count - 1
        if reader == nil {
            var isTaken = false
            perform(number) { [count = stored.count] book, _ in isTaken = book.expect(count) }
            guard isTaken else { return }
            reader = number
            return
        }
        let part = Array(stored.prefix(random.number(1...60)))
        stored.removeFirst(part.count)
        isOpen = stored.isEmpty
        trace?("\(number): restore \(part.map(\.id))")
        perform(number) { [isOpen] in $0.restore(part, isLast: isOpen, at: $1) }
    }

    // MARK: The engine

    private mutating func perform(
        _ number: Int,
        _ event: (inout ActionBook, Instant) -> Void
    ) {
        event(&generations[number].book, now)
        while true {
            let effects = generations[number].book.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects { perform(effect, number) }
        }
    }

    private mutating func perform(_ effect: ActionBook.Effect, _ number: Int) {
        switch effect {
        case .pull(let kind): begin(number, kind)
        case .store(let change, _): generations[number].changes.append(change)
        case .handOver(let news): generations[number].news.append(news)
        case .arm(let timer, let instant): generations[number].timers[timer] = instant
        case .disarm(let timer): generations[number].timers[timer] = nil
        case .begin(let id, let isStored): decide(number, id, isStored)
        case .tell(let status) where status.state.isEnded:
            if ended.updateValue(status.state, forKey: status.id) != nil {
                violations.append("\(status.id) ends twice")
            }
        case .withdraw, .interrupt, .tell, .tellWaiting, .dropPayload, .letGo: break
        }
    }

    private mutating func begin(_ number: Int, _ kind: Int) {
        guard generations[number].begun[kind] == nil,
            let id = generations[number].book.takeNext(of: kind, on: kind, at: now)
        else { return }
        trace?("\(number): begin \(id)")
        check(number, kind, id)
        generations[number].begun[kind] = id
        generations[number].book.began(kind, at: now)
    }

    private mutating func decide(_ number: Int, _ id: ActionID, _ isStored: Bool) {
        guard let kind = generations[number].begun.first(where: { $0.value == id })?.key else {
            return violations.append("\(id) is decided, and did not begin")
        }
        if isStored {
            generations[number].running.insert(kind)
            return
        }
        generations[number].begun[kind] = nil
        generations[number].book.returned(
            kind,
            .cancelled(reason: "not stored"),
            mayRetry: true,
            at: now
        )
    }

    /// Nothing else needs the same, in none of the launches; and the action is nowhere else.
    private mutating func check(_ number: Int, _ kind: Int, _ id: ActionID) {
        let needs = generations[number].book.kinds[kind]?.resources ?? []
        for (other, generation) in generations.enumerated() {
            for (busy, another) in generation.begun {
                // In one launch the engine sees to that.
                guard other != number, let used = generation.book.kinds[busy]?.resources else {
                    continue
                }
                if !used.isDisjoint(with: needs) {
                    violations.append("\(id) begins in \(number) beside \(another) in \(other)")
                }
            }
            if other != number, generation.book.entries[id].map({ $0.state != .ended }) == true {
                violations.append("\(id) begins in \(number), and is in \(other)")
            }
        }
        if ended[id] != nil { violations.append("\(id) begins after its end") }
        let earlier = generations[number].book.entries.byID.filter { other, entry in
            entry.kind == kind && other != id && entry.state == .waiting && entry.attempts == 0
                && entry.acceptedAt < (generations[number].book.entries[id]?.acceptedAt ?? now)
        }
        // One that is tried again has kept its slot.
        let isFirstAttempt = generations[number].book.entries[id]?.attempts == 0
        if !generations[number].book.isOrdered(kind), isFirstAttempt, !earlier.isEmpty {
            violations.append("\(id) begins before \(earlier.keys)")
        }
    }
}
