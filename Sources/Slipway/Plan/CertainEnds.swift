/// What has certainly ended when a group begins, in a launch that goes on, unless somebody cancels an
/// operation by hand.
///
/// An operation that has ended need not have run: it is skipped as soon as something that it
/// requires ends without a value, or with the rest of the group that it is in, whatever else it
/// waits for. Only behind one that cannot have ended so early all that it depends on has ended too.
struct CertainEnds {
    private let check: PlanCheck

    /// What is known of an operation that has ended.
    private enum Knowledge: Int, Comparable {
        /// No more than that.
        case ended
        /// The group around it has a value, and so was not ended before its time.
        case endedInItsTime
        /// It has a value.
        case usable

        static func < (left: Knowledge, right: Knowledge) -> Bool { left.rawValue < right.rawValue }
    }

    init(_ check: PlanCheck) {
        self.check = check
    }

    /// - Parameters:
    ///   - entry: Where the group begins.
    ///   - matters: Whether it is asked about an operation, or one before it.
    /// - Returns: The operations of the plan, and those that exist already.
    func before(_ entry: Int, where matters: (Int) -> Bool) -> (own: Set<Int>, existing: Set<Int>) {
        var known: [Int: Knowledge] = [:]
        var existing: Set<Int> = []
        // A group that begins has what it requires, and what it comes after has ended.
        var waiting: [(node: Int, Knowledge)] = [(entry, .usable)]
        while let (node, knowledge) = waiting.popLast() {
            if node != entry, mayEndEarly(node, knowledge) { continue }
            for position in check.dependencies.range(of: node) {
                let link = check.dependencies.links[position]
                guard !link.isExisting else {
                    addExisting(link.node, to: &existing)
                    continue
                }
                let next = self.knowledge(of: link, behind: node, knowledge)
                guard matters(link.node), known[link.node].map({ $0 < next }) ?? true else {
                    continue
                }
                known[link.node] = next
                waiting.append((link.node, next))
            }
        }
        return (Set(known.keys), existing)
    }

    /// Nothing is known of how they can end but that they are there.
    private func addExisting(_ node: Int, to seen: inout Set<Int>) {
        var waiting = [node]
        while let node = waiting.popLast() {
            guard seen.insert(node).inserted else { continue }
            waiting += check.existing?.pendingDependencies(of: node) ?? []
        }
    }

    private func knowledge(
        of link: Adjacency.Link,
        behind node: Int,
        _ knowledge: Knowledge
    ) -> Knowledge {
        guard knowledge == .usable else { return .ended }
        if link.kind == .requires { return .usable }
        guard check.plan.declarations[node].kind == .groupExit else { return .ended }
        let child = check.plan.declarations[link.node]
        // A group has a value only if all that it cannot do without has.
        return child.isOptional && child.kind != .groupEntry ? .endedInItsTime : .usable
    }

    /// Whether a node may have ended before all that it depends on.
    private func mayEndEarly(_ node: Int, _ knowledge: Knowledge) -> Bool {
        switch knowledge {
        case .usable:
            hasFallback(node) && mayBeSkipped(node) || isInGroup(node, where: hasCondition)
        case .endedInItsTime: mayBeSkipped(node) || isInGroup(node, where: hasCondition)
        case .ended: mayBeSkipped(node) || isInGroup(node, where: mayCloseEarly)
        }
    }

    /// Whether something that a node requires may end without a value, and the launch go on.
    private func mayBeSkipped(_ node: Int) -> Bool {
        check.dependencies.range(of: node).contains { position in
            let link = check.dependencies.links[position]
            guard link.kind == .requires else { return false }
            if link.isExisting { return true }
            // That its group does not begin is the group's business.
            if check.plan.declarations[link.node].kind == .groupEntry { return false }
            return isDispensable(link.node)
        }
    }

    /// Whether the launch goes on without a node: otherwise it ends, and so does any deadlock.
    private func isDispensable(_ node: Int) -> Bool {
        let declaration = check.plan.declarations[node]
        if declaration.isOptional || declaration.isBackground { return true }
        return isInGroup(node) { group in check.plan.declarations[group.exit].isOptional }
    }

    private func isInGroup(_ node: Int, where matches: (GroupDeclaration) -> Bool) -> Bool {
        var group = Int(check.plan.declarations[node].group)
        while group >= 0 {
            if matches(check.plan.groups[group]) { return true }
            group = Int(check.plan.groups[group].parent)
        }
        return false
    }

    private func hasCondition(_ group: GroupDeclaration) -> Bool {
        policies(of: group.entry)?.condition != nil
    }

    private func mayCloseEarly(_ group: GroupDeclaration) -> Bool {
        if hasCondition(group) || mayBeSkipped(group.entry) { return true }
        let mayEnd = group.failsFast || policies(of: group.entry)?.timeout != nil
        return mayEnd && isDispensable(group.exit)
    }

    private func hasFallback(_ node: Int) -> Bool { policies(of: node)?.fallback != nil }

    private func policies(of node: Int) -> Policies? {
        check.plan.policies(of: check.plan.declarations[node])
    }
}
