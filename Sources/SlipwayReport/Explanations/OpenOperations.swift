internal import Slipway

/// The operations of a report that have not ended, and their dependencies.
struct OpenOperations {
    let operations: [OperationStatus]
    /// The index of each name in ``operations``.
    let index: [String: Int]
    /// For the index of each group: the operations directly in it that have not ended.
    private let children: [Int: [Int]]
    /// For each index into ``operations``: how many operations, itself included, must still end one
    /// after another until it has ended; 0 for those that have ended, or that wait in a circle.
    let depths: [Int]

    /// Takes time linear in the number of operations plus dependencies.
    init(_ report: Report) {
        let operations = report.operations
        let index = operations.enumerated().map { ($1.name, $0) }.keyed()
        var children: [Int: [Int]] = [:]
        for (position, operation) in operations.enumerated() where operation.outcome == nil {
            guard let group = operation.group.flatMap({ index[$0] }) else { continue }
            children[group, default: []].append(position)
        }
        self.operations = operations
        self.index = index
        self.children = children
        depths = OpenDepths(operations, index).depths
    }

    /// The open dependencies of an operation, the one with the longest way first.
    func open(_ operation: OperationStatus) -> [(index: Int, relation: String)] {
        let requires = find(operation.requires).map {
            (index: $0, relation: Explanation.Step.requires)
        }
        let after = find(operation.after).map { (index: $0, relation: Explanation.Step.after) }
        return (requires + after).sorted { isBefore($0.index, $1.index) }
    }

    /// The open operations directly in a group on which no other one in it depends, the one with
    /// the longest way first.
    func inside(_ group: String) -> [Int] {
        guard let children = index[group].flatMap({ children[$0] }) else { return [] }
        var inner: Set<String> = []
        for child in children {
            inner.formUnion(operations[child].requires + operations[child].after)
        }
        let ends = children.filter { !inner.contains(operations[$0].name) }
        // In a circle every operation has a dependent.
        return (ends.isEmpty ? children : ends).sorted(by: isBefore)
    }

    /// The group of an operation, if it has not begun.
    func groupToBegin(of operation: OperationStatus) -> Int? {
        guard let group = operation.group.flatMap({ index[$0] }), isOpen(group),
            operations[group].startedAt == nil
        else { return nil }
        return group
    }

    /// The open operation with the longest way, among the named ones or all; `nil` if all have
    /// ended.
    func worst(of names: [String]? = nil) -> Int? {
        let candidates = names.map(find) ?? operations.indices.filter { isOpen($0) }
        return candidates.min(by: isBefore)
    }

    /// The open operation with the longest way among those that gate readiness; `nil` if all have
    /// ended.
    func worstBeforeReady() -> Int? {
        operations.indices
            .filter { isOpen($0) && operations[$0].stage == .launch }
            .min(by: isBefore)
    }

    /// The operations that hold a slot of the queue, the one that started first in front.
    func running(on queue: Queue) -> [Int] {
        operations.indices
            .filter { operations[$0].hasSlot && operations[$0].queue == queue }
            .sorted(by: isBefore)
    }

    private func find(_ names: [String]) -> [Int] {
        names.compactMap { index[$0] }.filter(isOpen)
    }

    private func isOpen(_ index: Int) -> Bool { operations[index].outcome == nil }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        if depths[left] != depths[right] { return depths[left] > depths[right] }
        switch (operations[left].startedAt, operations[right].startedAt) {
        case (let first?, let second?) where first != second: return first < second
        case (_?, nil): return true
        case (nil, _?): return false
        default: return left < right
        }
    }
}

extension OperationStatus {
    /// The body runs: a group has none, and an operation in its fallback has left its body.
    fileprivate var hasSlot: Bool {
        state == .running && !declared.isGroup && obstacle != .fallback
    }
}
