/// The actions that have begun or wait for their queue, and those that stand back for one that runs
/// alone.
///
/// When a process ends, nothing says which of the actions that ran was the cause. Each of these
/// *suspects* is therefore tried alone: nothing else runs beside it. If it ends the process again, it
/// was the cause, and only that counts towards ``ActionPolicy/interruptionLimit``.
struct ActionCompany: Sendable {
    /// Those that the engine has.
    var active: Set<ActionID> = []
    /// The suspect among them, which is alone.
    var lone: ActionID?
    /// The suspect that waits until the others have ended.
    var next: ActionID?
    /// The kinds that stand back until one of those that the engine has makes room.
    var held: Set<Int> = []
}

extension ActionBook {
    /// Tells whether an action may begin beside those that the engine has; if so, the engine has it
    /// now.
    mutating func hasRoom(for id: ActionID) -> Bool {
        guard let entry = entries[id] else { return false }
        let mayBegin: Bool
        if entry.isSuspect {
            mayBegin = company.active.isEmpty
            if !mayBegin, company.next == nil { company.next = id }
        } else {
            mayBegin = company.lone == nil && company.next == nil
        }
        guard mayBegin else {
            company.held.insert(entry.kind)
            return false
        }
        company.active.insert(id)
        if entry.isSuspect { company.lone = id }
        return true
    }

    /// The engine does not have an action any more: those that stood back may come, the suspect first.
    mutating func makeRoom(_ id: ActionID) {
        guard company.active.remove(id) != nil else { return }
        if company.lone == id { company.lone = nil }
        let first = company.next.flatMap { kind(of: $0) }
        company.next = nil
        if let first { emit(.pull(first)) }
        letComeWhoStoodBack(exceptFor: first)
    }

    /// An action waits no more: if it was the suspect for which others stood back, they may come.
    mutating func standAside(_ id: ActionID) {
        guard company.next == id else { return }
        company.next = nil
        letComeWhoStoodBack(exceptFor: kind(of: id))
    }

    private mutating func letComeWhoStoodBack(exceptFor kind: Int? = nil) {
        let others = company.held.filter { $0 != kind }.sorted()
        company.held = []
        for kind in others { emit(.pull(kind)) }
    }

    /// An attempt begins: what runs beside it is noted, for it and for the others.
    mutating func noteCompany(of id: ActionID) {
        entries[id]?.progress.hadCompany = false
        for other in company.active where other != id {
            switch entries[other]?.stage {
            case .beginning, .running:
                entries[other]?.progress.hadCompany = true
                entries[id]?.progress.hadCompany = true
            case .reserved, .waiting, .offered, .pausing, .ending, .ended, nil: continue
            }
        }
    }

    /// A suspect that waits for its queue, or for the others, lets them pass: the queue is paused.
    mutating func letOthersPass(_ kind: Int) {
        if let next = company.next, entries[next]?.kind == kind { standAside(next) }
        guard let lone = company.lone, entries[lone]?.kind == kind,
            entries[lone]?.stage == .offered
        else { return }
        takeBack(lone)
    }

    /// Tells whether the next action of a kind runs alone.
    func runsAlone(_ kind: Int) -> Bool {
        guard let id = candidate(of: kind) else { return false }
        return entries[id]?.isSuspect ?? false
    }
}
