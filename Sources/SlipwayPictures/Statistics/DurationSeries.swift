internal import Slipway
public import SlipwayReport

/// A duration in several launches, one after the other.
public struct DurationSeries: Hashable, Sendable {
    /// The duration in each launch, the oldest first; `nil` for a launch that has none.
    public let durations: [Duration?]
    /// The durations without those that are `nil`.
    public let sample: Sample

    /// Takes durations, the oldest first.
    public init(_ durations: [Duration?]) {
        self.durations = durations
        sample = Sample(durations.compactMap(\.self))
    }

    /// Half of the launches took no longer; `nil` without durations.
    public var median: Duration? { sample.quantile(0.5) }

    /// 95 of 100 launches took no longer; `nil` without durations.
    public var percentile95: Duration? { sample.quantile(0.95) }

    /// The duration in the last launch that has one.
    public var last: Duration? { durations.last { $0 != nil } ?? nil }

    /// The course in one line of text: of each of the last launches a bar, from the shortest to the longest
    /// duration; a blank for a launch that has none.
    ///
    /// - Parameter width: The most bars.
    /// - Returns: The bars; empty without durations.
    public func sparkline(width: Int = 24) -> String {
        let shown = durations.suffix(max(width, 1))
        let known = shown.compactMap(\.self)
        guard let shortest = known.min(), let longest = known.max() else { return "" }
        let bars = Array("▁▂▃▄▅▆▇█")
        let range = longest - shortest
        return String(
            shown.map { duration -> Character in
                guard let duration else { return " " }
                guard range > .zero else { return bars[0] }
                let height = (duration - shortest) / range * Double(bars.count - 1)
                return bars[Int(height.rounded())]
            }
        )
    }
}
