internal import Slipway

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Durations of the same thing in several launches, and what is usual among them.
public struct Sample: Hashable, Sendable {
    /// In ascending order.
    public let sorted: [Duration]

    /// Takes durations in any order.
    public init(_ durations: some Sequence<Duration>) { sorted = durations.sorted() }

    /// The number of durations.
    public var count: Int { sorted.count }

    /// The duration that a part of them does not exceed: the smallest one that this is true of.
    ///
    /// - Parameter part: From 0 to 1: 0.5 for the median, 0.95 for the 95th percentile.
    /// - Returns: `nil` without durations.
    public func quantile(_ part: Double) -> Duration? {
        guard let last = sorted.last else { return nil }
        let rank = (min(max(part, 0), 1) * Double(count)).rounded(.up)
        let index = max(Int(rank) - 1, 0)
        return index < count ? sorted[index] : last
    }

    /// The middle one; of an even number the mean of both in the middle; `nil` without durations.
    public var median: Duration? {
        guard !sorted.isEmpty else { return nil }
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The factor by which they usually differ from their median, as a logarithm.
    ///
    /// It is the median of the distances, in the scale of a standard deviation: 0.1 is about a tenth. It does
    /// not follow a few that are far off. Durations below a microsecond count as one; `nil` without durations.
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
    /// The ratio of this to the other; both count as a microsecond at least.
    package func ratio(to other: Duration) -> Double {
        Double(max(nanoseconds, 1000)) / Double(max(other.nanoseconds, 1000))
    }
}
