internal import Slipway

/// A launch as a picture: one row an operation over a time axis that begins with the process.
///
/// A waterfall is a value without a scale; ``svg`` and ``html`` draw it. All times in it count from the
/// start of the process.
///
/// ```swift
/// let picture = launch.report.waterfall(at: .now).svg
/// ```
public struct Waterfall: Hashable, Sendable {
    /// The first line: the name of the launch.
    var title: String
    /// The state of the launch, as a word and a sign.
    var mark: Mark
    /// The lines below the title.
    var subtitles: [String] = []
    /// The rows from above to below.
    var rows: [Row] = []
    /// Upright lines through all rows.
    var moments: [Moment] = []
    /// The time before the launch began, which is shaded; `nil` if it has not begun.
    var before: Duration?
    /// The time at the right end of the axis.
    var end: Duration = .zero
    /// The queues of the operations and actions, `main` first; a bar has the colour of its queue.
    var queues: [Queue] = []
    /// The rows of the critical chain, from the first to the last.
    var chain: [Int] = []
    /// The bars of two launches are in each row, the earlier one's above.
    var isComparison = false

    /// A state or an outcome, with a colour, a sign and a word of its own.
    enum Mark: String, Hashable, Sendable, CaseIterable {
        case succeeded, degraded, failed, timedOut, cancelled, skipped, running, waiting
    }

    /// The subject of a row.
    enum Kind: String, Hashable, Sendable {
        case before, heading, group, operation, action, program
    }

    /// One line of the picture.
    struct Row: Hashable, Sendable {
        var kind: Kind
        var name: String
        /// The number of groups around the row.
        var depth = 0
        /// The number of rows after it that are in the group, for a row of a group.
        var members = 0
        var mark: Mark?
        /// The colour of the bars, as a position in ``Waterfall/queues``.
        var queue: Int?
        /// The bars in order, for each launch.
        var lanes: [[Bar]] = []
        /// The text beside the bars; the shorter one is for where the longer one has no room.
        var note = ""
        var shortNote = ""
        /// The difference from the launch that is compared with.
        var change: Change?
        /// Further facts, each with a name and a text.
        var details: [Detail] = []
        /// The row is one of those that set the time to ready.
        var isCritical = false
    }

    /// The difference of a row from the same one of an earlier launch.
    enum Change: String, Hashable, Sendable {
        case slower, faster, changed, added, removed
    }

    /// A fact about a row.
    struct Detail: Hashable, Sendable {
        var name: String
        var text: String
    }

    /// A span in a row.
    struct Bar: Hashable, Sendable {
        enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The time before the launch.
            case before
            /// The operation waits for its dependencies.
            case waiting
            case lock, slot, backoff, run
            /// An attempt that failed, or one that was cancelled.
            case bad, cancelled
            case fallback
            /// The whole time of a group.
            case group
        }

        var kind: Kind
        var start: Duration
        var end: Duration
        /// The bar's subject goes on where the bar ends.
        var isOpen = false
    }

    /// An instant of the launch as a whole.
    struct Moment: Hashable, Sendable {
        var text: String
        var time: Duration
        var mark: Mark
        /// The moment is one of the earlier launch in a comparison.
        var isEarlier = false
    }
}

extension Waterfall.Mark {
    /// The word for the mark, as a reader sees it.
    var words: String { self == .timedOut ? "timed out" : rawValue }

    init(_ operation: OperationStatus) {
        switch operation.state {
        case .pending, .ready: self = .waiting
        case .running: self = .running
        case .ended(.succeeded): self = .succeeded
        case .ended(.degraded): self = .degraded
        case .ended(.failed(let failure)): self = failure.kind == .timedOut ? .timedOut : .failed
        case .ended(.cancelled): self = .cancelled
        case .ended(.skipped), .ended(.notNeeded): self = .skipped
        }
    }

    init(_ phase: Phase) {
        switch phase {
        case .starting: self = .running
        case .ready(degraded: false): self = .succeeded
        case .ready(degraded: true): self = .degraded
        case .stopping, .stopped: self = .cancelled
        case .failed: self = .failed
        }
    }
}
