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
    typealias Effects = [ActionBook.Effect]
    /// A suspect and its kind.
    typealias Suspect = (id: ActionID, kind: Int)

    /// The actions that the engine has, by their consumers.
    var consumers: [Int: ActionID] = [:]
    /// The actions with handlers that were given up and have not returned, by their consumers.
    var lost: [Int: ActionID] = [:]
    /// The suspect that the engine has, and which is alone.
    private(set) var lone: Suspect?
    /// The suspect that waits until the others have ended.
    private(set) var next: Suspect?
    /// The kinds that stand back until an action that the engine has makes room.
    private(set) var held: Set<Int> = []
    /// The time in which a suspect keeps others back.
    private var seclusion: Seclusion?

    /// A time in which a suspect keeps others back.
    private struct Seclusion: Sendable {
        /// The time for which new actions stand back, too.
        static let duration = Duration.seconds(5)

        let suspect: ActionID
        /// The actions that may wait for new ones: the suspect that runs, or those for which it
        /// waits.
        ///
        /// Once they have ended, no new action comes before the suspect any more.
        var others: Set<ActionID>
        /// The kinds of which an action was accepted since.
        private(set) var newKinds: Set<Int> = []
        /// New actions do not stand back any more.
        var isOver = false

        init(of suspect: ActionID, before others: Set<ActionID>) {
            self.suspect = suspect
            self.others = others
        }

        /// An action of a kind is accepted.
        mutating func note(_ kind: Int) { if !others.isEmpty { newKinds.insert(kind) } }

        /// Tells whether actions of a kind may begin all the same; also those that come before the
        /// new ones, such as another suspect.
        func letsIn(_ kind: Int) -> Bool {
            isOver && !others.isEmpty && newKinds.contains(kind)
        }
    }

    /// Gives an action to a consumer, if it may begin beside those that the engine has.
    mutating func offer(
        _ id: ActionID,
        _ entry: ActionEntry,
        to consumer: Int,
        at now: Instant,
        _ effects: inout Effects
    ) -> Bool {
        let kind = entry.kind
        let mayBegin: Bool
        if seclusion?.letsIn(kind) == true {
            if next?.id == id { next = nil }
            mayBegin = true
        } else if entry.isSuspect {
            mayBegin = consumers.isEmpty
            if mayBegin {
                lone = (id, kind)
            } else if next == nil {
                // The others end first; only one suspect at a time waits for that.
                next = (id, kind)
                if lone == nil {
                    beginSeclusion(of: id, before: Set(consumers.values), at: now, &effects)
                }
            }
        } else {
            mayBegin = lone == nil && next == nil
        }
        if mayBegin { consumers[consumer] = id } else { held.insert(kind) }
        return mayBegin
    }

    /// An attempt begins.
    mutating func began(_ id: ActionID, at now: Instant, _ effects: inout Effects) {
        if lone?.id == id { beginSeclusion(of: id, before: [id], at: now, &effects) }
    }

    /// The engine does not have an action any more: those that stood back may come, the suspect first.
    mutating func makeRoom(_ id: ActionID, _ effects: inout Effects) {
        if lone?.id == id {
            lone = nil
            leaveSeclusion(&effects)
        }
        seclusion?.others.remove(id)
        let first = next?.kind
        next = nil
        if let first { effects.append(.pull(first)) }
        letComeWhoStoodBack(exceptFor: first, &effects)
    }

    /// An action waits no more: if it was the suspect for which others stood back, they may come.
    mutating func standAside(_ id: ActionID, _ effects: inout Effects) {
        guard let suspect = next, suspect.id == id else { return }
        next = nil
        if lone == nil { leaveSeclusion(&effects) }
        letComeWhoStoodBack(exceptFor: suspect.kind, &effects)
    }

    /// An action of a kind is accepted.
    mutating func note(_ kind: Int) { seclusion?.note(kind) }

    /// Begins a seclusion when a suspect begins, or begins to wait for others; not anew each time
    /// that one of those ends.
    private mutating func beginSeclusion(
        of suspect: ActionID,
        before others: Set<ActionID>,
        at now: Instant,
        _ effects: inout Effects
    ) {
        guard seclusion?.suspect != suspect || others == [suspect] else { return }
        leaveSeclusion(&effects)
        seclusion = Seclusion(of: suspect, before: others)
        effects.append(.arm(.seclusion, at: now.advanced(by: Seclusion.duration)))
    }

    private mutating func leaveSeclusion(_ effects: inout Effects) {
        if seclusion?.isOver == false { effects.append(.disarm(.seclusion)) }
        seclusion = nil
    }

    /// New actions need not wait for a suspect any longer.
    mutating func endSeclusion(_ effects: inout Effects) {
        seclusion?.isOver = true
        for kind in seclusion?.newKinds.sorted() ?? [] { effects.append(.pull(kind)) }
    }

    private mutating func letComeWhoStoodBack(exceptFor kind: Int?, _ effects: inout Effects) {
        guard !held.isEmpty else { return }
        let others = held.filter { $0 != kind }.sorted()
        held = []
        for kind in others { effects.append(.pull(kind)) }
    }
}

extension ActionBook {
    /// An attempt begins: what runs beside it is noted, for it and for the others.
    mutating func noteCompany(of id: ActionID) {
        entries[id]?.progress.hadCompany = false
        for other in company.consumers.values where other != id {
            switch entries[other]?.state {
            case .beginning, .running:
                entries[other]?.progress.hadCompany = true
                entries[id]?.progress.hadCompany = true
            case .reserved, .waiting, .offered, .backingOff, .ending, .ended, nil: continue
            }
        }
    }

    /// A suspect that waits for its queue, or for the others, lets them pass: the queue is paused.
    mutating func letOthersPass(_ kind: Int) {
        if let next = company.next, next.kind == kind { company.standAside(next.id, &effects) }
        guard let lone = company.lone, lone.kind == kind, entries[lone.id]?.state == .offered
        else { return }
        takeBack(lone.id)
    }

    /// Tells whether the next action of a kind runs alone.
    func runsAlone(_ kind: Int) -> Bool {
        guard let id = candidate(of: kind) else { return false }
        return entries[id]?.isSuspect ?? false
    }
}
