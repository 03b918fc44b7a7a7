package import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// What became of processes that were to end.
package enum TreeEnd: Hashable, Sendable {
    /// Nothing is left.
    case gone
    /// These could not be ended, by number; none, if it could not be found out.
    case stuck([pid_t])
}

extension [pid_t] {
    /// `12, 13`.
    package var listed: String { map(String.init).joined(separator: ", ") }
}

/// Ends process trees: looks at /proc once for all that are ending, and again after a pause.
@Loop
final class TreeEnder {
    static let shared = TreeEnder()

    private struct Ending {
        /// `nil`: everything that descends from this process.
        let tree: ProcessTree?
        var machine: TreeEnding
        /// Whether the tree's leader still stands for the leader.
        var hasSession = true
        let completion: @Loop (TreeEnd) -> Void
    }

    /// A look that is under way.
    private struct Reading {
        let table: ProcessTableReader
        /// The last of the trees that were to end when it began: of later ones it knows nothing.
        let lastNumber: Int
        /// How long it took until now.
        var cost = Duration.zero
    }

    private static let firstPause = Duration.milliseconds(1)
    private static let longestPause = Duration.milliseconds(50)
    /// How many entries of /proc are read until others get their turn.
    private static let slice = 256

    private var endings: [Int: Ending] = [:]
    private var lastNumber = 0
    private var reading: Reading?
    /// When to look again, and what wakes the loop then.
    private var next: (time: Instant, timer: Timer)?
    private var isLookPosted = false
    /// When the last look ended, and how long it took.
    private var last = (end: Instant.now, cost: Duration.zero)
    private var pause = firstPause
    /// The grace is over: what is to end is killed.
    private var isGraceOver = false
    /// What a look takes: a descriptor for as long as it lasts, and one more while it reads.
    private var spare: [SpareDescriptor] = []

    private init() {}

    /// Keeps what a look takes, so that it does not fail when descriptors run out.
    func prepare() { spare = [SpareDescriptor(), SpareDescriptor()] }

    /// Ends a tree, and calls `completion` once nothing is left of it, or nothing more can be done;
    /// but not before this returns.
    func end(
        _ tree: ProcessTree?,
        grace: Duration,
        completion: @escaping @Loop (TreeEnd) -> Void
    ) {
        lastNumber += 1
        endings[lastNumber] = Ending(
            tree: tree,
            machine: TreeEnding(at: .now, grace: isGraceOver ? .zero : grace),
            completion: completion
        )
        lookSoon()
    }

    /// Ends the grace of every tree that is ending, or will.
    func endGrace() {
        isGraceOver = true
        for number in endings.keys { endings[number]?.machine.hurry(at: .now) }
        lookSoon()
    }

    /// A process has ended: something may be gone now.
    func processEnded() {
        pause = Self.firstPause
        schedule()
    }

    // MARK: Looking

    /// Looks when the loop comes round again: once for all that were asked to end meanwhile.
    private func lookSoon() {
        pause = Self.firstPause
        guard !isLookPosted, reading == nil else { return }
        isLookPosted = true
        Loop.post { self.look() }
    }

    private func look() {
        isLookPosted = false
        next?.timer.cancel()
        next = nil
        guard reading == nil, !endings.isEmpty else { return }
        if !spare.isEmpty { spare[0].release() }
        do throws(ErrorNumber) {
            reading = Reading(table: try ProcessTableReader(), lastNumber: lastNumber)
        } catch {
            return act(on: nil, upTo: lastNumber)
        }
        readOn()
    }

    private func readOn() {
        guard var current = reading else { return }
        let begin = Instant.now
        do throws(ErrorNumber) {
            let table = try readSlice(of: current.table)
            let children = Set(Children.shared.numbers)
            let look = table.map { ProcessLook($0, besides: children) }
            current.cost += begin.duration(to: .now)
            reading = current
            guard let look else { return Loop.post { self.readOn() } }
            act(on: look, upTo: current.lastNumber)
        } catch {
            act(on: nil, upTo: current.lastNumber)
        }
    }

    private func readSlice(of reader: ProcessTableReader) throws(ErrorNumber) -> ProcessTable? {
        for index in spare.indices.dropFirst() { spare[index].release() }
        // Not only at the end: until the next slice others may take what is free.
        defer { for index in spare.indices.dropFirst() { spare[index].acquire() } }
        return try reader.read(upTo: Self.slice)
    }

    /// Does what a look leads to; `nil` is one that failed, for want of descriptors.
    private func act(on look: ProcessLook?, upTo number: Int) {
        last = (.now, reading?.cost ?? .zero)
        reading?.table.close()
        reading = nil
        for index in spare.indices { spare[index].acquire() }
        for ending in endings.keys where ending <= number { act(on: ending, look) }
        if lastNumber > number { lookSoon() } else { schedule() }
        pause = min(pause * 2, Self.longestPause)
    }

    private func act(on number: Int, _ look: ProcessLook?) {
        guard var ending = endings[number] else { return }
        let members: [ProcessEntry]
        if let look {
            members =
                ending.tree?.members(in: look, withSession: ending.hasSession) ?? look.descendants
            ending.hasSession = ending.hasSession && ending.tree?.hasSession(in: look) ?? true
        } else {
            members = ending.hasSession ? Self.group(of: ending.tree) : []
        }
        let actions = ending.machine.look(members, isAll: look != nil, at: .now)
        endings[number] = ending
        for action in actions {
            switch action {
            case .signal(let signal, let target): kill(target, signal)
            case .gone: finish(number, .gone)
            case .stuck(let numbers): finish(number, .stuck(numbers))
            }
        }
    }

    private func finish(_ number: Int, _ end: TreeEnd) {
        endings.removeValue(forKey: number)?.completion(end)
    }

    /// What can be signalled without a look: the session's process group, whose number is the
    /// negated leader's.
    private static func group(of tree: ProcessTree?) -> [ProcessEntry] {
        guard let leader = tree?.leader, kill(-leader, 0) == 0 else { return [] }
        return [
            ProcessEntry(
                pid: -leader,
                parent: 0,
                group: leader,
                session: leader,
                isZombie: false
            )
        ]
    }

    /// Sees to the next look; one that is due earlier stays.
    private func schedule() {
        guard !endings.isEmpty, !isLookPosted, reading == nil else { return }
        // Where much runs a look takes long: half of the loop's time is for others.
        var time = last.end.advanced(by: max(last.cost, pause))
        // The grace ends in time, however long the pause has become.
        for ending in endings.values where ending.machine.killTime > last.end {
            time = min(time, ending.machine.killTime)
        }
        if let next, next.time <= time { return }
        next?.timer.cancel()
        do throws(LoopError) {
            next = (time, try Timer(at: time) { [self] in look() })
        } catch {
            // Without memory for a timer the loop turns until there is some.
            next = nil
            lookSoon()
        }
    }
}
