internal import Slipway

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Durations of the same thing in several launches, and what is usual among them.
public struct Sample: Hashable, Sendable {
    /// The durations, in ascending order.
    public let sorted: [Duration]

    /// Takes durations in any order.
    public init(_ durations: some Sequence<Duration>) { sorted = durations.sorted() }

    /// The number of durations.
    public var count: Int { sorted.count }

    /// The smallest duration that the given part of all durations does not exceed.
    ///
    /// - Parameter part: From 0 to 1: 0.5 for the median, 0.95 for the 95th percentile.
    /// - Returns: `nil` without durations.
    public func quantile(_ part: Double) -> Duration? {
        guard let last = sorted.last else { return nil }
        let rank = (min(max(part, 0), 1) * Double(count)).rounded(.up)
        let index = max(Int(rank) - 1, 0)
        return index < count ? sorted[index] : last
    }

    /// The middle duration; for an even number, the mean of the two in the middle; `nil` without
    /// durations.
    public var median: Duration? {
        guard !sorted.isEmpty else { return nil }
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The factor by which the durations usually differ from their median, as a logarithm.
    ///
    /// The spread is the median of the distances, in the scale of a standard deviation: 0.1 is
    /// about a tenth. A few durations that are far off hardly change it. Durations below a
    /// microsecond count as one microsecond; `nil` without durations.
    public var spread: Double? {
        guard let median else { return nil }
        let distances = sorted.map { abs(log($0.ratio(to: median))) }.sorted()
        let middle = distances.count / 2
        let distance =
            distances.count % 2 == 1
            ? distances[middle] : (distances[middle - 1] + distances[middle]) / 2
        return distance * 1.4826
    }
}

extension Duration {
    /// The ratio of this duration to another; both count as a microsecond at least.
    package func ratio(to other: Duration) -> Double {
        Double(max(nanoseconds, 1000)) / Double(max(other.nanoseconds, 1000))
    }
}
