internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport

/// The launches of a service that does not run, for counting back: the first is the launch that was
/// in service last, and not a reload that failed after it.
struct LastLaunches {
    /// The launches up to the last one that was in service, the latest first.
    let launches: [LaunchSummary]
    /// The reloads after that launch, none of which became ready, the latest first.
    let failedReloads: [LaunchSummary]

    /// - Parameter summaries: The stored launches, the latest first.
    init(_ summaries: [LaunchSummary]) {
        let count = summaries.prefix { $0.generation > 1 && $0.timeToReady == nil }
            .count
        // The launch that the reloads were to replace may not be stored any more.
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
