internal import Slipway

/// A requirement that each row of a ``WhatIf`` has to meet: `ready within 30s`, `hangs: not failed`.
public struct WhatIfRequirement: Hashable, Sendable {
    /// The condition that a row has to meet.
    public enum Demand: Hashable, Sendable {
        /// The launch becomes ready, degraded or not, within that time; `nil`: at any time.
        case ready(within: Duration?)
        /// The launch is ready or has failed within that time; `nil`: at any time.
        case ends(within: Duration?)
        /// The launch does not end so.
        case not(WhatIf.Ending)
    }

    /// The assumption of the rows that have to meet the demand; `nil` for all rows.
    public var trouble: WhatIf.Trouble?
    /// The condition that these rows have to meet.
    public var demand: Demand

    /// Creates a requirement.
    public init(_ demand: Demand, if trouble: WhatIf.Trouble? = nil) {
        self.trouble = trouble
        self.demand = demand
    }

    /// Tells whether a row meets the requirement; one with another assumption does.
    public func isMet(by row: WhatIf.Row) -> Bool {
        if let trouble, trouble != row.trouble { return true }
        // The time of a row about a later end counts from that end, not from the process's start.
        let after = row.trouble == .dies ? .zero : row.after
        switch demand {
        case .ready(let limit):
            guard row.ending == .ready || row.ending == .degraded else { return false }
            return limit.map { after ?? .zero <= $0 } ?? true
        case .ends(let limit):
            guard let after else { return false }
            return limit.map { after <= $0 } ?? true
        case .not(let ending): return row.ending != ending
        }
    }
}

extension WhatIfRequirement {
    /// Reads a requirement, or is `nil`: `[fails:|hangs:|slower:|dies:] ready [within TIME] | ends [within TIME] |
    /// not ready|degraded|failed|never`.
    ///
    /// - Parameters:
    ///   - text: The requirement.
    ///   - duration: Reads a time; `nil` if it is none.
    package init?(_ text: String, duration: (String) -> Duration?) {
        var words = text.split(separator: " ").map { String($0) }
        if let first = words.first, first.hasSuffix(":") {
            guard let trouble = WhatIf.Trouble(rawValue: String(first.dropLast())) else {
                return nil
            }
            self.trouble = trouble
            words.removeFirst()
        }
        switch (words.first, words.count) {
        case ("not", 2):
            guard let ending = WhatIf.Ending(rawValue: words[1]) else { return nil }
            demand = .not(ending)
        case ("ready", 1): demand = .ready(within: nil)
        case ("ends", 1): demand = .ends(within: nil)
        case ("ready", 3), ("ends", 3):
            guard words[1] == "within", let limit = duration(words[2]) else { return nil }
            demand = words[0] == "ready" ? .ready(within: limit) : .ends(within: limit)
        default: return nil
        }
    }

    /// The forms that are read, for help and errors.
    package static let forms =
        "'ready', 'ready within 30s', 'ends within 30s', 'not failed', 'not degraded' or 'not never', "
        + "each also with 'fails:', 'hangs:', 'slower:' or 'dies:' in front"
}
