internal import Glibc
internal import Slipway
internal import SlipwayLoop

/// Ends process trees: looks at /proc once for all that are ending, and again after a pause.
@Loop
final class TreeEnder {
    static let shared = TreeEnder()

    private struct Ending {
        /// `nil`: everything that descends from this process.
        let tree: ProcessTree?
        var machine: TreeEnding
        let completion: @Loop (_ isGone: Bool) -> Void
    }

    private static let firstPause = Duration.milliseconds(1)
    private static let longestPause = Duration.milliseconds(50)

    private var endings: [Int: Ending] = [:]
    private var lastNumber = 0
    private var timer: Timer?
    private var isLookDue = false
    private var pause = firstPause
    /// Nobody waits any more: what is to end is killed.
    private var isGraceOver = false

    private init() {}

    /// Ends a tree, and calls `completion` once nothing is left of it, or nothing more can be done;
    /// but not before this returns.
    func end(
        _ tree: ProcessTree?,
        grace: Duration,
        completion: @escaping @Loop (_ isGone: Bool) -> Void
    ) {
        lastNumber += 1
        let number = lastNumber
        endings[number] = Ending(
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
        guard !endings.isEmpty else { return }
        pause = Self.firstPause
        schedule()
    }

    /// Looks when the loop comes round again: once for all that were asked to end meanwhile.
    private func lookSoon() {
        pause = Self.firstPause
        guard !isLookDue else { return }
        isLookDue = true
        Loop.post { self.look() }
    }

    private func look() {
        isLookDue = false
        let table = ProcessTable.read()
        for number in Array(endings.keys) { look(at: number, in: table) }
        schedule()
    }

    private func look(at number: Int, in table: ProcessTable?) {
        guard var ending = endings[number] else { return }
        let members = Self.members(of: ending.tree, in: table)
        let actions = ending.machine.look(members, at: .now)
        endings[number] = ending
        for action in actions {
            switch action {
            case .signal(let signal, let target): kill(target, signal)
            case .gone, .stuck:
                endings[number] = nil
                ending.completion(action == .gone)
            }
        }
    }

    /// Without a table, for want of descriptors, what can be known without one: the session's
    /// process group, whose number is the negated leader's.
    private static func members(of tree: ProcessTree?, in table: ProcessTable?) -> [ProcessEntry] {
        if let table {
            let children = Set(Children.shared.numbers)
            return tree?.members(in: table, besides: children) ?? ProcessTree.allMembers(in: table)
        }
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

    private func schedule() {
        timer?.cancel()
        timer = nil
        guard !endings.isEmpty else { return }
        // The grace ends in time, however long the pause has become.
        let next = endings.values.map { Instant.now.duration(to: $0.machine.killTime) }
            .filter { $0 > .zero }.min()
        let delay = min(pause, next ?? pause)
        pause = min(pause * 2, Self.longestPause)
        timer = try? Timer(after: delay) { [self] in look() }
        // Without memory for a timer the loop turns until there is some.
        if timer == nil { lookSoon() }
    }
}
