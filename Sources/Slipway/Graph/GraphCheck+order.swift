/// The order in which operations can run, and the cycles that keep them from it.
extension GraphCheck {
    /// The begin of a group, or the end of an operation or group.
    ///
    /// A group waits twice: to begin, and, for what is in it, to end.
    private struct Moment: Hashable {
        private let number: Int

        static func begin(_ index: Int) -> Moment { Moment(number: 2 * index) }
        static func end(_ index: Int) -> Moment { Moment(number: 2 * index + 1) }

        var index: Int { number >> 1 }
        var isBegin: Bool { number & 1 == 0 }
    }

    /// Finds cycles, and, if there are none, the priority and the longest path of each operation.
    mutating func checkOrder() {
        if launch == nil, !checked.contains(where: { $0.isGroup }) { return checkPlainOrder() }
        let moments = moments
        let graph = graph(of: moments)
        let order = graph.order
        guard order.count == graph.count else { return reportCycles(graph, moments) }
        // From the last to the first: each after all that waits for it.
        var levels = moments.map { declaration($0.index).options.rank.rawValue }
        // An addition to a group has before it all that the group has before it.
        let around = launch?.group.map { existing.operations[$0].path } ?? 0
        var paths = moments.map { $0.index < base ? 0 : around }
        for vertex in order.reversed() {
            let moment = moments[vertex]
            guard !isAction(moment.index) else { continue }
            let isOperation = !isGroup(moment.index)
            for target in graph.successors(of: vertex) {
                levels[target] = max(levels[target], levels[vertex])
                paths[target] = max(paths[target], paths[vertex] + (isOperation ? 1 : 0))
            }
        }
        for (vertex, moment) in moments.enumerated() where moment.index >= base {
            let position = moment.index - base
            if moment.isBegin {
                checked[position].beginPriority = levels[vertex]
            } else {
                checked[position].priority = levels[vertex]
                checked[position].path = paths[vertex]
            }
        }
    }

    /// Without groups, the moments are the ends of operations, and the edges those of operations.
    private mutating func checkPlainOrder() {
        let dependents = links.reversed
        let order = links.order(reversed: dependents)
        guard order.count == checked.count else {
            let moments = moments
            return reportCycles(graph(of: moments), moments)
        }
        for index in order.reversed() where !isAction(index) {
            let (level, path) = (checked[index].priority, checked[index].path + 1)
            for position in links.positions(of: index) {
                let target = links[link: position].index
                if checked[target].priority < level { checked[target].priority = level }
                if checked[target].path < path { checked[target].path = path }
            }
        }
        self.dependents = dependents
    }

    /// The moments of the plan's operations, and those of existing ones that they wait for.
    private var moments: [Moment] {
        var moments: [Moment] = []
        moments.reserveCapacity(checked.count)
        for index in indices {
            if isGroup(index) { moments.append(.begin(index)) }
            moments.append(.end(index))
        }
        // Nothing that exists waits for what is added, except the group that it is added to.
        guard let launch, launch.group != nil else { return moments }
        var seen = Set(moments)
        var next = 0
        while next < moments.count {
            forEachMoment(before: moments[next]) { moment in
                if seen.insert(moment).inserted { moments.append(moment) }
            }
            next += 1
        }
        return moments
    }

    /// The moments as vertices, with edges to what comes before each.
    private func graph(of moments: [Moment]) -> Digraph {
        // The moments of the plan's own operations come first, and are looked up most.
        var begins = [Int](repeating: 0, count: checked.count)
        var ends = begins
        var others: [Moment: Int] = [:]
        for (number, moment) in moments.enumerated() {
            if moment.index < base {
                others[moment] = number
            } else if moment.isBegin {
                begins[moment.index - base] = number
            } else {
                ends[moment.index - base] = number
            }
        }
        return Digraph(count: moments.count) { vertex, targets in
            forEachMoment(before: moments[vertex]) { moment in
                if moment.index < base {
                    if let number = others[moment] { targets.append(number) }
                } else {
                    let position = moment.index - base
                    targets.append(moment.isBegin ? begins[position] : ends[position])
                }
            }
        }
    }

    /// Visits the moments that come before a moment.
    private func forEachMoment(before moment: Moment, _ visit: (Moment) -> Void) {
        let index = moment.index
        guard !hasEnded(index) else { return }
        if !moment.isBegin, isGroup(index) {
            visit(.begin(index))
            for child in children(index) { visit(.end(child)) }
            guard index == launch?.group else { return }
            for added in indices where parent(of: added) == index { visit(.end(added)) }
            return
        }
        if index < base, isGroup(index), launch?.hasBegun(index) == true { return }
        if let group = parent(of: index) { visit(.begin(group)) }
        for link in dependencies(index) { visit(.end(link.index)) }
    }

    private mutating func reportCycles(_ graph: Digraph, _ moments: [Moment]) {
        for cycle in graph.cycles(upTo: 100) {
            let pairs = zip(cycle, cycle.dropFirst() + cycle.prefix(1))
            let steps = pairs.compactMap { step(moments[$0], moments[$1]) }
            faults.append(.cycle(steps))
        }
    }

    /// An edge of a cycle; `nil` for the one from the end of a group to its beginning, which to a
    /// reader are one.
    private func step(_ from: Moment, _ to: Moment) -> CycleStep? {
        guard from.index != to.index else { return nil }
        let link = dependencies(from.index).first { $0.index == to.index }
        var origin = origin(of: from.index)
        if let link, let own = edgeOrigins[Edge(index: from.index, link: link)] { origin = own }
        var kind = link?.kind ?? .after
        if to.isBegin { kind = .requires }
        return CycleStep(
            operation: name(from.index),
            queue: isGroup(from.index) ? nil : queues[queue(from.index)].queue,
            origin: self.origin(of: from.index),
            kind: kind,
            edgeOrigin: origin
        )
    }
}
