extension LaunchMachine {
    /// The things that keep actions from beginning; takes time linear in the number of operations, and of actions
    /// that the engine has.
    var actionHolds: ActionHolds {
        var holds = ActionHolds()
        for (number, kind) in book.kinds {
            holds.unmet[kind.name] = kind.unmet?.operation
            if book.inheritance.holds(number) {
                holds.earlier[kind.name] =
                    book.inheritance.used?.intersection(kind.resources) ?? []
            }
            let width = kind.policy.width
            if width > 1, kind.taken.count >= width { holds.full[kind.name] = width }
            if book.company.held.contains(number) { holds.standingBack.insert(kind.name) }
        }
        holds.suspect = (book.company.lone ?? book.company.next)?.id
        for id in book.company.consumers.values where book.entries[id]?.state == .beginning {
            holds.beginning.insert(id)
        }
        holds.refusals = book.storing.refusals
        for queue in slots.queues.indices {
            let names = bodies(in: queue).map { name(of: $0) }
            if !names.isEmpty { holds.holders[slots.queues[queue].name] = names }
        }
        return holds
    }
}
