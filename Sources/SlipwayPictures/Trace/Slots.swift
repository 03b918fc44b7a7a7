internal import Slipway

/// Slots that spans take one after the other, each the first that is free.
struct Slots {
    private var ends: [Duration] = []

    var count: Int { ends.count }

    /// Gives a span its slot; a span that comes later does not start before it.
    mutating func take(from start: Duration, to end: Duration) -> Int {
        // A span of no length is drawn as a nanosecond.
        let end = max(end, start + .nanoseconds(1))
        if let free = ends.firstIndex(where: { $0 <= start }) {
            ends[free] = end
            return free
        }
        ends.append(end)
        return ends.count - 1
    }
}
