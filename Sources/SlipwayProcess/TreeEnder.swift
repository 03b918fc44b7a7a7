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
    /// When to look again, and what wakes the loop then.
    private var next: (time: Instant, timer: Timer)?
    private var isLookPosted = false
    /// When the last look ended, and how long it took.
    private var last = (end: Instant.now, cost: Duration.zero)
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
        pause = Self.firstPause
        schedule()
    }

    /// Looks when the loop comes round again: once for all that were asked to end meanwhile.
    private func lookSoon() {
        pause = Self.firstPause
        guard !isLookPosted else { return }
        isLookPosted = true
        Loop.post { self.look() }
    }

    private func look() {
        isLookPosted = false
        next?.timer.cancel()
        next = nil
        let begin = Instant.now
        let look = ProcessLook.take(besides: Set(Children.shared.numbers))
        for number in Array(endings.keys) { act(on: number, look) }
        last.end = .now
        last.cost = begin.duration(to: last.end)
        schedule()
        pause = min(pause * 2, Self.longestPause)
    }

    private func act(on number: Int, _ look: ProcessLook?) {
        guard var ending = endings[number] else { return }
        let members = Self.members(of: ending.tree, look)
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

    /// Without a look, for want of descriptors, what can be known without one: the session's
    /// process group, whose number is the negated leader's.
    private static func members(of tree: ProcessTree?, _ look: ProcessLook?) -> [ProcessEntry] {
        if let look { return tree?.members(in: look) ?? look.descendants }
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
        guard !endings.isEmpty, !isLookPosted else { return }
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
