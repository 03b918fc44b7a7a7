public import Slipway
internal import SlipwayReport

extension LaunchComparison {
    /// Compares two launches.
    ///
    /// - Throws: ``ComparisonRefusal``: one of them was not ready.
    public init(_ first: Report, _ second: Report) throws(ComparisonRefusal) {
        for report in [first, second] where report.readyAt == nil {
            throw ComparisonRefusal(launchID: report.launchID)
        }
        self.first = first.launchID
        self.second = second.launchID
        firstReady = first.timeToReady
        secondReady = second.timeToReady
        let shares = (Self.shares(first), Self.shares(second))
        let operations = (Self.named(first), Self.named(second))
        var names: [String?] = [nil]
        // An operation that was added while a launch ran has its name for a time only: in the other
        // launch, another operation may have that name.
        let planned = [second, first].flatMap(\.operations).filter { $0.addedAs == nil }
        var seen: Set<String> = []
        names += planned.map(\.name).filter { seen.insert($0).inserted }
        changes = names.map { name in
            Change(
                name,
                name.flatMap { operations.0[$0] },
                name.flatMap { operations.1[$0] },
                shares.0[name] ?? .zero,
                shares.1[name] ?? .zero
            )
        }
        .filter { $0.isNotable }
        .enumerated()
        .sorted { left, right in
            let (before, after) = (left.element.weight, right.element.weight)
            return before == after ? left.offset < right.offset : before > after
        }
        .map(\.element)
        swaps = Self.swaps(first, second)
    }

    /// The share of each operation in the time to ready.
    private static func shares(_ report: Report) -> [String?: Duration] {
        var shares: [String?: Duration] = [:]
        for part in report.criticalChain().flatMap(\.parts) {
            shares[part.operation, default: .zero] += part.duration
        }
        return shares
    }

    private static func named(_ report: Report) -> [String: OperationStatus] {
        report.operations.keyed(by: \.name)
    }

    private static func swaps(_ first: Report, _ second: Report) -> [Swap] {
        let orders = (order(first), order(second))
        return orders.0.keys.sorted { $0.name < $1.name }.compactMap { queue in
            let names = Set(orders.0[queue] ?? []).intersection(orders.1[queue] ?? [])
            let before = (orders.0[queue] ?? []).filter(names.contains)
            let after = (orders.1[queue] ?? []).filter(names.contains)
            guard let (left, right) = zip(before, after).first(where: { $0 != $1 }) else {
                return nil
            }
            return Swap(queue: queue, earlier: right, later: left)
        }
    }

    /// The operations of each queue that started before ready, in the order of their start.
    private static func order(_ report: Report) -> [Queue: [String]] {
        let started = report.inOrderOfStart.filter {
            !$0.isGroup && $0.addedAs == nil && $0.stage == .launch && $0.startedAt != nil
        }
        return Dictionary(grouping: started, by: \.queue).mapValues { $0.map(\.name) }
    }
}

extension LaunchComparison.Change {
    fileprivate init(
        _ operation: String?,
        _ first: OperationStatus?,
        _ second: OperationStatus?,
        _ firstShare: Duration,
        _ secondShare: Duration
    ) {
        self.operation = operation
        self.firstShare = firstShare
        self.secondShare = secondShare
        let isGroup = first?.isGroup ?? second?.isGroup ?? false
        let waits = (first?.wait, second?.wait)
        let runs = (first?.run, second?.run)
        if !isGroup, let before = waits.0, let after = waits.1 { wait = after - before }
        if !isGroup, let before = runs.0, let after = runs.1 { run = after - before }
        presence =
            operation == nil || first != nil && second != nil ? .both : first == nil ? .new : .gone
        if let first, let second, first.resultWord != second.resultWord {
            results = .init(first: first.resultWord, second: second.resultWord)
        }
    }

    /// The launches differ in the operation.
    fileprivate var isNotable: Bool {
        onChain != .zero || presence != .both || results != nil || (wait ?? .zero) != .zero
            || (run ?? .zero) != .zero
    }

    /// The rank of a change: first by the part of the difference, then by the change of wait or run
    /// time.
    fileprivate var weight: (Duration, Duration) {
        (magnitude(onChain), max(magnitude(wait ?? .zero), magnitude(run ?? .zero)))
    }

    private func magnitude(_ duration: Duration) -> Duration { max(duration, .zero - duration) }
}
