/// Names and handles: what is declared twice, and what a dependency means.
extension GraphCheck {
    mutating func checkQueues() {
        for (queue, width) in plan.queues.sorted(by: { $0.key.name < $1.key.name }) {
            if launch != nil {
                // Every plan begins with the default.
                let isNew = Plan.standardQueues[queue] != width
                if isNew, queueNumber(of: queue) == nil {
                    reportUnknown(queue, in: plan.name, Origin(file: "", line: 0))
                }
            } else if case .fixed(let count) = width, queue == .main || count < 1 {
                faults.append(.invalidWidth(queue: queue.name, width: count))
            }
        }
        for position in checked.indices where !checked[position].isGroup {
            let operation = checked[position].declaration
            if let number = queueNumber(of: operation.queue) {
                checked[position].queue = number
            } else {
                reportUnknown(operation.queue, in: operation.name, operation.origin)
            }
        }
    }

    /// There are a handful.
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
            if let first = names[operation.name] ?? existing.index(named: operation.name) {
                faults.append(
                    .duplicateName(
                        operation.name,
                        first: origin(of: first),
                        second: operation.origin
                    )
                )
            } else {
                names[operation.name] = index
            }
        }
    }

    /// Turns what is declared into links between numbers.
    mutating func resolve() {
        for index in indices {
            let operation = checked[index - base].declaration
            for edge in operation.dependencies {
                addLink(from: index, to: edge.target, edge.kind, operation.origin)
            }
            if case .group(_, let value?) = operation.kind {
                let child = target(of: .operation(value))
                checked[index - base].valueChild = child ?? index
            }
            if let group = parent(of: index), group >= base {
                checked[group - base].children.append(index)
            }
        }
        for edge in plan.sequences {
            guard let dependent = target(of: edge.dependent) else {
                report(edge.dependent, in: plan.name, edge.origin, edge.origin)
                continue
            }
            guard dependent >= base else {
                faults.append(.foreignHandle(in: name(dependent), origin: edge.origin))
                continue
            }
            addLink(from: dependent, to: edge.dependency, .requires, edge.origin, isApart: true)
        }
    }

    private mutating func addLink(
        from index: Int,
        to reference: Reference,
        _ kind: DependencyKind,
        _ declared: Origin,
        isApart: Bool = false
    ) {
        let name = name(index)
        var origin = declared
        if case .name(_, let own?) = reference { origin = own }
        guard let target = target(of: reference) else {
            return report(reference, in: name, declared, origin)
        }
        guard target != index else {
            return faults.append(.selfDependency(name, kind: kind, origin: origin))
        }
        let link = CheckedOperation.Link(index: target, kind: kind)
        checked[index - base].dependencies.append(link)
        if isApart || origin != declared { edgeOrigins[Edge(index: index, link: link)] = origin }
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
        _ declared: Origin,
        _ origin: Origin
    ) {
        switch reference {
        case .operation: faults.append(.foreignHandle(in: name, origin: declared))
        case .name(let wanted, _):
            if existing.index(named: wanted) != nil {
                return faults.append(.foreignHandle(in: name, origin: declared))
            }
            let names = checked.lazy.filter { !$0.isAction }.map(\.name)
            let meant =
                nearest.next(wanted, among: names)
                ?? (launch == nil ? nil : nearest.next(wanted, among: existing.allNames))
            faults.append(.unknownName(wanted, in: name, origin: origin, nearest: meant))
        }
    }
}
