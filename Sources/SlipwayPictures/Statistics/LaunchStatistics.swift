internal import Slipway
public import SlipwayReport

/// The times of launches of one kind, and of their operations: cold starts, warm ones, those after
/// a crash, and reloads, each apart.
public struct LaunchStatistics: Hashable, Sendable {
    /// An operation in launches of one kind.
    public struct Operation: Hashable, Sendable {
        /// The name of the operation.
        public package(set) var name: String
        /// The run time of the operation, in launches in which it succeeded or was degraded.
        public package(set) var run: DurationSeries
        /// The time that the operation waited for its queue and for locks.
        public package(set) var wait: DurationSeries

        /// An operation of no launch, for a reader to fill in.
        package static var blank: Self {
            Self(name: "", run: DurationSeries([]), wait: DurationSeries([]))
        }
    }

    /// The kind.
    public package(set) var kind: LaunchKind
    /// The time that the launches took until they were ready, the oldest first; reloads from their beginning.
    public package(set) var ready: DurationSeries
    /// The operations, those with the longest median first.
    public package(set) var operations: [Operation]

    /// The number of launches.
    public var count: Int { ready.durations.count }

    /// Calculates the statistics of launches that became ready; others say nothing about usual times.
    ///
    /// - Parameters:
    ///   - launches: The launches, the last one first, as the history has them.
    ///   - name: The only operation that is wanted; `nil` for all.
    /// - Returns: The statistics of each kind that there is.
    public static func all(
        of launches: some Sequence<RecordedLaunch>,
        operation name: String? = nil
    ) -> [LaunchStatistics] {
        let ready = launches.filter(\.wasReady)
        return LaunchKind.all.compactMap { kind in
            let chosen = ready.filter { $0.kind == kind }
            return chosen.isEmpty ? nil : LaunchStatistics(kind, chosen.reversed(), name)
        }
    }

    /// The statistics of no launch, for a reader to fill in.
    package static var blank: Self { Self(LaunchKind(.cold), [], nil) }

    private init(_ kind: LaunchKind, _ launches: [RecordedLaunch], _ name: String?) {
        self.kind = kind
        ready = DurationSeries(launches.map(\.timeToReady))
        var rows: [(name: String, runs: [Duration?], waits: [Duration?])] = []
        var positions: [String: Int] = [:]
        for (index, launch) in launches.enumerated() {
            for operation in launch.report.operations
            where !operation.isGroup && operation.addedAs == nil
                && (name == nil || operation.name == name)
            {
                guard operation.outcome?.isUsable == true, let run = operation.run else { continue }
                let position = positions[operation.name] ?? rows.count
                if position == rows.count {
                    positions[operation.name] = position
                    let none = [Duration?](repeating: nil, count: launches.count)
                    rows.append((operation.name, none, none))
                }
                rows[position].runs[index] = run
                rows[position].waits[index] = operation.wait
            }
        }
        operations = rows.map { row in
            Operation(
                name: row.name,
                run: DurationSeries(row.runs),
                wait: DurationSeries(row.waits)
            )
        }
        .sorted { left, right in
            (right.run.median ?? .zero, left.name) < (left.run.median ?? .zero, right.name)
        }
    }
}
