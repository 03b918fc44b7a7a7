internal import Slipway

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A launch that became ready later than it used to, or an operation that took longer than it used
/// to.
///
/// A launch is compared with its past: the last 50 launches that became ready with the same
/// configuration, from the same kind of start, reloads apart; at least ``leastPast`` of them. A
/// duration is a regression when all of this holds:
///
/// - it is at least a quarter longer than each duration of the past;
/// - it is at least half as long again as their median, and at least 50 ms longer;
/// - its distance from the median is at least four times what is usual (``Sample/spread``, as factors, at
///   least 5 %), and more where the past is short: times 1 + 24 / (number of launches).
///
/// So an operation whose time always varies has to be much slower, and one whose time is steady
/// only a little; one that was as slow now and then before is no regression.
public struct Regression: Hashable, Sendable {
    /// The operation; `nil` for the launch until it was ready.
    public var operation: String?
    /// The time that the operation or the launch took.
    public var took: Duration
    /// The usual time: from the first to the ninth decile of the past.
    public var usual: ClosedRange<Duration>
    /// The number of launches of the past.
    public var count: Int
    /// The kind of the launches.
    public var kind: LaunchKind

    /// The fewest launches with which a launch is compared.
    public static let leastPast = 8
    /// The most launches with which a launch is compared.
    public static let pastLimit = 50
    /// The least relative and absolute distance from the median.
    static let leastFactor = 1.5
    static let leastDistance = Duration.milliseconds(50)
    /// The least distance from the median, as a multiple of the spread, and the least spread.
    static let leastSpreads = 4.0
    static let leastSpread = 0.05
    /// The least ratio to the longest time of the past.
    static let leastExcess = 1.25
    /// The weight of a short past: with so many launches the least distance is twice as large.
    static let fewLaunches = 24.0

    /// Finds the regressions of a launch that became ready.
    ///
    /// - Parameters:
    ///   - launch: The launch.
    ///   - past: Earlier launches, the last one first; those that `launch` cannot be compared with
    ///     are passed over.
    /// - Returns: The launch as a whole first, then the operations, the greatest distance first.
    public static func all(
        of launch: RecordedLaunch,
        after past: some Sequence<RecordedLaunch>
    ) -> [Regression] {
        let past = past.filter { launch.isComparable(to: $0) }.prefix(pastLimit)
        guard past.count >= leastPast, let ready = launch.timeToReady else { return [] }
        let isSlower = Regression(
            nil,
            ready,
            Sample(past.compactMap(\.timeToReady)),
            launch
        )
        var runs: [String: [Duration]] = [:]
        for earlier in past {
            for (name, run) in earlier.report.succeededRuns { runs[name, default: []].append(run) }
        }
        let operations = launch.report.succeededRuns.compactMap { name, run in
            runs[name].flatMap { Regression(name, run, Sample($0), launch) }
        }
        let ordered = operations.sorted { ($1.distance, $0.name) < ($0.distance, $1.name) }
        return (isSlower.map { [$0] } ?? []) + ordered
    }

    private init?(_ name: String?, _ took: Duration, _ past: Sample, _ launch: RecordedLaunch) {
        guard past.count >= Self.leastPast, let longest = past.sorted.last,
            took.ratio(to: longest) >= Self.leastExcess,
            let median = past.median, let spread = past.spread,
            let low = past.quantile(0.1), let high = past.quantile(0.9)
        else { return nil }
        let factor = took.ratio(to: median)
        let spreads = Self.leastSpreads * (1 + Self.fewLaunches / Double(past.count))
        guard factor >= Self.leastFactor, took - median >= Self.leastDistance,
            log(factor) >= spreads * max(spread, Self.leastSpread)
        else { return nil }
        operation = name
        self.took = took
        usual = low...high
        count = past.count
        kind = launch.kind
    }

    private var distance: Duration { took - usual.upperBound }
    private var name: String { operation ?? "" }

    /// The regression in one line:
    /// `user-data took 1.9s; usually 210ms to 260ms (last 20 warm starts)`.
    public var words: String {
        let (low, high) = (usual.lowerBound.timespan, usual.upperBound.timespan)
        let range = low == high ? low : "\(low) to \(high)"
        let what = operation.map { "\($0) took" } ?? "ready after"
        return "\(what) \(took.timespan); usually \(range) (last \(kind.words(count)))"
    }
}

extension RecordedLaunch {
    /// Both launches became ready with the same configuration after the same kind of start.
    fileprivate func isComparable(to other: RecordedLaunch) -> Bool {
        other.wasReady && other.kind == kind
            && other.configurationDigest == configurationDigest
            && other.report.launchID != report.launchID
    }
}

extension Report {
    /// The run times of the operations of the graph that succeeded, by name.
    fileprivate var succeededRuns: [(name: String, run: Duration)] {
        operations.compactMap { operation in
            guard !operation.isGroup, operation.addedAs == nil, operation.outcome == .succeeded,
                let run = operation.run
            else { return nil }
            return (operation.name, run)
        }
    }
}
