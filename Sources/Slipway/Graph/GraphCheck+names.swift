/// Names and handles: what is declared twice, and what a dependency means.
extension GraphCheck {
    mutating func checkQueues() {
        for (queue, width) in plan.queues.sorted(by: { $0.key.name < $1.key.name }) {
            if launch != nil {
                // Every plan begins with the default.
                if Plan.standardQueues[queue] != width { faults.append(.addedQueue(queue.name)) }
            } else if case .fixed(let count) = width, queue == .main || count < 1 {
                faults.append(.invalidWidth(queue: queue.name, width: count))
            }
        }
        for position in checked.indices where !checked[position].isGroup {
            let operation = checked[position].declaration
            if let number = queueNumber(of: operation.queue) {
                checked[position].queue = number
            } else if plan.queues[operation.queue] == nil {
                if operation.queue.name.isEmpty { continue }  // Reported with the empty names.
                reportUnknown(operation.queue, in: operation.name, operation.origin)
            }
        }
    }

    /// Reports empty names: nothing can be found by them in a report, a journal or a command.
    mutating func checkEmptyNames() {
        for queue in plan.queues.keys where queue.name.isEmpty {
            faults.append(.emptyName(of: .queue, in: nil, origin: nil))
        }
        for operation in checked.lazy.map(\.declaration) {
            let (name, origin) = (operation.name, operation.origin)
            if name.isEmpty {
                let kind: NamedKind =
                    operation.isGroup ? .group : operation.isAction ? .action : .operation
                faults.append(.emptyName(of: kind, in: nil, origin: origin))
            }
            if operation.queue.name.isEmpty, plan.queues[operation.queue] == nil {
                faults.append(.emptyName(of: .queue, in: name, origin: origin))
            }
            if operation.options.locks.contains(where: \.name.isEmpty) {
                faults.append(.emptyName(of: .lock, in: name, origin: origin))
            }
        }
    }

    /// A graph has only a handful of queues.
    private func queueNumber(of queue: Queue) -> Int? { queues.firstIndex { $0.queue == queue } }

    private mutating func reportUnknown(_ queue: Queue, in name: String, _ origin: Origin) {
        let meant = nearest.next(queue.name, among: queues.map(\.queue.name))
        faults.append(.unknownQueue(queue.name, in: name, origin: origin, nearest: meant))
    }

    mutating func checkNames() {
        var kinds: [String: Origin] = [:]
        names.reserveCapacity(checked.count)
        for index in indices {
            let operation = checked[index - base].declaration
            guard !operation.isAction else {
                if launch != nil {
                    faults.append(.addedAction(operation.name, origin: operation.origin))
                }
                if let first = kinds.updateValue(operation.origin, forKey: operation.name) {
                    let origin = operation.origin
                    faults.append(.duplicateAction(operation.name, first: first, second: origin))
                }
                continue
            }
            // One look-up for each name: to hash it takes longer than all else. Existing names do
            // not matter: an addition is shown under a name of its own.
            guard let first = names.updateValue(index, forKey: operation.name) else { continue }
            names[operation.name] = first
            faults.append(
                .duplicateName(
                    operation.name,
                    first: place(of: first),
                    second: place(of: index)
                )
            )
        }
    }

    private func place(of index: Int) -> DeclaredPlace {
        DeclaredPlace(origin(of: index), group: parent(of: index).map { name($0) })
    }

    /// Turns what is declared into links between numbers.
    mutating func resolve() {
        let sequences = resolveSequences()
        links.reserve(lists: checked.count, edges: checked.count)
        for index in indices {
            let operation = checked[index - base].declaration
            links.appendList()
            for edge in operation.dependencies {
                if let target = earlier(edge.target, than: index) {
                    links.append(Link(index: target, kind: edge.kind))
                    continue
                }
                addLink(from: index, to: edge.target, edge.kind, operation.origin)
            }
            for edge in sequences[index] ?? [] {
                addLink(from: index, to: edge.dependency, .requires, edge.origin, isApart: true)
            }
            if case .group(_, let value?) = operation.kind {
                let child = target(of: .operation(value))
                checked[index - base].valueChild = child ?? index
            }
            if let group = parent(of: index), group >= base {
                checked[group - base].children.append(index)
            }
        }
    }

    /// The dependencies that were declared apart from their operations, by these.
    private mutating func resolveSequences() -> [Int: [SequenceEdge]] {
        var sequences: [Int: [SequenceEdge]] = [:]
        for edge in plan.sequences {
            guard let dependent = target(of: edge.dependent) else {
                report(edge.dependent, in: plan.name, nil, edge.origin, edge.origin)
                continue
            }
            guard dependent >= base else {
                faults.append(
                    .foreignHandle(in: name(dependent), number: nil, origin: edge.origin)
                )
                continue
            }
            sequences[dependent, default: []].append(edge)
        }
        return sequences
    }

    private mutating func addLink(
        from index: Int,
        to reference: Reference,
        _ kind: DependencyKind,
        _ declared: Origin,
        isApart: Bool = false
    ) {
        guard let target = target(of: reference) else {
            if isReadByGroup(around: index, reference) { return }
            let origin = origin(of: reference, declared)
            let number = isApart ? nil : number(of: reference, in: declaration(index))
            return report(reference, in: name(index), number, declared, origin)
        }
        guard target != index else {
            let origin = origin(of: reference, declared)
            return faults.append(.selfDependency(name(index), kind: kind, origin: origin))
        }
        let link = Link(index: target, kind: kind)
        links.append(link)
        if isApart {
            edgeOrigins[Edge(index: index, link: link)] = origin(of: reference, declared)
        } else if case .name(_, let own?) = reference, own != declared {
            edgeOrigins[Edge(index: index, link: link)] = own
        }
    }

    /// The number of a handle among what an operation depends on, if there are several.
    private func number(of reference: Reference, in operation: Operation) -> Int? {
        guard operation.dependencies.count > 1 else { return nil }
        return operation.dependencies.firstIndex { $0.target == reference }.map { $0 + 1 }
    }

    private func origin(of reference: Reference, _ declared: Origin) -> Origin {
        if case .name(_, let own?) = reference { own } else { declared }
    }

    /// An operation of the plan that was added before another, by its handle: what most edges name.
    @inline(__always)
    private func earlier(_ reference: Reference, than index: Int) -> Int? {
        guard case .operation(let id) = reference, base + id.index < index,
            checked[id.index].declaration.number == id.number
        else { return nil }
        return base + id.index
    }

    private func target(of reference: Reference) -> Int? {
        switch reference {
        case .operation(let id):
            if id.index < checked.count, checked[id.index].declaration.number == id.number {
                return base + id.index
            }
            return existing.index(of: id)
        case .name(let name, _): return names[name] ?? existing.index(named: name)
        }
    }

    private mutating func report(
        _ reference: Reference,
        in name: String,
        _ number: Int?,
        _ declared: Origin,
        _ origin: Origin
    ) {
        switch reference {
        case .operation:
            faults.append(.foreignHandle(in: name, number: number, origin: declared))
        case .name(let wanted, _):
            if existing.index(named: wanted) != nil {
                return faults.append(.foreignHandle(in: name, number: number, origin: declared))
            }
            let names = checked.lazy.filter { !$0.isAction }.map(\.name)
            let meant =
                nearest.next(wanted, among: names)
                ?? (launch == nil ? nil : nearest.next(wanted, among: existing.allNames))
            faults.append(.unknownName(wanted, in: name, origin: origin, nearest: meant))
        }
    }
}
