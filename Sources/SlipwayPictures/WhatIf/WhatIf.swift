internal import Slipway

/// The fate of a launch when one of its operations fails, hangs, is slow, or ends later.
///
/// There is a row for each operation and trouble, computed in virtual time. Nothing runs.
///
/// ```swift
/// let whatIf = graph.whatIf(durations: ["user-data": .milliseconds(300)])
/// #expect(whatIf.rows.allSatisfy { $0.ending != .never }, "\(whatIf.text)")
/// ```
public struct WhatIf: Hashable, Sendable {
    /// An assumption about one operation.
    public enum Trouble: String, CaseIterable, Hashable, Sendable {
        /// Each attempt of the operation fails, after as long as it takes otherwise.
        case fails
        /// Each attempt of the operation runs until it is cancelled.
        case hangs
        /// Each attempt of the operation takes ten times as long.
        case slower
        /// The program or the part of the operation ends after it was ready.
        case dies
    }

    /// The result of the launch.
    public enum Ending: String, CaseIterable, Hashable, Sendable {
        /// The launch is ready, and nothing is missing.
        case ready
        /// The launch is ready, and something is missing.
        case degraded
        /// The launch fails.
        case failed
        /// The launch starts for ever.
        case never
    }

    /// The answer to the sender of an action that was accepted when the launch began.
    public enum Answer: Hashable, Sendable {
        /// The action runs, once that long has passed since the process's start.
        case runs(after: Duration)
        /// The action waits for the operation as long as the launch lasts.
        case waits(operation: String)
        /// The action fails, because the operation did not succeed; `nil`: because the launch
        /// failed.
        case fails(operation: String?)
        /// The action waits for the next launch.
        case nextLaunch
    }

    /// The answer to the actions of a kind.
    public struct Kind: Hashable, Sendable {
        /// The kind of action.
        public var name: String
        /// The answer to the senders of these actions.
        public var answer: Answer

        /// The answer to no kind, for a reader to fill in.
        package static var blank: Self { Self(name: "", answer: .nextLaunch) }
    }

    /// One assumption, and what follows.
    public struct Row: Hashable, Sendable {
        /// The operation; `nil` for the launch in which nothing goes wrong.
        public var operation: String?
        /// The assumption about it; `nil` for none.
        public var trouble: Trouble?
        /// The result of the launch.
        public var ending: Ending
        /// The time from the process's start until the launch is ready, or has failed; `nil` for
        /// never.
        ///
        /// Of a program or a part that ends: the time from its end until it is there again, or
        /// has made the launch fail.
        public var after: Duration?
        /// Why the launch failed, or is degraded, in one line; `nil` for neither.
        public var reason: String?
        /// The operations that are skipped because of the trouble, in the order of declaration.
        public var skipped: [String]
        /// The answers to the senders of each kind.
        public var actions: [Kind]
        /// Only the launch's deadline ends the operation: it has no `timeout` and no budget of its
        /// own, or of a group around it.
        public var isUnbounded: Bool

        /// A row of nothing, for a reader to fill in.
        package static var blank: Self {
            Self(ending: .ready, skipped: [], actions: [], isUnbounded: false)
        }
    }

    /// The rows: first that of the launch in which nothing goes wrong, then those of each
    /// operation, in the order of declaration.
    public var rows: [Row]
    /// When the launch must be ready; `nil` without a deadline.
    public var deadline: Duration?
    /// The operations that are not needed, of which nothing can go wrong.
    public var notNeeded: [String]

    /// A value without rows, for a reader to fill in.
    package static var blank: Self { Self(rows: [], notNeeded: []) }

    /// The operations whose hang only the launch's deadline ends, or nothing at all.
    public var unbounded: [String] {
        rows.filter { $0.isUnbounded && $0.trouble == .hangs }.compactMap(\.operation)
    }
}
