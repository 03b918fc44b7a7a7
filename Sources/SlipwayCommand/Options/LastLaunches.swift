internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport

/// The launches of a service that does not run, as one counts back from the end: the launch that was in service last
/// comes first, and not a reload that failed after it.
struct LastLaunches {
    /// Those from the last one in service on, the last one first.
    let launches: [LaunchSummary]
    /// The reloads after it, none of which became ready, the last one first.
    let failedReloads: [LaunchSummary]

    /// - Parameter summaries: Those that are kept, the last one first.
    init(_ summaries: [LaunchSummary]) {
        let count = summaries.prefix { $0.generation > 1 && $0.timeToReady == nil }
            .count
        // The launch that they were to replace may not be kept.
        let isKnown = count < summaries.count
        failedReloads = isKnown ? Array(summaries.prefix(count)) : []
        launches = isKnown ? Array(summaries.dropFirst(count)) : summaries
    }

    /// The identities among which a name is looked for.
    func identities(for name: LaunchName) -> [String] {
        switch name {
        case .back: launches.map(\.launchID)
        case .beginning: (failedReloads + launches).map(\.launchID)
        }
    }

    /// A line about the reloads that failed; `nil` if there was none.
    var remark: String? {
        guard let last = failedReloads.first else { return nil }
        let more = failedReloads.count - 1
        let others = more > 0 ? " (and \(more) before it)" : ""
        let cause = last.cause.map { ": \($0)" } ?? ""
        let length = Identity.shownLength(among: (failedReloads + launches).map(\.launchID))
        let id = last.launchID.prefix(length)
        return "a reload after this launch failed\(others)\(cause); '--launch \(id)' shows it"
    }
}
