package import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// The result of ending processes.
package enum TreeEnd: Hashable, Sendable {
    /// No process is left; these had to be killed, by number.
    case gone(killed: [pid_t])
    /// The processes that could not be ended, by number; empty if they could not be found out.
    case stuck([pid_t])
}

extension TreeEnd {
    /// A process had to be killed, or was not even ended by that.
    package var wasKilled: Bool { self != .gone(killed: []) }
}

extension [pid_t] {
    /// `12, 13`.
    package var listed: String { map(String.init).joined(separator: ", ") }
}

extension TreeEnding.Action {
    fileprivate var isKill: Bool { if case .signal(SIGKILL, _) = self { true } else { false } }
}

/// Ends process trees: looks into their control groups, or reads /proc once for all trees, and
/// again after an interval.
@Loop
final class TreeEnder {
    static let shared = TreeEnder()

    private struct Request {
        /// The tree; `nil` for all descendants of this process.
        let tree: ProcessTree?
        var machine: TreeEnding
        /// The leader's number still means the leader.
        var hasSession = true
        /// The processes that were seen last.
        var known: [ProcessEntry] = []
        let completion: @Loop (TreeEnd) -> Void
    }

    /// A read of /proc in progress.
    private struct Reading {
        let table: ProcessTableReader
        /// The last tree that was to end when the read began: it may miss processes of later ones.
        let lastNumber: Int
        /// The time that the read took so far.
        var cost = Duration.zero
    }

    private static let firstInterval = Duration.milliseconds(1)
    private static let longestInterval = Duration.milliseconds(50)
    /// The number of entries of /proc that are read before the loop runs its other work.
    private static let slice = 256

    private var endings: [Int: Request] = [:]
    private var lastNumber = 0
    private var reading: Reading?
    /// The time of the next read, and its timer.
    private var next: (time: Instant, timer: Timer)?
    private var isLookPosted = false
    /// When the last read ended, and how long it took.
    private var last = (end: Instant.now, cost: Duration.zero)
    private var interval = firstInterval
    /// The grace is over: processes that are to end are killed.
    private var isGraceOver = false
    /// The descriptors that a read needs: one for its duration, and one more for each entry.
    private var spare: [SpareDescriptor] = []

    private init() {}

    /// Reserves the descriptors of a read, so that it works when descriptors run out.
    ///
    /// - Throws: There are none: processes that are to end would never be known to be gone.
    func prepare() throws(LoopError) {
        let purpose = "ending processes"
        spare = [try .reserve(for: purpose), try .reserve(for: purpose)]
    }

    /// Ends a tree, and calls `completion` once no process of it is left, or nothing more can be
    /// done; never before this returns.
    ///
    /// The process `main` is asked first, by default the leader. The end is told by a callback, so
    /// that on the loop nothing comes between it and what follows from it.
    func end(
        _ tree: ProcessTree?,
        grace: Duration,
        _ settings: ChildSettings = ChildSettings(),
        first main: pid_t? = nil,
        completion: @escaping @Loop (TreeEnd) -> Void
    ) {
        lastNumber += 1
        endings[lastNumber] = Request(
            tree: tree,
            machine: TreeEnding(
                main ?? tree?.leader,
                at: .now,
                grace: isGraceOver ? .zero : grace,
                signal: settings.stopSignal ?? SIGTERM,
                endsWhole: settings.endsWhole
            ),
            completion: completion
        )
        lookSoon()
    }

    /// Ends the grace of every tree, now and later.
    func endGrace() {
        isGraceOver = true
        for number in endings.keys { endings[number]?.machine.hurry(at: .now) }
        lookSoon()
    }

    /// Notes that a process has ended, and so a tree may be gone.
    func processEnded() {
        interval = Self.firstInterval
        schedule()
    }

    /// Reads in the loop's next pass: once for all trees that are to end by then.
    private func lookSoon() {
        interval = Self.firstInterval
        guard !isLookPosted, reading == nil else { return }
        isLookPosted = true
        Loop.post { self.look() }
    }

    private func look() {
        isLookPosted = false
        next?.timer.cancel()
        next = nil
        guard reading == nil, !endings.isEmpty else { return }
        let begin = Instant.now
        guard !lookIntoGroups() else {
            last = (.now, begin.duration(to: .now))
            return actedOnAll(upTo: lastNumber)
        }
        if endings.values.allSatisfy({ $0.tree == nil }), !Self.hasChild {
            return act(on: ProcessLook(ProcessTable([]), besides: []), upTo: lastNumber)
        }
        if !spare.isEmpty { spare[0].release() }
        do throws(ErrorNumber) {
            reading = Reading(table: try ProcessTableReader(), lastNumber: lastNumber)
        } catch {
            return act(on: nil, upTo: lastNumber)
        }
        readOn()
    }

