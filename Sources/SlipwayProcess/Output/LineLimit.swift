package import Slipway

/// A limit to the lines of an operation in the journal, so that they displace neither the lines of
/// others nor old entries: the journal drops what a unit writes beyond its own limit without a
/// word.
package struct LineLimit: Sendable {
    /// The answer to the question whether a line may be written.
    package enum Verdict: Hashable, Sendable {
        /// The line may be written; before it so many lines were dropped, which has not been said.
        case pass(dropped: Int)
        /// The line is dropped; the first one of a window is said at once.
        case drop(isFirst: Bool)
    }

    /// The most lines in a window.
    package static let lines = 10_000
    /// The most bytes in a window.
    package static let bytes = 8 << 20
    /// The length of a window.
    package static let window = Duration.seconds(30)

    private var windowEnd: Instant?
    private var lines = 0
    private var bytes = 0
    private var dropped = 0

    /// Begins with an empty window.
    package init() {}

    /// Counts a line of `size` bytes at `now`.
    package mutating func admit(_ size: Int, at now: Instant) -> Verdict {
        if windowEnd.map({ $0 <= now }) ?? true {
            windowEnd = now.advanced(by: Self.window)
            (lines, bytes) = (0, 0)
        }
        guard lines < Self.lines, bytes + size <= Self.bytes else {
            dropped += 1
            return .drop(isFirst: dropped == 1)
        }
        lines += 1
        bytes += size
        return .pass(dropped: takeDropped())
    }

    /// The number of lines that were dropped and not said yet; none afterwards.
    package mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}
