/// The actions that have begun or wait for their queue, and those that stand back for one that runs
/// alone.
///
/// When a process ends, nothing says which of the actions that ran was the cause. Each of these
/// *suspects* is therefore tried alone: nothing else runs beside it. If it ends the process again, it
/// was the cause, and only that counts towards ``ActionPolicy/interruptionLimit``.
///
/// A handler may send another action and wait for it. If nothing new began while a suspect runs, or waits until the
/// others have ended, they would wait for each other. So what is accepted in that time is kept back only for a while:
/// long enough for a suspect that ends the process soon after its start to be found, however many are sent.
struct ActionCompany: Sendable {
    /// Those that the engine has.
    var active: Set<ActionID> = []
    /// The suspect among them, which is alone.
    var lone: ActionID?
    /// The suspect that waits until the others have ended.
    var next: ActionID?
    /// The kinds that stand back until one of those that the engine has makes room.
    var held: Set<Int> = []
    /// The time in which a suspect keeps others back.
    var seclusion: Seclusion?

    /// A time in which a suspect keeps others back.
    struct Seclusion: Sendable {
        /// The time for which what is new is kept back, too.
        static let duration = Duration.seconds(5)

        let suspect: ActionID
        /// Those that may wait for what is new: the suspect that runs, or those for which it waits.
        ///
        /// Once they have ended nothing new comes before it any more.
        var others: Set<ActionID>
        /// The kinds of which something was accepted since.
        private(set) var newKinds: Set<Int> = []
        /// New ones are not kept back any more.
        var isOver = false

        init(of suspect: ActionID, before others: Set<ActionID>) {
            self.suspect = suspect
            self.others = others
        }

        /// One of a kind is accepted.
        mutating func note(_ kind: Int) { if !others.isEmpty { newKinds.insert(kind) } }

        /// Of these kinds, actions may begin all the same: also those that are before what is new, such as another
        /// suspect.
        func letsIn(_ kind: Int) -> Bool {
            isOver && !others.isEmpty && newKinds.contains(kind)
        }
    }
}

extension ActionBook {
    /// Tells whether an action may begin beside those that the engine has; if so, the engine has it
    /// now.
    mutating func hasRoom(for id: ActionID, at now: Instant) -> Bool {
        guard let entry = entries[id] else { return false }
        let mayBegin: Bool
        if company.seclusion?.letsIn(entry.kind) == true {
            if company.next == id { company.next = nil }
            mayBegin = true
        } else if entry.isSuspect {
            mayBegin = company.active.isEmpty
            if mayBegin { company.lone = id } else { waitAlone(id, at: now) }
        } else {
            mayBegin = company.lone == nil && company.next == nil
        }
        guard mayBegin else {
            company.held.insert(entry.kind)
            return false
        }
        company.active.insert(id)
        return true
    }

    /// A suspect waits until the others have ended, unless another one does.
    private mutating func waitAlone(_ id: ActionID, at now: Instant) {
        guard company.next == nil else { return }
        company.next = id
        if company.lone == nil { beginSeclusion(of: id, before: company.active, at: now) }
    }

    /// The engine does not have an action any more: those that stood back may come, the suspect first.
    mutating func makeRoom(_ id: ActionID) {
        guard company.active.remove(id) != nil else { return }
        if company.lone == id {
            company.lone = nil
            leaveSeclusion()
        }
        company.seclusion?.others.remove(id)
        let first = company.next.flatMap { kind(of: $0) }
        company.next = nil
        if let first { emit(.pull(first)) }
        letComeWhoStoodBack(exceptFor: first)
    }

    /// An action waits no more: if it was the suspect for which others stood back, they may come.
    mutating func standAside(_ id: ActionID) {
        guard company.next == id else { return }
        company.next = nil
        if company.lone == nil { leaveSeclusion() }
        letComeWhoStoodBack(exceptFor: kind(of: id))
    }

    /// A suspect begins, or begins to wait for others; not again each time that one of them ends.
    mutating func beginSeclusion(
        of suspect: ActionID,
        before others: Set<ActionID>,
        at now: Instant
    ) {
        guard company.seclusion?.suspect != suspect || others == [suspect] else { return }
        leaveSeclusion()
        company.seclusion = ActionCompany.Seclusion(of: suspect, before: others)
        let end = now.advanced(by: ActionCompany.Seclusion.duration)
        emit(.arm(.seclusion, at: end))
    }

    private mutating func leaveSeclusion() {
        if company.seclusion?.isOver == false { emit(.disarm(.seclusion)) }
        company.seclusion = nil
    }

    /// New ones need not wait for a suspect any longer.
    mutating func endSeclusion() {
        company.seclusion?.isOver = true
        for kind in company.seclusion?.newKinds.sorted() ?? [] { emit(.pull(kind)) }
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