    /// Tells whether this process has a child: without one it has no descendants either, since it
    /// adopts those whose parents end.
    private static var hasChild: Bool {
        var info = siginfo_t()
        return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD
    }

    /// Acts on the trees whose control groups have processes, for which /proc need not be searched.
    ///
    /// An empty group is followed by a search, as one of its processes may have left it.
    ///
    /// - Returns: Whether these are all trees.
    private func lookIntoGroups() -> Bool {
        var areAll = true
        for (number, ending) in endings {
            guard let members = ending.tree?.membersOfGroup(), !members.isEmpty else {
                areAll = false
                continue
            }
            // The leader's number may be another process's once the leader and its session have
            // ended.
            let hasSession =
                Children.shared.numbers.contains { $0 == ending.tree?.leader }
                || members.contains { $0.session == ending.tree?.leader }
            endings[number]?.hasSession = ending.hasSession && hasSession
            act(on: number, members, isAll: true)
        }
        return areAll
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
        // After every slice: before the next one, other work may take free descriptors.
        defer { for index in spare.indices.dropFirst() { spare[index].acquire() } }
        return try reader.read(upTo: Self.slice)
    }

    /// Acts on a read; `nil` is one that failed, for lack of descriptors.
    private func act(on look: ProcessLook?, upTo number: Int) {
        last = (.now, reading?.cost ?? .zero)
        reading?.table.close()
        reading = nil
        for index in spare.indices { spare[index].acquire() }
        for ending in endings.keys where ending <= number { act(on: ending, look) }
        actedOnAll(upTo: number)
    }

    private func actedOnAll(upTo number: Int) {
        if lastNumber > number { lookSoon() } else { schedule() }
        interval = min(interval * 2, Self.longestInterval)
    }

    private func act(on number: Int, _ look: ProcessLook?) {
        guard let ending = endings[number] else { return }
        guard let look else {
            let members = ending.hasSession ? Self.group(of: ending.tree) : []
            return act(on: number, members, isAll: false)
        }
        let found =
            ending.tree?.members(in: look, withSession: ending.hasSession, known: ending.known)
            ?? look.descendants
        let numbers = Set(found.map(\.pid))
        // A process may have started another one while /proc was read.
        let inGroup = (ending.tree?.membersOfGroup() ?? []).filter { !numbers.contains($0.pid) }
        let isSeen = ending.tree?.hasSession(in: look) ?? true
        // A unit may hide processes of other users in /proc: their group is known nevertheless.
        let hidden =
            ending.hasSession && !isSeen && inGroup.isEmpty ? Self.group(of: ending.tree) : []
        endings[number]?.hasSession = ending.hasSession && (isSeen || !hidden.isEmpty)
        act(on: number, found + inGroup + hidden, isAll: true)
    }

    private func act(on number: Int, _ members: [ProcessEntry], isAll: Bool) {
        guard var ending = endings[number] else { return }
        if isAll { ending.known = members }
        let actions = ending.machine.look(members, isAll: isAll, at: .now)
        endings[number] = ending
        // All at once: one of them may start further ones, as a fork bomb does.
        if actions.contains(where: \.isKill) { ending.tree?.group?.kill() }
        for action in actions {
            switch action {
            case .signal(let signal, let target): kill(target, signal)
            case .gone(let killed): finish(number, .gone(killed: killed))
            case .stuck(let numbers): finish(number, .stuck(numbers))
            }
        }
    }

    private func finish(_ number: Int, _ end: TreeEnd) {
        endings.removeValue(forKey: number)?.completion(end)
    }

    /// The group that can be signalled without a read: the child itself, and once it has ended its
    /// process group, whose number is the negated leader's.
    private static func group(of tree: ProcessTree?) -> [ProcessEntry] {
        guard let tree, kill(-tree.leader, 0) == 0 else { return [] }
        let leader = tree.leader
        let isThere = Children.shared.numbers.contains(leader)
        // A process of a reaped leader's number is another one.
        guard isThere || kill(leader, 0) != 0 && errno == ESRCH else { return [] }
        return [
            ProcessEntry(
                pid: isThere ? leader : -leader,
                parent: 0,
                group: leader,
                session: leader,
                isZombie: false
            )
        ]
    }

    /// Schedules the next read; an earlier one stays.
    private func schedule() {
        guard !endings.isEmpty, !isLookPosted, reading == nil else { return }
        // With many processes a read takes long: half of the loop's time is for other work.
        var time = last.end.advanced(by: max(last.cost, interval))
        // The kill is on time, however long the interval has become.
        for ending in endings.values where ending.machine.killTime > last.end {
            time = min(time, ending.machine.killTime)
        }
        if let next, next.time <= time { return }
        next?.timer.cancel()
        next = (time, Timer(at: time) { [self] in look() })
    }
}
