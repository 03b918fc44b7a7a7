internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// The control group of one child, from before its start until no process is left in it.
@Loop
final class ChildGroup {
    /// The longest time that a process takes to end after the kernel killed it for lack of memory:
    /// one with much memory takes long.
    private static let recent = Duration.seconds(2)
    /// The delay until the journal says that a process was killed: the end of the main process says
    /// so itself by then.
    private static let patience = Duration.milliseconds(500)

    let group: ControlGroup
    private var limits: [GroupResource: UInt64]
    private let watch: GroupWatch?
    private var watches: [Int32] = []
    /// The kernel's counts so far.
    private var kills = (all: 0, ownLimit: 0)
    private var refusedTasks = 0
    /// The kernel's last kill in the group for lack of memory: why, and when.
    private var lastKill: (lack: MemoryLack, at: Instant)?
    /// The number of processes that were killed since the journal last said so.
    private var untold = 0
    private var telling: Timer?
    private var isRetired = false
    /// Writes a line about the child; `nil` once its owner has let go of it.
    var note: (@Loop (String) -> Void)?
    /// Called once the group was removed.
    private let onRemoved: @Loop (ChildGroup) -> Void

    /// Takes a group that was just made.
    init(
        _ group: ControlGroup,
        _ limits: [GroupResource: UInt64],
        _ watch: GroupWatch?,
        onRemoved: @escaping @Loop (ChildGroup) -> Void
    ) {
        self.group = group
        self.limits = limits
        self.watch = watch
        self.onRemoved = onRemoved
    }

    /// Sets the group's limits, and begins to watch it.
    func begin() {
        for (resource, value) in limits { said(group.set(resource, value), resource, value) }
        follow("cgroup.events") { $0.populatedChanged() }
        follow("memory.events") { $0.memoryRanOut() }
        follow("pids.events") { $0.tasksRanOut() }
    }

    private func follow(_ file: String, _ handler: @escaping @Loop (ChildGroup) -> Void) {
        let number = watch?.add("\(group.path)/\(file)") { [weak self] in
            if let self { handler(self) }
        }
        if let number { watches.append(number) }
    }

    private func said(_ error: ErrorNumber?, _ resource: GroupResource, _ value: UInt64?) {
        guard let error else { return }
        let text = resource.text(value)
        note?("<4>its \(resource.rawValue) does not hold: cannot set it to '\(text)': \(error)")
    }

    /// Writes other limits; on a thread of its own, as the kernel may first have to take memory back.
    func limit(to limits: [GroupResource: UInt64]) {
        let changed = GroupResource.allCases.filter { limits[$0] != self.limits[$0] }
        guard !changed.isEmpty else { return }
        self.limits = limits
        let write = { @Sendable [group] in
            changed.map { resource in (resource, group.set(resource, limits[resource])) }
        }
        let tell = { @Loop [self] (results: [(GroupResource, ErrorNumber?)]) in
            for (resource, error) in results { said(error, resource, limits[resource]) }
        }
        do throws(Thread.Refusal) {
            try Thread("slipway-limits", blocking: .full) {
                let results = write()
                Loop.post { tell(results) }
            }
        } catch {
            tell(write())
        }
    }

    // MARK: What the kernel says

    private func memoryRanOut() {
        countKills()
        guard untold > 0, telling == nil else { return }
        telling = Timer(after: Self.patience) { [weak self] in self?.tellKills() }
    }

    private func countKills() {
        guard let now = group.kills, now.all > kills.all else { return }
        untold += now.all - kills.all
        let isOwn = now.ownLimit > kills.ownLimit
        kills = now
        lastKill = (isOwn ? .ofItsOwn(limits[.memoryMax]) : .around, .now)
    }

    private func tellKills() {
        telling?.cancel()
        telling = nil
        guard untold > 0, let lastKill else { return }
        let processes = untold == 1 ? "one of its processes" : "\(untold) of its processes"
        note?("<4>the kernel killed \(processes): \(lastKill.lack)")
        untold = 0
    }

    private func tasksRanOut() {
        guard let now = group.refusedTasks, now > refusedTasks else { return }
        // A program that tries again and again must not fill the journal.
        let isFirst = refusedTasks == 0
        refusedTasks = now
        guard isFirst, let limit = limits[.tasksMax] else { return }
        note?(
            "<4>it has reached tasksMax (\(limit)), and cannot start further processes or threads"
        )
    }

    /// The end of the main process, with what the kernel says about it.
    func explained(_ status: ChildStatus) -> ChildStatus {
        countKills()
        defer { tellKills() }
        guard status == .killed(SIGKILL), let lastKill,
            lastKill.at.duration(to: .now) < Self.recent
        else { return status }
        // The end of the main process tells of this kill.
        untold = max(untold - 1, 0)
        return .outOfMemory(lastKill.lack)
    }

    // MARK: Its end

    /// The main process has ended, or was never there: the group is removed once no process is left
    /// in it.
    func retire() {
        isRetired = true
        removeIfEmpty()
    }

    private func populatedChanged() {
        guard group.isPopulated != true else { return }
        // An end of the group's processes may be under way: they are gone now.
        TreeEnder.shared.processEnded()
        if isRetired { removeIfEmpty() }
    }

    private func removeIfEmpty() {
        // The group's processes may have left empty groups in it.
        guard group.isPopulated != true, group.remove() else { return }
        for number in watches { watch?.remove(number) }
        watches = []
        note = nil
        onRemoved(self)
    }
}
